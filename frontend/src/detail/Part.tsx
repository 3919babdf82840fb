// One titled part of a row's detail, with its own loading and its own trouble.
import { useId, type ReactNode } from "react";

interface PartProps { title: string; count?: number; isLoading?: boolean; error?: Error | null; retry?: () => void; children: ReactNode }

export function Part({ title, count, isLoading = false, error, retry, children }: PartProps) {
  const id = useId();
  return (
    <section className="part" aria-labelledby={id} aria-busy={isLoading && !error}>
      <h3 id={id}>{title}{count ? <span className="part-count">{count}</span> : null}</h3>
      {error ? (
        <p className="problem">{error.message} {retry && <button type="button" className="button" onClick={retry}>Try again</button>}</p>
      ) : isLoading ? (
        <p className="part-wait" aria-label="Loading" role="status"><span /><span /></p>
      ) : (
        children
      )}
    </section>
  );
}
