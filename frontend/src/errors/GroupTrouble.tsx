import { ApiError } from "../api/client.ts";
import { number } from "../text/numbers.ts";
import { shown } from "../text/shown.ts";
import { inWords } from "../text/trouble.ts";
import type { Refused } from "./GroupDecision.tsx";
import { headline } from "./groups.ts";

/** The guard against deciding about other rows than were seen. */
export function GroupTrouble({ refused: { group, error, seen } }: { refused: Refused }) {
  const actual = actualOf(error);
  const name = <b className="foreign">{shown(headline(group), 400)}</b>;
  if (actual === null)
    return (
      <p className="problem" role="alert">
        {name}: {inWords(error)}
      </p>
    );
  return (
    <div className="drift" role="alert">
      <p>{name} has changed since you looked, so it was left as it is.</p>
      <dl>
        <div>
          <dt>You saw</dt>
          <dd>{number(seen)}</dd>
        </div>
        <div>
          <dt>Match now</dt>
          <dd>{number(actual)}</dd>
        </div>
      </dl>
    </div>
  );
}

export function actualOf(error: unknown): number | null {
  if (!(error instanceof ApiError) || error.status !== 409) return null;
  const actual = error.facts.actual;
  return typeof actual === "number" ? actual : null;
}
