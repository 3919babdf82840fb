// Which tab of this browser leads. The browser gives a lock to one of them, and to the next when that one goes.
export interface Roles {
  lead: () => void;
  /** Another tab took the lead. */
  follow: () => void;
  /** This browser gives no locks here. */
  refused: () => void;
}

export class Contest {
  readonly #name: string;
  readonly #roles: Roles;
  #waiting = new AbortController();
  #release: (() => void) | null = null;
  #isOver = false;

  constructor(name: string, roles: Roles) {
    this.#name = name;
    this.#roles = roles;
    this.#wait();
  }

  get isLeading(): boolean {
    return this.#release !== null;
  }

  /** From a leader that no longer answers. */
  take(): void {
    this.#waiting.abort();
    void this.#ask({ steal: true });
  }

  end(): void {
    this.#isOver = true;
    this.#waiting.abort();
    this.#release?.();
    this.#release = null;
  }

  #wait(): void {
    this.#waiting = new AbortController();
    void this.#ask({ signal: this.#waiting.signal });
  }

  async #ask(options: LockOptions): Promise<void> {
    try {
      await navigator.locks.request(this.#name, options, () => this.#hold());
    } catch (error) {
      if (this.#isOver) return;
      if (!(error instanceof DOMException && error.name === "AbortError")) this.#roles.refused();
      else if (this.isLeading) this.#lose();
    }
  }

  #hold(): Promise<void> {
    if (this.#isOver) return Promise.resolve();
    return new Promise((resolve) => {
      this.#release = resolve;
      this.#roles.lead();
    });
  }

  #lose(): void {
    this.#release = null;
    this.#roles.follow();
    this.#wait();
  }
}
