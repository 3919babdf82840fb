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

/** What is looked for, whatever the limit and the list: with others it is another search for the same. */
const subject = (request: SearchRequest | null): string => {
  const { limit: _, list_name: __, ...asked } = request ?? {};
  return JSON.stringify(asked);
};

const asking = (request: SearchRequest | null) =>
  queryOptions({
    queryKey: ["searched-before", subject(request), request?.limit, request?.list_name],
    // Without a signal: who types on would end a look that somebody waits for, and it would count as none before.
    queryFn: () => post("/place-searches/before", request ?? undefined),
    staleTime: 5_000,
    refetchInterval: ({ state }) => state.data?.is_running && LOOK_AGAIN_AFTER,
    retry: false,
  });

/** While it is being written; null for one that is new, or not known yet. */
export function useBefore(request: SearchRequest | null): SearchedBefore | null {
  const written = JSON.stringify(request);
  const settled = useSettled(written, WAIT);
  const { data } = useQuery({
    ...asking(request),
    enabled: request !== null && written === settled,
    // What was searched before stays there while a limit or a list is being written.
    placeholderData: (told, query) => (query?.queryKey[1] === subject(request) ? told : undefined),
  });
  return data ?? null;
}

/** Where the answer is not there yet; a server that does not say keeps nobody from searching. */
export const lookBefore = (client: QueryClient, request: SearchRequest): Promise<SearchedBefore | null> =>
  client.fetchQuery(asking(request)).catch(() => null);

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
  const { id, what, area, at, results, is_running, is_same } = before;
  return (
    <section className="card searched-before" aria-labelledby="searched-before" tabIndex={-1} ref={ref}>
      <div role="status">
        <h2 id="searched-before">{is_running ? "This search is at work now" : "You searched for this before"}</h2>
      </div>
      <p className="foreign">
        <b>{shown(what, 80)}</b> in {shown(area, 120)}:{" "}
        {results === null ? "no place so far" : `${plural(results, "place")} found`}, <Moment at={at} />
      </p>
      <Link className="button primary" href={`/follow/place_searches:${id}`}>
        {is_running ? "See how far it is" : "Open what it found"}
      </Link>
      {!(is_running && is_same) && (
        <>
          <button
            type="button"
            className="button"
            disabled={busy || refusal !== null}
            title={refusal ?? undefined}
            onClick={onAgain}
          >
            <Icon name="search" />
            {is_same ? "Run it again" : "Start another"}
          </button>
          <p className="quiet">
            {is_same
              ? `Again, it looks for places that are new since${isPaid ? ", and is paid for again" : ""}. What it found stays.`
              : `With another limit or list it is a search of its own${isPaid ? ", and paid for by itself" : ""}.`}
          </p>
        </>
      )}
    </section>
  );
}
