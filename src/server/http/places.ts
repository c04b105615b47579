// Places for sessions: a fixed number. A place is free again only when everything that ran there has ended.

/** Something that is used now and then, and ends when nobody has used it for a while. */
export class Tenancy {
  readonly #idleMs: number;
  readonly #end: () => Promise<void>;
  #users = 0;
  #timer: NodeJS.Timeout | undefined;
  #ended: Promise<void> | undefined;

  constructor(idleMs: number, end: () => Promise<void>) {
    this.#idleMs = idleMs;
    this.#end = end;
    this.#wait();
  }

  /** Uses it until the returned function is called. */
  use(): () => void {
    this.#users++;
    clearTimeout(this.#timer);
    return () => {
      if (--this.#users === 0 && this.#ended === undefined) this.#wait();
    };
  }

  get isOver(): boolean {
    return this.#ended !== undefined;
  }

  end(): Promise<void> {
    clearTimeout(this.#timer);
    this.#ended ??= this.#end();
    return this.#ended;
  }

  #wait(): void {
    this.#timer = setTimeout(() => void this.end(), this.#idleMs);
    this.#timer.unref();
  }
}

export class Places {
  readonly #all: number;
  readonly #taken = new Set<Tenancy>();
  readonly #idleMs: number;
  #isClosed = false;

  constructor(all: number, idleMs: number) {
    this.#all = all;
    this.#idleMs = idleMs;
  }

  /** No more can be taken: all are, or there are none any more. */
  get isFull(): boolean {
    return this.#isClosed || this.#taken.size >= this.#all;
  }

  get taken(): number {
    return this.#taken.size;
  }

  /** Takes a place; it is given back when `end` is done. */
  take(end: () => Promise<void>): Tenancy {
    const tenancy: Tenancy = new Tenancy(this.#idleMs, async () => {
      await end().finally(() => this.#taken.delete(tenancy));
    });
    this.#taken.add(tenancy);
    return tenancy;
  }

  /** Ends what is there, for good. */
  async endAll(): Promise<void> {
    this.#isClosed = true;
    await Promise.all([...this.#taken].map((tenancy) => tenancy.end()));
  }
}
