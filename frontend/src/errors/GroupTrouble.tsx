import { ApiError } from "../api/client.ts";
import { number } from "../text/numbers.ts";
import { inWords } from "../text/trouble.ts";

/** The guard against deciding about other rows than were seen. */
export function GroupTrouble({ error, seen }: { error: unknown; seen: number }) {
  if (error === null) return null;
  const actual = actualOf(error);
  if (actual === null)
    return (
      <p className="problem" role="alert">
        {inWords(error)}
      </p>
    );
  return (
    <div className="drift" role="alert">
      <p>This group has changed since you looked, so it was left as it is.</p>
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
