import { percent } from "../text/numbers.ts";
import "./progress.css";

export function Progress({ done, total, label }: { done: number; total: number | null; label: string }) {
  const share = total ? Math.min(1, done / total) : null;
  return (
    <div className="progress" title={label}>
      <progress aria-label={label} {...(share === null ? {} : { value: share })} max={1} />
      <span aria-hidden="true">{share === null ? "…" : percent(share)}</span>
    </div>
  );
}
