// Which directories those that are allowed really are: in another container the same path may be another place.
import { statOf } from "../../workspace/entry.ts";
import type { Fence } from "../../workspace/fence.ts";

/** Device and inode of each. */
export function placesOf({ allowed }: Fence): readonly string[] {
  return allowed.map((directory) => {
    const stats = statOf(directory);
    return `${stats?.dev}:${stats?.ino}`;
  });
}
