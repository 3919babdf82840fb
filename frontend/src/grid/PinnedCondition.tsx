import { useQuery } from "@tanstack/react-query";
import { ApiError, get } from "../api/client.ts";
import { useMeta } from "../api/queries.ts";
import { Condition } from "../ui/Condition.tsx";
import { batchWords, negatedWords, type Pinned } from "./pinned.ts";

interface PinnedProps {
  pinned: Pinned;
  /** What a person calls the one row, where it is known. */
  name?: string | null;
  onRemove: () => void;
}

export function PinnedCondition({ pinned, name = null, onRemove }: PinnedProps) {
  const { field, id, negated } = pinned;
  const { user } = useMeta();
  const batch = useQuery({
    queryKey: ["job", id],
    queryFn: ({ signal }) => get(`/bulk-jobs/${id}`, {}, signal),
    enabled: field === "batch",
    staleTime: 60_000,
  });
  const isGone = batch.error instanceof ApiError && batch.error.status === 404;
  const unknown = field === "id" ? "One chosen row" : isGone ? "A decision that is gone" : "The rows of one decision";
  const words = field === "id" && name ? `Only ${name}` : batch.data ? batchWords(batch.data, user.name) : unknown;
  return <Condition words={negated ? negatedWords(words) : words} onRemove={onRemove} />;
}
