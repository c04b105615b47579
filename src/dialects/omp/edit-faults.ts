// What is wrong with an edit, in omp's words.
import type { EditFault, LineFault } from "../../failure.ts";

/** `shownAs` is how a path is told. */
export function explainEditFault(fault: EditFault, shownAs: (path: string) => string): string {
  switch (fault.kind) {
    case "no-header":
      return `input must begin with "¶PATH#HASH" on the first non-blank line for anchored edits; got: ${JSON.stringify(fault.got.slice(0, 120))}. Example: "¶src/foo.ts#0A3B" then edit ops.`;
    case "bad-header":
      return `Input header must be ¶PATH or ¶PATH#TAG with a 4-hex content-hash tag; got ${JSON.stringify(fault.got.slice(0, 200))}.`;
    case "diff-instead":
      return "unified-diff hunk header (`@@ -N,M +N,M @@`) is not valid in hashline. File sections start with `¶path#HASH`; use `replace`, `delete`, or `insert` ops.";
    case "no-sections":
      return "No hashline sections found in input.";
    case "missing-tag": {
      const path = shownAs(fault.path);
      return `Missing hashline snapshot tag for edit to ${path}; use \`¶${path}#tag\` from your latest read/search output. To create a new file, use the write tool.`;
    }
    case "two-tags":
      return `Conflicting hashline snapshot tags for ${shownAs(fault.path)}: #${fault.tags.join(" and #")}. Re-read the file and retry with one current header.`;
    case "same-file":
      return `Multiple hashline sections resolve to the same file (${fault.paths.join(" and ")}). Merge their ops under one header before applying.`;
    case "backward-range":
      return `line ${fault.line}: range ${fault.first}..${fault.last} ends before it starts.`;
    case "overlap":
      return `line ${fault.line}: anchor line ${fault.anchor} is already targeted by another hunk on line ${fault.other}. Issue ONE hunk per range; payload is only the final desired content, never a before/after pair.`;
    default:
      return `line ${fault.line}: ${lineFault(fault.kind, fault.got.trim())}`;
  }
}

const OPERATIONS = "`replace N..M:`, `delete N..M`, or `insert before|after|head|tail:`";

function lineFault(kind: LineFault, got: string): string {
  const start = JSON.stringify(got.length > 48 ? `${got.slice(0, 48)}…` : got);
  switch (kind) {
    case "stray-body":
      return `payload line has no preceding hunk header. Got ${start}.`;
    case "stray-text":
      return `payload line has no preceding hunk header. Use ${OPERATIONS} above the body. Got ${start}.`;
    case "minus-row":
      return "`-` rows are not valid; hashline ranges already name the lines being changed. To insert a literal line starting with `-`, write `+-…`.";
    case "empty-replace":
      return "`replace N..M:` needs at least one `+TEXT` body row. To delete lines, use `delete N..M`.";
    case "empty-insert":
      return "`insert` needs at least one `+TEXT` body row.";
    case "delete-with-body":
      return "`delete N..M` does not take body rows. Remove the body, or use `replace N..M:`.";
    case "delete-with-colon":
      return "`delete N..M` has no colon and no body. Remove the colon and body rows.";
    case "bare-number":
      return `hunk headers need a verb. Use \`replace ${got}..${got}:\` to replace, or \`delete ${got}\` to delete.`;
    case "bare-range": {
      const range = (got.match(/\d+/g) ?? []).join("..");
      return `bare range hunk header ${start} is not valid. Hunk headers need a verb: write \`replace ${range}:\` or \`delete ${range}\`.`;
    }
    case "bad-operation":
      return `cannot read the operation ${start}. Use ${OPERATIONS} with line numbers from 1; to insert this as a literal line, write it as a \`+TEXT\` body row.`;
    case "patch-marker":
      return `apply_patch sentinel ${start} is not valid in hashline. File sections start with \`¶path#HASH\` (no \`Update File:\` / \`Add File:\` keyword). Use ${OPERATIONS} ops.`;
    case "diff-hunk":
      return `unified-diff hunk header (\`@@ -N,M +N,M @@\`) is not valid in hashline. Use ${OPERATIONS} ops.`;
    case "bracketed-hunk":
      return `\`@@\`-bracketed hunk header ${start} is not valid in hashline. Drop the \`@@ ... @@\` brackets and write a verb header such as \`replace N..M:\`.`;
  }
}
