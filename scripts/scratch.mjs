// Things from npm that a script needs and the project does not: installed once into a scratch folder outside of it.
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";

const SCRATCH = process.env.FOSSICK_SCRATCH ?? path.join(os.tmpdir(), `fossick-scratch-${os.userInfo().username}`);
const NODE_FOR_SUITE = 24;

/** The folder that has this package in its node_modules. */
export function install(spec) {
  const folder = path.join(SCRATCH, spec.replace(/[^\w.]+/g, "-").replace(/^-/, ""));
  const done = path.join(folder, "installed");
  if (fs.existsSync(done)) return folder;
  fs.mkdirSync(folder, { recursive: true, mode: 0o700 });
  fs.writeFileSync(path.join(folder, "package.json"), '{"private":true}\n');
  console.error(`installing ${spec} into ${folder}`);
  execFileSync("npm", ["install", "--no-audit", "--no-fund", "--loglevel=error", spec], { cwd: folder, stdio: ["ignore", "ignore", "inherit"] });
  fs.writeFileSync(done, "");
  return folder;
}

/** A Node that is new enough for the suite: this one, or one from npm. */
export function nodeProgram() {
  if (Number(process.versions.node.split(".")[0]) >= 22) return process.execPath;
  const name = `node-${process.platform}-${process.arch}`;
  return path.join(install(`${name}@${NODE_FOR_SUITE}`), "node_modules", name, "bin/node");
}
