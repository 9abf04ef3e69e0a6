/** A burst of signals within this many milliseconds becomes one request of each thing. */
const GATHER_MS = 40;

/** Reads things anew by their names: once for many wishes, and never the same thing twice at a time. */
export class Reading<Name extends string> {
  readonly #read: (name: Name) => Promise<unknown>;
  readonly #mayRead: (name: Name) => boolean;
  readonly #due = new Set<Name>();
  readonly #running = new Set<Name>();
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** What may not be read now stays due until `flush` is called. */
  constructor(read: (name: Name) => Promise<unknown>, mayRead: (name: Name) => boolean) {
    this.#read = read;
    this.#mayRead = mayRead;
  }

  want(names: readonly Name[]): void {
    names.forEach((name) => this.#due.add(name));
    this.#timer ??= setTimeout(() => this.flush(), GATHER_MS);
  }

  /** Reads at once what is due. */
  flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    for (const name of this.#due) {
      if (this.#running.has(name) || !this.#mayRead(name)) continue;
      this.#due.delete(name);
      this.#running.add(name);
      void this.#run(name);
    }
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#due.clear();
  }

  async #run(name: Name): Promise<void> {
    // Whoever reads keeps what they have when it fails; the next signal or poll reads again.
    await this.#read(name).catch(() => undefined);
    this.#running.delete(name);
    if (this.#due.has(name)) this.want([]);
  }
}
