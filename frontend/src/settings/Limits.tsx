import { useQuery } from "@tanstack/react-query";
import { get } from "../api/client.ts";
import { useMeta } from "../api/queries.ts";
import type { Limit } from "../api/types.ts";
import { amount, cost, number } from "../text/numbers.ts";
import { Loading } from "../ui/Answer.tsx";
import { Notice } from "../ui/Notice.tsx";

export function Limits() {
  const { simulated } = useMeta();
  const { data, error, failureReason, refetch } = useQuery({
    queryKey: ["limits"],
    queryFn: ({ signal }) => get("/limits", {}, signal),
    refetchInterval: 15_000,
  });
  if (error) return <Notice title={error.message} action={{ label: "Try again", run: () => void refetch() }} />;
  if (!data) return <Loading what="what was used" reason={failureReason} />;
  if (data.items.length === 0)
    return (
      <Notice title="Nothing that costs money is set up.">
        Keys of paid place APIs are set in the environment; see the how-to on place sources.
      </Notice>
    );
  return (
    <section className="card" aria-label="Paid calls of today">
      {simulated && <p className="quiet">Simulated: nothing is billed. These are the prices of the real sources.</p>}
      <table className="table stack">
        <thead>
          <tr>
            <th scope="col">What</th>
            <th scope="col">Today</th>
            <th scope="col" className="number">
              Used
            </th>
            <th scope="col" className="number">
              At most a day
            </th>
            <th scope="col" className="number">
              Cost
            </th>
          </tr>
        </thead>
        <tbody>
          {data.items.map((limit) => (
            <LimitRow key={limit.name} limit={limit} />
          ))}
        </tbody>
      </table>
    </section>
  );
}

function LimitRow({ limit: { title, used_today, most_per_day, unit, cost_micros } }: { limit: Limit }) {
  return (
    <tr>
      <th scope="row">{title}</th>
      <td>
        {most_per_day ? (
          <meter
            min={0}
            max={most_per_day}
            high={most_per_day * 0.8}
            value={used_today}
            aria-label={`${title}: ${used_today} of ${most_per_day}`}
          />
        ) : (
          <span className="quiet">—</span>
        )}
      </td>
      <td className="number">{amount(used_today, unit)}</td>
      <td className="number">{most_per_day ? number(most_per_day) : <span className="quiet">no limit</span>}</td>
      <td className="number">{cost_micros === null ? "—" : cost(cost_micros)}</td>
    </tr>
  );
}
