// What a caller is told about its knowledge of a file that it has just changed.
import type { WrittenText } from "../../files/edit-text.ts";

/** Follows the sentence that says what was done. */
export function knowledgeText(knows: WrittenText["knows"]): string {
  switch (knows) {
    case "whole":
      return " (file state is current in your context — no need to Read it back)";
    case "part":
      return "";
    case "changed":
      return " (note: the file had been modified on disk since you last read it — the edit applied cleanly, but the file contains other changes not in your context. Read it before edits that depend on surrounding content.)";
  }
}
