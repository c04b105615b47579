// Fossick's own documentation, as it ships with the package.
import fs from "node:fs";
import path from "node:path";

/** Where the package is: `src/files` and `dist/files` are equally deep. */
const PACKAGE = path.resolve(import.meta.dirname, "../..");
const PAGES = ["README.md", "SECURITY.md", "CHANGELOG.md"];

export interface DocumentationPage {
  /** Relative to the package: `docs/http.md`. */
  readonly name: string;
  readonly text: Buffer;
}

/** All pages, by name. */
export function documentation(): readonly DocumentationPage[] {
  return [...PAGES, ...pagesIn("docs")].flatMap((name) => {
    const text = readPage(name);
    return text === undefined ? [] : [{ name, text }];
  });
}

function pagesIn(directory: string): readonly string[] {
  try {
    const names = fs.readdirSync(path.join(PACKAGE, directory)).filter((name) => name.endsWith(".md"));
    return names.sort().map((name) => `${directory}/${name}`);
  } catch {
    return []; // a package without that folder
  }
}

function readPage(name: string): Buffer | undefined {
  try {
    return fs.readFileSync(path.join(PACKAGE, name));
  } catch {
    return undefined; // not shipped
  }
}
