// The package's version, from its own package.json.
import fs from "node:fs";

export function packageVersion(): string {
  return (JSON.parse(fs.readFileSync(new URL("../../package.json", import.meta.url), "utf8")) as { version: string }).version;
}
