// The tree of a directory as lines with branches.
import type { DirectoryTree, TreeEntry } from "../../files/tree.ts";
import { nameOf } from "../../workspace/entry.ts";
import { type RawPath, shown } from "../../workspace/raw-path.ts";

/** `name/`, then its entries. */
export function treeLines(path: RawPath, { entries }: DirectoryTree): readonly string[] {
  return [`${shown(nameOf(path))}/`, ...branches(entries, "")];
}

function branches(entries: readonly TreeEntry[], indent: string): readonly string[] {
  return entries.flatMap((entry, index) => {
    const isLast = index === entries.length - 1;
    return [`${indent}${isLast ? "└── " : "├── "}${entryText(entry)}`, ...branches(entry.children, `${indent}${isLast ? "    " : "│   "}`)];
  });
}

function entryText({ name, kind, target, isUnreadable }: TreeEntry): string {
  if (kind === "link") return target === undefined ? shown(name) : `${shown(name)} -> ${shown(target)}`;
  return kind === "directory" ? `${shown(name)}/${isUnreadable ? " (unreadable)" : ""}` : shown(name);
}
