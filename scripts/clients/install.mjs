// Programs from npm, each in a folder of its own outside the project.
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";

/** @typedef {{ readonly package: string, readonly program: string }} Wanted */

/** Kept from run to run. */
export const DEFAULT_CACHE = path.join(os.tmpdir(), `fossick-clients-${os.userInfo().uid}`);

/**
 * Installs the latest version, and says where it is.
 * @param {string} cache
 * @param {Wanted} wanted
 */
export function install(cache, wanted) {
  fs.mkdirSync(cache, { recursive: true, mode: 0o700 });
  if (!isOurs(cache)) throw new Error(`${cache} must be yours alone; --cache DIR names another`);
  const folder = path.join(cache, wanted.program);
  fs.mkdirSync(folder, { recursive: true });
  const args = ["install", "--prefix", folder, "--no-audit", "--no-fund", "--loglevel=error", `${wanted.package}@latest`];
  const { status } = spawnSync("npm", args, { cwd: folder, stdio: ["ignore", "ignore", "inherit"] });
  const found = installed(cache, wanted);
  if (status !== 0 || found === undefined) throw new Error(`npm could not install ${wanted.package}`);
  return found;
}

/**
 * Where a program is, and its version; undefined if it is not installed.
 * @param {string} cache
 * @param {Wanted} wanted
 */
export function installed(cache, wanted) {
  const modules = path.join(cache, wanted.program, "node_modules");
  const manifest = path.join(modules, wanted.package, "package.json");
  if (!isOurs(cache) || !fs.existsSync(manifest)) return undefined;
  return { file: path.join(modules, ".bin", wanted.program), version: JSON.parse(fs.readFileSync(manifest, "utf8")).version };
}

/**
 * We start what is in there, so nobody else may put anything in.
 * @param {string} cache
 */
function isOurs(cache) {
  const stats = fs.lstatSync(cache, { throwIfNoEntry: false });
  return stats?.isDirectory() === true && stats.uid === os.userInfo().uid && (stats.mode & 0o022) === 0;
}
