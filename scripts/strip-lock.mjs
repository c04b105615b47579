// Takes the download addresses out of package-lock.json: integrity hashes stay, the registry is the installer's choice.
// (npm's own omit-lockfile-registry-resolved writes lock files that `npm ci` refuses when there are optional packages.)
import fs from "node:fs";

const lock = JSON.parse(fs.readFileSync("package-lock.json", "utf8"));
for (const entry of Object.values(lock.packages)) delete entry.resolved;
fs.writeFileSync("package-lock.json", `${JSON.stringify(lock, null, 2)}\n`);
