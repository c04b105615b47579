// The way a search took, in a line for people.
import type { SearchWay } from "../workspace/workspace.ts";

export function wayText(way: SearchWay): string {
  return way.way === "plain"
    ? `plain ripgrep: ${way.why}`
    : `index: ${way.candidates} of ${way.files} files may match, read by ${way.by === "index" ? "the index" : "ripgrep"}`;
}
