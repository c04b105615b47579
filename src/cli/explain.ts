// --explain: which way a search takes, on stderr.
import { wayText } from "../server/way-text.ts";
import { DEFAULTS } from "../settings.ts";
import type { Io } from "./io.ts";
import { type Flags, type Opened, openFrom, type Parsed } from "./options.ts";

export const EXPLAIN_FLAG = { explain: { type: "boolean", help: "       say on stderr how the search was made" } } as const satisfies Flags;

/** Opens a workspace for one call: it ends before an index could be of use. */
export function openForOneCall(parsed: Parsed, io: Io): Opened {
  const opened = openFrom(parsed, io, { index: { ...DEFAULTS.index, use: "off" } });
  if (parsed.values.explain === true)
    opened.workspace.session.onWay = (way) => void io.stderr.write(`fossick: ${wayText(way)} (only a running server keeps one)\n`);
  return opened;
}
