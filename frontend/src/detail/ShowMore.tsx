// The button below a long list that brings the next of it.
import { number } from "../text/numbers.ts";

interface Props {
  shown: number;
  total: number;
  isLoading: boolean;
  onMore: () => void;
}

export function ShowMore({ shown, total, isLoading, onMore }: Props) {
  return (
    <button type="button" className="button pairs-more" disabled={isLoading} onClick={onMore}>
      {isLoading ? "Loading…" : `Show more: ${number(shown)} of ${number(total)} shown`}
    </button>
  );
}
