import { useQuery } from "@tanstack/react-query";
import { address, get } from "../api/client.ts";
import type { System } from "../api/types.ts";
import { bytes, number } from "../text/numbers.ts";
import { span } from "../text/time.ts";
import { Loading } from "../ui/Answer.tsx";
import { Moment } from "../ui/Moment.tsx";
import { Notice } from "../ui/Notice.tsx";

export function SystemFacts() {
  const { data, error, failureReason, refetch } = useQuery({
    queryKey: ["system"],
    queryFn: ({ signal }) => get("/system", {}, signal),
    refetchInterval: 10_000,
  });
  if (error) return <Notice title={error.message} action={{ label: "Try again", run: () => void refetch() }} />;
  if (!data) return <Loading what="the facts" reason={failureReason} />;
  const facts: [string, string][] = [
    ["ScraperSky", data.version],
    ["This application", data.ui_stamp ?? "unknown"],
    ["Python", data.python],
    ["PostgreSQL", data.postgres],
    ["Running for", span(data.uptime_seconds)],
    ["Schema files", number(data.schema_files)],
    ["Database", bytes(data.database_bytes)],
    ["Free on disk", data.disk_free_bytes === null ? "unknown" : bytes(data.disk_free_bytes)],
  ];
  return (
    <div className="settings-list">
      <section className="card" aria-label="Versions and sizes">
        <dl className="settings-facts">
          {facts.map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
        <a className="button" href={address("/system/diagnostics")} download>
          Download a diagnostic bundle
        </a>
      </section>
      <Faults faults={data.faults} />
      <Workers workers={data.workers} />
      <section className="card" aria-labelledby="tables">
        <h2 id="tables">Tables</h2>
        <table className="table stack">
          <thead>
            <tr>
              <th scope="col">Table</th>
              <th scope="col" className="number">
                Rows, about
              </th>
              <th scope="col" className="number">
                Size
              </th>
            </tr>
          </thead>
          <tbody>
            {data.tables.map(({ name, rows, bytes: size }) => (
              <tr key={name}>
                <th scope="row">{name}</th>
                <td className="number">{number(rows)}</td>
                <td className="number">{bytes(size)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </div>
  );
}

function Faults({ faults }: { faults: System["faults"] }) {
  if (faults.length === 0) return null;
  return (
    <section className="card" aria-labelledby="faults">
      <h2 id="faults">Failures in the background</h2>
      <table className="table stack">
        <thead>
          <tr>
            <th scope="col">Part</th>
            <th scope="col">What happened</th>
            <th scope="col" className="number">
              Times
            </th>
            <th scope="col">Last</th>
            <th scope="col">State</th>
          </tr>
        </thead>
        <tbody>
          {faults.map(({ host, pid, part, message, times, last_at, ongoing }) => (
            <tr key={`${host} ${pid} ${part}`}>
              <th scope="row">{part}</th>
              <td title={`${host}, process ${pid}`}>{message}</td>
              <td className="number">{number(times)}</td>
              <td>
                <Moment at={last_at} />
              </td>
              <td>{ongoing ? "failing" : "over"}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Workers({ workers }: { workers: System["workers"] }) {
  return (
    <section className="card" aria-labelledby="workers">
      <h2 id="workers">Workers</h2>
      {workers.length === 0 ? (
        <p className="quiet">No process works on the queues. Start one with: scrapersky worker</p>
      ) : (
        <table className="table stack">
          <thead>
            <tr>
              <th scope="col">Host</th>
              <th scope="col" className="number">
                Process
              </th>
              <th scope="col">Started</th>
              <th scope="col">State</th>
            </tr>
          </thead>
          <tbody>
            {workers.map(({ id, host, pid, started_at, alive }) => (
              <tr key={id}>
                <th scope="row">{host}</th>
                <td className="number">{pid}</td>
                <td>
                  <Moment at={started_at} />
                </td>
                <td>{alive ? "working" : "gone"}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}
