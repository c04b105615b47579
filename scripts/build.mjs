// Compiles src/ into dist/ from scratch, puts the program into a few files, and makes it executable.
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";

fs.rmSync("dist", { recursive: true, force: true });
const compiler = path.join(path.dirname(createRequire(import.meta.url).resolve("typescript/package.json")), "bin/tsc");
const { status } = spawnSync(process.execPath, [compiler, "-p", "tsconfig.build.json"], { stdio: "inherit" });
if (status === 0) {
  await bundle();
  fs.chmodSync("dist/main.js", 0o755);
}
process.exitCode = status ?? 1;

/** To load hundreds of modules one by one takes longer than a search, those of others included. The library stays as it is compiled. */
async function bundle() {
  const { rolldown } = await import("rolldown");
  const external = /^(node:|@vscode\/ripgrep$)/; // which has to find its binary beside it
  const program = await rolldown({ input: "dist/main.js", platform: "node", external, plugins: [{ name: "own-places", transform: withOwnPlace }] });
  // All in one directory: that is where a module's own place is counted from.
  const { output } = await program.write({ dir: "dist", format: "esm", chunkFileNames: "main-[name].js", comments: false });
  await program.close();
  fs.writeFileSync("dist/main-licenses.txt", licensesOf(output.flatMap((file) => (file.type === "chunk" ? file.moduleIds : []))));
}

/** The licenses of the packages that modules are from. */
function licensesOf(/** @type {string[]} */ modules) {
  const roots = new Set(modules.flatMap((id) => /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/.exec(id) ?? []));
  const texts = [...roots].sort().map((root) => {
    const { name, version, license } = JSON.parse(fs.readFileSync(path.join(root, "package.json"), "utf8"));
    const file = fs.readdirSync(root).find((entry) => /^licen[cs]e/i.test(entry));
    return `${name} ${version} (${license})\n\n${file === undefined ? "" : fs.readFileSync(path.join(root, file), "utf8").trim()}`;
  });
  return `${texts.join("\n\n---\n\n")}\n`;
}

/** A module that asks where it is means the place where it was compiled to. */
function withOwnPlace(/** @type {string} */ code, /** @type {string} */ id) {
  if (!code.includes("import.meta.") || id.includes("/node_modules/")) return undefined;
  const place = path.relative("dist", id).split(path.sep).join("/");
  return code
    .replaceAll("import.meta.url", `new URL(${JSON.stringify(place)}, import.meta.url).href`)
    .replaceAll("import.meta.dirname", `(import.meta.dirname + ${JSON.stringify(`/${path.posix.dirname(place)}`)})`);
}
