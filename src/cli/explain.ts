// --explain: which way a search takes, on stderr.
import { askElsewhere } from "../search/elsewhere.ts";
import { wayText } from "../server/way-text.ts";
import { serverAsker } from "./ask-server.ts";
import type { Io } from "./io.ts";
import { type Flags, type Opened, opened, type Parsed, settingsFrom } from "./options.ts";

export const EXPLAIN_FLAG = { explain: { type: "boolean", help: "       say on stderr how the search was made" } } as const satisfies Flags;

/** Opens a workspace for one call: it ends before an index of its own could be of use, but may ask a server for its. */
export function openForOneCall(parsed: Parsed, io: Io): Opened {
  const settings = settingsFrom(parsed, io);
  const one = opened({ ...settings, index: { ...settings.index, use: "off" } });
  const explain = (text: string): void => void (parsed.values.explain === true && io.stderr.write(`fossick: ${text}\n`));
  one.workspace.session.onWay = (way) => explain(`${wayText(way)} (only a running server keeps one)`);
  if (settings.index.use !== "off") askElsewhere(one.workspace, serverAsker(one.workspace, explain));
  return one;
}
