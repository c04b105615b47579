// What the server and the process that holds the index say to each other.
import type { RawPath } from "../../workspace/raw-path.ts";
import type { FilterSpec } from "../filter.ts";
import type { WalkQuery } from "../query.ts";
import type { Ripgrep } from "../ripgrep/resolve.ts";
import type { Inquiry, Useless } from "./inquiry.ts";
import type { ProvenQuery } from "./pattern/proven.ts";
import type { Wanted } from "./pattern/wanted.ts";
import type { CacheRequest } from "./store/tree-store.ts";
import type { Position, Reach } from "./verify/in-order.ts";
import type { Beyond, Verification } from "./verify/verdicts.ts";
import type { What } from "./verify/verify.ts";

/** A tree to be watched and indexed. */
export interface TreeRequest {
  readonly directory: RawPath;
  readonly walk: WalkQuery;
  readonly denyGlobs: readonly string[];
  readonly ripgrep: Ripgrep;
  /** A private directory in which to make one for cookies. */
  readonly stateDirectory: string;
  /** Contents of files may take this much memory. */
  readonly cacheBytes: number;
  /** How many trigrams are put in order at a time, which holds up all else in the process; none = as many as are best for searching. */
  readonly maxPairs?: number;
  /** Larger files are not read, for the same reason; none = as large as can be. */
  readonly maxFileBytes?: number;
  /** Where the index is kept for the next run; none = nowhere. */
  readonly cache?: CacheRequest;
}

/** A part of the tree. */
export interface Place {
  /** The directory, relative to the tree. */
  readonly below: RawPath;
  /** The last word on names has who asks; but what is only counted is not named. */
  readonly filter: FilterSpec;
  /** See `WalkQuery`: a rule may list a hidden file that is not meant. */
  readonly hidden: boolean;
}

/** Where in the tree may something be? */
export interface Question extends Place {
  readonly wanted: Wanted;
  /** Where matches span lines, all of a file counts together. */
  readonly span: "piece" | "owner";
  /** ripgrep itself leaves out larger files, but only on a walk. */
  readonly maxBytes: number;
  /** Lists for ripgrep of more are of no use. */
  readonly maxCandidates: number;
  /** How the host can verify candidates itself. */
  readonly verification?: Verification;
  /** If not all of the result is needed: how far it is; then `maxCandidates` says how many to list at a time. */
  readonly reach?: Reach;
}

/** Files that ripgrep has to look at: those that are text for sure, by name, and those that it must meet on a walk to judge them. */
export interface Candidates {
  readonly text: readonly RawPath[];
  readonly doubtful: readonly RawPath[];
}

/**
 * Which files to list, as candidates: those for sure, and those that may be. None, to know how the tree is; what a walk takes for binary, and in `suspects` those of them, for sure, in which something may match; what has a name with a dot; or what is larger than
 * so many bytes. Or some files by name, each ended by a NUL: then `places` has which is the newest, which the next, and so on.
 */
export type Which =
  | { readonly what: "nothing" }
  | { readonly what: "binaries"; readonly query: ProvenQuery }
  | { readonly what: "hidden" }
  | { readonly what: "larger"; readonly bytes: number }
  | { readonly what: "newest"; readonly names: string };

export type ToHost =
  | { readonly kind: "open"; readonly tree: TreeRequest }
  /** A search has begun and will ask. */
  | { readonly kind: "announce" }
  | { readonly kind: "ask"; readonly id: number; readonly inquiry: Inquiry }
  | { readonly kind: "list"; readonly id: number; readonly place: Place; readonly which: Which }
  /** Searches are under way: building rests. */
  | { readonly kind: "busy"; readonly isBusy: boolean };

export type FromHost = { readonly kind: "answer"; readonly id: number; readonly answer: Answer } | { readonly kind: "state"; readonly state: HostState };

/** Where to look, or why the index cannot say. Names are relative to the directory that was asked about. */
export type Answer =
  | {
      readonly ok: true;
      /** What is left for ripgrep. */
      readonly candidates: Candidates;
      /** Of all others it was verified what is printed: the pattern is one for sure. */
      readonly isProven?: true;
      /** What it would print of the others, one character a byte; counts instead of lines if those are too many. */
      readonly printed?: string;
      readonly what?: What;
      /** What is printed is newest first; if something is left, `order` has all names in that order. */
      readonly isNewestFirst?: true;
      readonly order?: string;
      readonly places?: Uint32Array;
      readonly suspects?: readonly RawPath[];
      /** What was found before what is shown, and is not printed. */
      readonly before?: Beyond;
      /** What was found after enough was printed. */
      readonly beyond?: Beyond;
      /** There is more in the last file of which something is printed. */
      readonly isCut?: true;
      /** What comes after this was left out; undefined if nothing was. */
      readonly rest?: Position;
      /** Then: all files that are not vouched for, also those that were left out. */
      readonly unsure?: readonly RawPath[];
      /** How many may match, and of how many. */
      readonly picked: number;
      readonly files: number;
      /** Changes when directories, links or ignore rules do. */
      readonly structure: number;
      /** Changes when anything comes, goes or is replaced; it was this before what is told was looked at. */
      readonly moves?: number;
      /** Changes when a file comes that a rule may mean; likewise. */
      readonly leftOut?: number;
    }
  | { readonly ok: false; readonly why: Unready };

export type Unready =
  | "starting"
  | "building"
  | "listing"
  | "events lost"
  | "too many candidates"
  | "too many changed files"
  | "not below the tree"
  | "changed meanwhile"
  | Useless
  | Hopeless;

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
  /** There is nothing to do but to answer: it need not be told when to rest. */
  readonly isCalm: boolean;
  /** It has asked itself some questions, and is quick from now on. */
  readonly isWarm: boolean;
  readonly why?: Unready;
  readonly files: number;
  readonly directories: number;
  readonly textBytes: number;
  readonly indexBytes: number;
  /** There was a file that is too large to be read here. */
  readonly hasTooLarge: boolean;
}
