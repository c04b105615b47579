// Both streams of a command, from their beginning to its end and beyond.
import { Capture, drain, type Keep } from "./capture.ts";
import { lastWords } from "./last-words.ts";
import type { Streams } from "./pipes.ts";
import type { Output } from "./query.ts";

/** Sees the streams as they come. */
export type Watch = Readonly<Record<keyof Streams, (chunk: Buffer) => void>>;

export class Reading {
  readonly #captures: Readonly<Record<keyof Streams, Capture>>;
  #watch: Watch | undefined;
  #streams: Streams | undefined;

  constructor(keep: Readonly<Record<keyof Streams, Keep>>, watch: Watch | undefined) {
    this.#captures = { stdout: new Capture(keep.stdout), stderr: new Capture(keep.stderr) };
    this.#watch = watch;
  }

  begin(streams: Streams): void {
    this.#streams = streams;
    for (const name of ["stdout", "stderr"] as const) {
      if (this.#watch !== undefined) streams[name].on("data", this.#watch[name]);
      drain(streams[name], this.#captures[name]);
    }
  }

  /** What comes later, from children in the background, is read and dropped, so that they can go on. */
  async finish(): Promise<void> {
    if (this.#streams === undefined) return;
    await lastWords([this.#streams.stdout, this.#streams.stderr]);
    for (const capture of Object.values(this.#captures)) capture.close();
    this.unwatch();
  }

  /** Nobody watches any more. */
  unwatch(): void {
    for (const name of ["stdout", "stderr"] as const) if (this.#watch !== undefined) this.#streams?.[name].off("data", this.#watch[name]);
    this.#watch = undefined;
  }

  output(): Output {
    return { stdout: this.#captures.stdout.snapshot(), stderr: this.#captures.stderr.snapshot() };
  }

  isOpen(): boolean {
    return this.#streams !== undefined && !(this.#streams.stdout.closed && this.#streams.stderr.closed);
  }

  stop(): void {
    this.#streams?.stdout.destroy();
    this.#streams?.stderr.destroy();
  }
}
