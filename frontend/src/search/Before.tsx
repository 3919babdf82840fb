// The same was searched before: what came of it, and the choice between that and asking again.
import { type QueryClient, queryOptions, useQuery } from "@tanstack/react-query";
import type { Ref } from "react";
import { Link } from "wouter";
import { post } from "../api/client.ts";
import { useMeta } from "../api/queries.ts";
import type { SearchedBefore, SearchRequest } from "../api/types.ts";
import { plural } from "../text/numbers.ts";
import { shown } from "../text/shown.ts";
import { useSettled } from "../text/useSettled.ts";
import { Icon } from "../ui/Icon.tsx";
import { Moment } from "../ui/Moment.tsx";

const WAIT = 250;
const LOOK_AGAIN_AFTER = 2_000;

/** Of all that a search says only this counts: another limit or another list is the same question. */
const question = ({ limit: _, list_name: __, ...asked }: SearchRequest): string => JSON.stringify(asked);

const asking = (written: string | null) =>
  queryOptions({
    queryKey: ["searched-before", written],
    queryFn: ({ signal }) => post("/place-searches/before", JSON.parse(written ?? "{}"), { signal }),
    staleTime: 5_000,
    refetchInterval: ({ state }) => state.data?.is_running && LOOK_AGAIN_AFTER,
    retry: false,
  });

/** While it is being written; null for one that is new, or not known yet. */
export function useBefore(request: SearchRequest | null): SearchedBefore | null {
  const written = request && question(request);
  const settled = useSettled(written, WAIT);
  const { data } = useQuery({ ...asking(written), enabled: written !== null && written === settled });
  return data ?? null;
}

/** Where the answer is not there yet; a server that does not say keeps nobody from searching. */
export const lookBefore = (client: QueryClient, request: SearchRequest): Promise<SearchedBefore | null> =>
  client.fetchQuery(asking(question(request))).catch(() => null);

interface BeforeProps {
  before: SearchedBefore;
  source: string;
  busy: boolean;
  refusal: string | null;
  onAgain: () => void;
  ref: Ref<HTMLElement>;
}

export function Before({ before, source, busy, refusal, onAgain, ref }: BeforeProps) {
  const { sources } = useMeta();
  const isPaid = sources.some(({ name, page_cost_micros }) => name === source && page_cost_micros > 0);
  const { id, what, area, at, results, is_running } = before;
  return (
    <section className="card searched-before" aria-labelledby="searched-before" tabIndex={-1} ref={ref}>
      <div role="status">
        <h2 id="searched-before">{is_running ? "This search is at work now" : "You searched for this before"}</h2>
        <p className="foreign">
          <b>{shown(what, 80)}</b> in {shown(area, 120)}:{" "}
          {results === null ? "no place so far" : `${plural(results, "place")} found`}, <Moment at={at} />
        </p>
      </div>
      <Link className="button primary" href={`/follow/place_searches:${id}`}>
        {is_running ? "See how far it is" : "Open what it found"}
      </Link>
      {!is_running && (
        <>
          <button
            type="button"
            className="button"
            disabled={busy || refusal !== null}
            title={refusal ?? undefined}
            onClick={onAgain}
          >
            <Icon name="search" />
            Run it again
          </button>
          <p className="quiet">
            Again, it looks for places that are new since{isPaid && ", and is paid for again"}. What it found stays.
          </p>
        </>
      )}
    </section>
  );
}
