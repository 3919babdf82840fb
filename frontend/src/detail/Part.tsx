// One titled part of a row's detail, with its own loading and its own trouble.
import { createContext, type ReactNode, useContext, useId } from "react";

/** Parts stand below a heading of the second rank, or on a page of their own below the first. */
export const PartRank = createContext<"h2" | "h3">("h3");

interface PartProps {
  title: string;
  count?: number;
  isLoading?: boolean;
  error?: Error | null;
  retry?: () => void;
  children: ReactNode;
}

export function Part({ title, count, isLoading = false, error, retry, children }: PartProps) {
  const id = useId();
  const Heading = useContext(PartRank);
  return (
    <section className="part" aria-labelledby={id} aria-busy={isLoading && !error}>
      <Heading id={id} className="part-title">
        {title}
        {count ? <span className="part-count">{count}</span> : null}
      </Heading>
      {error ? (
        <p className="problem">
          {error.message}{" "}
          {retry && (
            <button type="button" className="button" onClick={retry}>
              Try again
            </button>
          )}
        </p>
      ) : isLoading ? (
        <p className="part-wait" aria-label="Loading" role="status">
          <span />
          <span />
        </p>
      ) : (
        children
      )}
    </section>
  );
}
