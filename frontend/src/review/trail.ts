// What was decided, in order, and the way back: shown at once, then sent.
import type { Settable } from "../api/types.ts";
import { DecisionQueue, type QueueOptions } from "./decisions.ts";
import type { Step } from "./session.ts";

/** A decision and, once it was sent, what takes it back: setting a failed row to New would lose what it said. */
interface Made {
  readonly id: string;
  readonly status: Settable;
  readonly number: number;
  before: Settable | undefined;
  hasLeft: boolean;
  token: string | null;
}

export interface Sent {
  /** What takes it back. */
  readonly token: string | null;
  /** Rows that were not changed: there is nothing of them to take back. */
  readonly refused: readonly string[];
}

export interface TrailOptions extends Omit<QueueOptions, "send"> {
  /** One request for rows of one status. */
  send: (ids: readonly string[], status: Settable) => Promise<Sent>;
  /** One row of a sent batch, as it was before. False if the server did not. */
  undo: (token: string, id: string) => Promise<boolean>;
  show: (taken: Step) => void;
}

export class Trail {
  readonly queue: DecisionQueue;
  private readonly options: TrailOptions;
  private order: Made[] = [];
  private count = 0;

  constructor(options: TrailOptions) {
    this.options = options;
    this.queue = new DecisionQueue({ ...options, send: (ids, status) => this.send(ids, status) });
  }

  /** `before` is what the row shows so far; undefined if it is open. */
  decide(id: string, status: Settable, before: Settable | undefined, now: number): void {
    this.count += 1;
    this.order.push({ id, status, number: this.count, before, hasLeft: false, token: null });
    this.queue.decide(id, status);
    this.options.show({ kind: "decide", id, status, now });
  }

  /** The view goes first: a key pressed while the server is asked must not be about the next row. */
  async undo(): Promise<void> {
    const last = this.order.pop();
    if (!last) return;
    this.options.show({ kind: "undo", id: last.id, before: last.before });
    if (this.queue.takeBack(last.id)) this.sendReplaced(last.id);
    else await this.queue.alone(() => this.sendUndo(last));
  }

  private newest(id: string): Made | undefined {
    return this.order.findLast((made) => made.id === id);
  }

  /** A decision that waited when another took its place counts again. */
  private sendReplaced(id: string): void {
    const replaced = this.newest(id);
    if (replaced && !replaced.hasLeft) this.queue.decide(id, replaced.status);
  }

  private async send(ids: readonly string[], status: Settable): Promise<void> {
    // Found before the answer comes: until then a row may have been decided anew.
    const leaving = ids.map((id) => this.newest(id)).filter((made) => made !== undefined);
    for (const made of leaving) made.hasLeft = true;
    try {
      const { token, refused } = await this.options.send(ids, status);
      const isRefused = ({ id }: Made) => refused.includes(id);
      for (const made of leaving) made.token = isRefused(made) ? null : token;
      const open = this.forget(leaving.filter(isRefused));
      if (open.length > 0) this.options.show({ kind: "put-back", ids: open });
    } catch (error) {
      this.forget(leaving);
      throw error;
    }
  }

  /** Rows that were not changed have no way back. Those that were not decided anew since are open. */
  private forget(unchanged: readonly Made[]): string[] {
    this.order = this.order.filter((made) => !unchanged.includes(made));
    return unchanged.filter((made) => !this.standsBelow(made, made.before)).map(({ id }) => id);
  }

  private async sendUndo(last: Made): Promise<void> {
    const { id, token, status } = last;
    if (token === null) return;
    if (await this.options.undo(token, id)) return;
    const isAnew = this.standsBelow(last, status);
    this.options.show({ kind: "undo-refused", id, status: isAnew ? null : status });
  }

  /** Whether the row was decided anew since; taking that back then shows `status`. */
  private standsBelow({ id, number }: Made, status: Settable | undefined): boolean {
    const next = this.order.find((made) => made.id === id && made.number > number);
    if (next) next.before = status;
    return next !== undefined;
  }
}
