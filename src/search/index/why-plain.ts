// Why a search did not go by the index, for people who ask: `--explain`, the debug log.
import type { Unready } from "./protocol.ts";

/** Why ripgrep did the work alone. */
export type WhyPlain =
  | "index is off"
  | "index is not kept on this system"
  | "no index yet"
  | "tree is small"
  | "file system cannot be watched"
  | "tree holds our own state"
  | "index ended"
  | "index did not answer in time"
  | "ignored files are asked for"
  | "too many trees"
  | "global ignore file"
  | "ripgrep is older than 15"
  | "plain costs are not known yet"
  | "names that cannot be arguments"
  | Unready;
