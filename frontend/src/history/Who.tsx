import { shown } from "../text/shown.ts";

/** A person, or the work that led to the decision. */
export function Who({ name }: { name: string }) {
  return (
    <span className="foreign history-who" title={shown(name)}>
      {shown(name, 120)}
    </span>
  );
}
