// Decisions made faster than a server should be asked: kept for a moment, sent together, never lost.
import type { Settable } from "../api/types.ts";

export interface Decision {
  id: string;
  status: Settable;
}
export interface QueueOptions {
  /** One request for rows of one status. Throws if the server did not take them. */
  send: (ids: readonly string[], status: Settable) => Promise<void>;
  /** Decisions that were not taken, except where the person has decided anew since. */
  failed: (decisions: readonly Decision[], error: unknown) => void;
  later?: (run: () => void, ms: number) => () => void;
  everyMs?: number;
  most?: number;
}

const byTimer = (run: () => void, ms: number): (() => void) => {
  const timer = setTimeout(run, ms);
  return () => clearTimeout(timer);
};

/** The last decision about a row counts; what is on its way is never overtaken. */
export class DecisionQueue {
  private readonly options: Required<QueueOptions>;
  private readonly waiting = new Map<string, Settable>();
  private flight: Promise<void> | null = null;
  private cancel: (() => void) | null = null;

  constructor(options: QueueOptions) {
    this.options = { later: byTimer, everyMs: 1_000, most: 20, ...options };
  }

  /** What has not left yet. */
  get size(): number {
    return this.waiting.size;
  }

  decide(id: string, status: Settable): void {
    this.waiting.delete(id);
    this.waiting.set(id, status);
    if (this.waiting.size >= this.options.most) void this.flush();
    else this.cancel ??= this.options.later(() => void this.flush(), this.options.everyMs);
  }

  /** Whether the decision had not left yet, so that nothing needs to be sent. */
  takeBack(id: string): boolean {
    return this.waiting.delete(id);
  }

  /** Resolves when everything decided so far was sent or put back. */
  async flush(): Promise<void> {
    this.cancel?.();
    this.cancel = null;
    while (this.flight) await this.flight;
    if (this.waiting.size === 0) return;
    const batch = [...this.waiting].map(([id, status]): Decision => ({ id, status }));
    this.waiting.clear();
    this.flight = this.sendAll(batch).finally(() => {
      this.flight = null;
    });
    await this.flight;
  }

  /** Runs once what is on its way has arrived; what is decided meanwhile leaves after it. */
  async alone(run: () => Promise<void>): Promise<void> {
    while (this.flight) await this.flight;
    this.flight = run().finally(() => {
      this.flight = null;
    });
    await this.flight;
  }

  /** The page goes away: what waits is sent now, whatever is on its way. */
  flushNow(): Promise<void> {
    const batch = [...this.waiting].map(([id, status]): Decision => ({ id, status }));
    this.waiting.clear();
    return this.sendAll(batch);
  }

  private async sendAll(batch: readonly Decision[]): Promise<void> {
    const statuses = [...new Set(batch.map(({ status }) => status))];
    await Promise.all(
      statuses.map((status) =>
        this.sendSome(
          batch.filter((each) => each.status === status),
          status,
        ),
      ),
    );
  }

  private async sendSome(batch: readonly Decision[], status: Settable): Promise<void> {
    try {
      await this.options.send(
        batch.map(({ id }) => id),
        status,
      );
    } catch (error) {
      const stale = batch.filter(({ id }) => !this.waiting.has(id));
      if (stale.length > 0) this.options.failed(stale, error);
    }
  }
}
