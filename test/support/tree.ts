// A folder made for one test, and thrown away after it.
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { onTestFinished } from "vitest";

type Content = string | Buffer | { readonly link: string } | { readonly mtime: number; readonly text: string };

/** Makes a folder with these files; a name that ends with `/` is an empty directory. Its real path. */
export function tree(files: Readonly<Record<string, Content>>): string {
  const root = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), "fossick-")));
  onTestFinished(() => fs.rmSync(root, { recursive: true, force: true }));
  for (const [name, content] of Object.entries(files)) write(path.join(root, name), content, name.endsWith("/"));
  return root;
}

function write(file: string, content: Content, isDirectory: boolean): void {
  fs.mkdirSync(isDirectory ? file : path.dirname(file), { recursive: true });
  if (isDirectory) return;
  if (typeof content === "string" || Buffer.isBuffer(content)) fs.writeFileSync(file, content);
  else if ("link" in content) fs.symlinkSync(content.link, file);
  else {
    fs.writeFileSync(file, content.text);
    fs.utimesSync(file, content.mtime, content.mtime);
  }
}
