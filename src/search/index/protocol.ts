// What the server and the process that holds the index say to each other.
import type { RawPath } from "../../workspace/raw-path.ts";
import type { WalkQuery } from "../query.ts";
import type { Ripgrep } from "../ripgrep/resolve.ts";
import type { Candidates, Lookup } from "./files.ts";
import type { CacheRequest } from "./store/tree-store.ts";

/** A tree to be watched and indexed. */
export interface TreeRequest {
  readonly directory: RawPath;
  readonly walk: WalkQuery;
  readonly denyGlobs: readonly string[];
  readonly ripgrep: Ripgrep;
  /** A private directory in which to make one for cookies. */
  readonly stateDirectory: string;
  /** Where the index is kept for the next run; none = nowhere. */
  readonly cache?: CacheRequest;
}

export type ToHost =
  | { readonly kind: "open"; readonly tree: TreeRequest }
  | { readonly kind: "ask"; readonly id: number; readonly lookup: Lookup; readonly maxCandidates: number }
  /** Searches are under way: building rests. */
  | { readonly kind: "busy"; readonly isBusy: boolean };

export type FromHost = { readonly kind: "answer"; readonly id: number; readonly answer: Answer } | { readonly kind: "state"; readonly state: HostState };

/** Where to look, or why the index cannot say. */
export type Answer =
  | {
      readonly ok: true;
      readonly candidates: Candidates;
      readonly files: number /** Changes when directories, links or ignore rules do. */;
      readonly structure: number;
    }
  | { readonly ok: false; readonly why: Unready };

export type Unready = "starting" | "building" | "listing" | "events lost" | "too many candidates" | "too many changed files" | "not below the tree" | Hopeless;

/** Reasons that do not pass. */
export type Hopeless =
  | "directory replaced"
  | "watch limit reached"
  | "too many directories"
  | "unreadable directories"
  | "index too large"
  | "another file system inside"
  | "cannot be watched";

export interface HostState {
  readonly phase: "listing" | "building" | "ready" | "off";
  readonly why?: Unready;
  readonly files: number;
  readonly directories: number;
  readonly textBytes: number;
  readonly indexBytes: number;
}
