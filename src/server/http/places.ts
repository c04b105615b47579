// Places for sessions: a fixed number. A place is free again only when everything that ran there has ended. Nobody can take all of them:
// whoever has none yet finds one.

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
  readonly #owners: number;
  /** By whom. */
  readonly #taken = new Map<Tenancy, object>();
  readonly #idleMs: number;
  #isClosed = false;

  /** For so many who may take places. */
  constructor(all: number, owners: number, idleMs: number) {
    this.#all = all;
    this.#owners = owners;
    this.#idleMs = idleMs;
  }

  /** Nothing is left for them. Who has a place already leaves one to each that has none, but never more than half of all. */
  isFullFor(owner: object): boolean {
    const owners = new Set(this.#taken.values());
    const reserved = owners.has(owner) ? Math.min(this.#owners - owners.size, Math.floor(this.#all / 2)) : 0;
    return this.#isClosed || this.#taken.size + reserved >= this.#all;
  }

  /** Takes a place; it is given back when `end` is done. */
  take(owner: object, end: () => Promise<void>): Tenancy {
    const tenancy: Tenancy = new Tenancy(this.#idleMs, async () => {
      await end().finally(() => this.#taken.delete(tenancy));
    });
    this.#taken.set(tenancy, owner);
    return tenancy;
  }

  /** Ends what is there, for good. */
  async endAll(): Promise<void> {
    this.#isClosed = true;
    await Promise.all([...this.#taken.keys()].map((tenancy) => tenancy.end()));
  }
}
