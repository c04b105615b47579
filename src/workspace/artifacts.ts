// Texts too long for an answer, kept in the session so that they can be read on: bounded, the oldest out first.
import { randomBytes } from "node:crypto";
import type { Workspace } from "./workspace.ts";

/** Of a longer text the beginning is kept. */
export const MAX_ARTIFACT_BYTES = 8 * 1024 * 1024;
/** Of all texts of a session together. */
export const MAX_KEPT_BYTES = 32 * 1024 * 1024;
/** Complete texts that are kept. */
export const MAX_ARTIFACTS = 100;

const FIRST_BYTES = 16 * 1024;
const SUBJECT = "artifacts";
const SCHEME = "artifact://";

export interface ArtifactFacts {
  readonly id: string;
  /** From the beginning of the text. */
  readonly keptBytes: number;
  /** Of the whole text, as far as it has come. */
  readonly totalBytes: number;
}

export interface Artifact extends ArtifactFacts {
  /** What is kept, in UTF-8 as far as it was that; no character is cut in half at its end. */
  readonly bytes: Buffer;
}

/** Keeps a text; its id. */
export function keepArtifact(text: string, workspace: Workspace): string {
  const recording = recordArtifact(workspace);
  recording.write(Buffer.from(text));
  recording.close();
  return recording.id;
}

/** Keeps a text that comes in pieces. */
export function recordArtifact(workspace: Workspace): Recording {
  return new Recording(storeOf(workspace));
}

/** A text that is kept, or as much of it as has come. */
export function artifactOf(id: string, workspace: Workspace): Artifact | undefined {
  return storeOf(workspace).recordings.get(id)?.artifact();
}

/** How an artifact is named where a path is expected. */
export function artifactUrl(id: string): string {
  return `${SCHEME}${id}`;
}

/** The id in such a name; undefined for paths. */
export function artifactIdIn(path: string): string | undefined {
  return path.startsWith(SCHEME) ? path.slice(SCHEME.length) : undefined;
}

/** A text that is still coming. It takes no memory before its first byte. */
export class Recording {
  readonly id = randomBytes(4).toString("hex");
  readonly #store: Store;
  #state: "new" | "open" | "closed" | "dropped" = "new";
  #buffer = Buffer.alloc(0);
  #keptBytes = 0;
  #totalBytes = 0;

  constructor(store: Store) {
    this.#store = store;
  }

  /** Whether nothing more will come. */
  get isClosed(): boolean {
    return this.#state === "closed";
  }

  write(chunk: Buffer): void {
    if (this.#state === "new") this.#begin();
    if (this.#state !== "open") return;
    const isCut = this.#keptBytes < this.#totalBytes; // nothing is kept behind a hole
    this.#totalBytes += chunk.length;
    if (isCut) return;
    this.#makeRoom(this.#totalBytes);
    this.#keptBytes += chunk.copy(this.#buffer, this.#keptBytes);
  }

  close(): void {
    if (this.#state !== "open") return;
    this.#state = "closed";
    this.#store.giveBack(this.#buffer.length - this.#keptBytes);
    this.#buffer = Buffer.from(this.#buffer.subarray(0, this.#keptBytes)); // a copy of the size it has come to
    this.#store.dropSurplus();
  }

  /** Forgets the text. */
  drop(): void {
    this.#state = "dropped";
    this.#store.recordings.delete(this.id);
    this.#store.giveBack(this.#buffer.length);
    this.#buffer = Buffer.alloc(0);
  }

  /** Undefined if nothing is kept: there was no room, or it had to go. */
  facts(): ArtifactFacts | undefined {
    if ((this.#state !== "open" && this.#state !== "closed") || this.#keptBytes === 0) return undefined;
    return { id: this.id, keptBytes: this.#keptBytes, totalBytes: this.#totalBytes };
  }

  artifact(): Artifact | undefined {
    const facts = this.facts();
    if (facts === undefined) return undefined;
    const kept = this.#buffer.subarray(0, this.#keptBytes);
    const isWhole = this.#state === "closed" && this.#keptBytes === this.#totalBytes;
    return { ...facts, bytes: isWhole ? kept : kept.subarray(0, wholeCharacters(kept)) };
  }

  #begin(): void {
    this.#state = "open";
    this.#store.recordings.set(this.id, this);
  }

  /** Doubles the buffer until there is enough of it, if the session has the room. */
  #makeRoom(bytes: number): void {
    let size = Math.max(FIRST_BYTES, this.#buffer.length);
    while (size < bytes && size < MAX_ARTIFACT_BYTES) size *= 2;
    if (size === this.#buffer.length || !this.#store.take(size - this.#buffer.length)) return;
    const buffer = Buffer.alloc(size);
    this.#buffer.copy(buffer);
    this.#buffer = buffer;
  }
}

/** The texts of a session, oldest first. */
class Store {
  readonly recordings = new Map<string, Recording>();
  #bytes = 0;

  /** Complete texts make room, the oldest first; those that are still coming stay. */
  take(bytes: number): boolean {
    for (const recording of this.#closed()) {
      if (this.#bytes + bytes <= MAX_KEPT_BYTES) break;
      recording.drop();
    }
    if (this.#bytes + bytes > MAX_KEPT_BYTES) return false;
    this.#bytes += bytes;
    return true;
  }

  giveBack(bytes: number): void {
    this.#bytes -= bytes;
  }

  dropSurplus(): void {
    const closed = this.#closed();
    for (const recording of closed.slice(0, Math.max(0, closed.length - MAX_ARTIFACTS))) recording.drop();
  }

  clear(): void {
    for (const recording of [...this.recordings.values()]) recording.drop();
  }

  #closed(): readonly Recording[] {
    return [...this.recordings.values()].filter((recording) => recording.isClosed);
  }
}

function storeOf(workspace: Workspace): Store {
  const { memory } = workspace.session;
  const known = memory.get(SUBJECT) as Store | undefined;
  if (known !== undefined) return known;
  const store = new Store();
  memory.set(SUBJECT, store);
  workspace.onClose(async () => store.clear());
  return store;
}

/** So many bytes are whole characters: the last one may have been cut. */
function wholeCharacters(bytes: Buffer): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back++) {
    const byte = bytes[bytes.length - back] as number;
    if (byte < 0x80) break;
    if (byte >= 0xc0) return back < sequenceLength(byte) ? bytes.length - back : bytes.length;
  }
  return bytes.length;
}

function sequenceLength(lead: number): number {
  if (lead >= 0xf0) return 4;
  return lead >= 0xe0 ? 3 : 2;
}
