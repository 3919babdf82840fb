// What the search may find and cost, while it is being written.
import { useQuery } from "@tanstack/react-query";
import { ApiError, get, post } from "../api/client.ts";
import { useMeta } from "../api/queries.ts";
import type { Estimate, SearchRequest } from "../api/types.ts";
import { amount, cost, number, plural } from "../text/numbers.ts";
import { shown } from "../text/shown.ts";
import { useSettled } from "../text/useSettled.ts";

const WAIT = 600;

export function EstimateCard({
  request,
  trouble,
  source,
}: {
  request: SearchRequest | null;
  trouble: string | null;
  source: string;
}) {
  const written = request ? JSON.stringify({ ...request, list_name: null }) : null;
  const settled = useSettled(written, WAIT);
  const wanted = written === null ? null : settled;
  const { data, error, isFetching } = useQuery({
    queryKey: ["estimate", wanted],
    queryFn: ({ signal }) => post("/place-searches/estimate", JSON.parse(wanted ?? "{}"), { signal }),
    enabled: wanted !== null,
    staleTime: 300_000,
    retry: (failures, problem) => !(problem instanceof ApiError) && failures < 2,
    placeholderData: undefined,
  });
  return (
    <section className="card estimate" aria-label="Estimate" aria-live="polite" aria-busy={isFetching}>
      <h2>Estimate</h2>
      {trouble ? (
        <p className="quiet">{trouble}</p>
      ) : error ? (
        <p className="problem">{error.message}</p>
      ) : !data || wanted === null ? (
        <p className="quiet">Looking around…</p>
      ) : (
        <Told estimate={data} area={request?.polygon?.length ? request.area : null} />
      )}
      <CapLeft source={source} />
    </section>
  );
}

/** Prices are told as they would be; with the simulator nobody sends a bill. */
function Simulated() {
  return useMeta().simulated ? (
    <p className="quiet">Simulated: nothing is billed. This is what the real source would charge.</p>
  ) : null;
}

function Told({
  estimate: {
    places,
    is_counted,
    least_micros,
    most_micros,
    area: found,
    prices_checked_on,
    over_budget,
    ...understood
  },
  area,
}: {
  estimate: Estimate;
  area: string | null | undefined;
}) {
  return (
    <>
      <p className="estimate-cost">
        {most_micros === 0
          ? "Costs nothing"
          : least_micros === most_micros
            ? cost(most_micros)
            : `${cost(least_micros)} to ${cost(most_micros)}`}
      </p>
      {over_budget && <p className="problem">{shown(over_budget, 300)}</p>}
      {most_micros > 0 && <Simulated />}
      {places !== null && (
        <p>
          {is_counted ? "" : "About "}
          {plural(places, "place")} to be found
        </p>
      )}
      {places === null && <p className="quiet">This source does not say beforehand how many there are.</p>}
      <Understood {...understood} area={area ?? found} />
      {prices_checked_on && most_micros > 0 && <p className="quiet">Prices as of {prices_checked_on}</p>}
    </>
  );
}

const THEIRS: Partial<Record<string, string>> = {
  "e-mail": "an e-mail address",
  phone: "a number",
  website: "a website",
};

/** So that nobody takes words for granted that were read otherwise. */
function Understood({ what, area, limit, only_with }: Pick<Estimate, "what" | "area" | "limit" | "only_with">) {
  return (
    <>
      <p className="foreign">
        Looks for <b>{shown(what, 80)}</b> in {shown(area, 200)}
        {limit !== null && <>, at most {number(limit)}</>}
      </p>
      {only_with && (
        <p className="quiet">
          Which of them have {THEIRS[only_with] ?? only_with} is known once their websites are read; choose those for
          the file.
        </p>
      )}
    </>
  );
}

function CapLeft({ source }: { source: string }) {
  const { data } = useQuery({
    queryKey: ["limits"],
    queryFn: ({ signal }) => get("/limits", {}, signal),
    retry: false,
  });
  const { simulated } = useMeta();
  const limit = data?.items.find(({ name }) => name === source);
  if (!limit) return null;
  if (limit.most_per_day === null) {
    return (
      <p className="cap quiet">
        {amount(limit.used_today, limit.unit)} today{limit.cost_micros ? `, ${cost(limit.cost_micros)}` : ""}
        {simulated ? "; simulated, nothing is billed" : "; no daily cap is set"}.
      </p>
    );
  }
  const left = Math.max(0, limit.most_per_day - limit.used_today);
  return (
    <div className="cap">
      <meter
        min={0}
        max={limit.most_per_day}
        value={limit.used_today}
        high={limit.most_per_day * 0.8}
        aria-label={`${limit.title} used today`}
      />
      <p className="quiet">
        {left === 0
          ? "Nothing is left of today’s cap; it goes on tomorrow."
          : `${number(left)} of ${amount(limit.most_per_day, limit.unit)} left today`}
      </p>
    </div>
  );
}
