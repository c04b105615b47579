// Whether a file must have been viewed before it is changed.
import type { EditRequest } from "../../files/edit-file.ts";
import type { Settings } from "../../settings.ts";

/** With "auto": unless there is no tool to view it with. */
export function seenRule({ requireView, disabledTools }: Settings, viewer = "view"): EditRequest["seen"] {
  const isRequired = requireView === "true" || (requireView === "auto" && !disabledTools.includes(viewer));
  return isRequired ? "required" : "not-required";
}
