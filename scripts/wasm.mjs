// node scripts/wasm.mjs: makes scan.wasm.ts of scan.wat. It is committed, so that nobody needs a compiler to build; a test compares them.
import fs from "node:fs";
import wabt from "wabt";

const folder = new URL("../src/search/index/wasm/", import.meta.url);

/** The text of scan.wasm.ts. */
export async function compiled() {
  const { parseWat } = await wabt();
  const module = parseWat("scan.wat", fs.readFileSync(new URL("scan.wat", folder), "utf8"), { simd: true, threads: true });
  const code = Buffer.from(module.toBinary({}).buffer).toString("base64");
  return `// Made by scripts/wasm.mjs of scan.wat.\nexport const SCAN =\n  "${code}";\n`;
}

if (process.argv[1] === new URL(import.meta.url).pathname) fs.writeFileSync(new URL("scan.wasm.ts", folder), await compiled());
