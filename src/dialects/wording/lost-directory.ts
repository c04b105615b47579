// The note for a command that could not run where the session was.
import type { LostDirectory } from "../../shell/query.ts";
import { shown } from "../../workspace/raw-path.ts";

export function lostNote({ lost, usedInstead, reason }: LostDirectory): string {
  const what = reason === "missing" ? "no longer exists" : "can no longer be entered";
  return `Directory ${shown(lost)} ${what}; the command ran in ${shown(usedInstead)}`;
}
