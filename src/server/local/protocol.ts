// What the command line and a running server say to each other over a socket: one question, some words about the way, one answer.
import { createHash } from "node:crypto";
import v8 from "node:v8";
import type { Result } from "../../failure.ts";
import type { SearchQuery, SearchResult } from "../../search/query.ts";
import type { RawPath } from "../../workspace/raw-path.ts";
import type { SearchWay } from "../../workspace/workspace.ts";

export const MAX_QUESTION_BYTES = 1024 * 1024;
/** Answers keep to the limits of their question; this is for the case that those are none. */
export const MAX_ANSWER_BYTES = 64 * 1024 * 1024;

/** A search, and everything of the asker's world that its answer depends on. */
export interface Question {
  /** Of fossick: others may mean something else. */
  readonly version: string;
  /** Absolute, as settings have them. */
  readonly workdir: string;
  readonly allowDirs: readonly string[];
  readonly denyDirs: readonly string[];
  readonly denySecrets: boolean;
  /** What is allowed, as `placesOf` names it. */
  readonly places: readonly string[];
  readonly ripgrep: { readonly path: string; readonly home: string };
  readonly query: SearchQuery;
}

export type Word =
  /** The index cannot help: who asked shall search. */
  | { readonly kind: "declined"; readonly why: string }
  | { readonly kind: "way"; readonly way: SearchWay }
  | { readonly kind: "answer"; readonly result: Result<SearchResult> };

/** A question as bytes. JSON has no Infinity, a query has no null. */
export function questionBytes(question: Question): Buffer {
  return Buffer.from(JSON.stringify(question, (_, value) => (value === Number.POSITIVE_INFINITY ? null : value)));
}

/** Any JSON, to be checked; undefined if it is none. */
export function questionIn(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString("utf8"), (_, value) => (value === null ? Number.POSITIVE_INFINITY : value));
  } catch {
    return undefined;
  }
}

/** Words hold what JSON does not: numbers without end, times in nanoseconds. */
export function wordBytes(word: Word): Buffer {
  return v8.serialize(word);
}

/** A word of a server that is trusted; throws if it is none. */
export function wordIn(bytes: Buffer): Word {
  return v8.deserialize(bytes) as Word;
}

/** Sockets are named after the process and an allowed directory, so that who looks for a server need not ask them all. */
export function socketName(identity: string, directory: RawPath, serial: number): string {
  return `${identity}-${keyOf(directory)}-${serial}.sock`;
}

/** Of the names in a directory, those of sockets for one of these directories. */
export function socketsFor(directories: readonly RawPath[], names: readonly string[]): readonly string[] {
  const keys = new Set(directories.map(keyOf));
  return names.filter((name) => keys.has(SOCKET.exec(name)?.[2] ?? ""));
}

/** The process that a socket belongs to. */
export function pidIn(socket: string): string {
  return SOCKET.exec(socket)?.[1] ?? "";
}

const SOCKET = /^[0-9a-f]+-(\d+)-[0-9a-f]+-([0-9a-f]{16})-\d+\.sock$/;

function keyOf(directory: RawPath): string {
  return createHash("sha256").update(directory, "latin1").digest("hex").slice(0, 16);
}
