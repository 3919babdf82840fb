// What is stored about somebody: told, and erased after a look at how much that is.
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { post } from "../api/client.ts";
import type { Erased, SuppressionKind } from "../api/types.ts";
import { NestedEntries } from "../detail/RowData.tsx";
import { useRefusal } from "../shell/refusal.ts";
import { plural } from "../text/numbers.ts";
import { shown } from "../text/shown.ts";
import { inWords } from "../text/trouble.ts";
import { Notice } from "../ui/Notice.tsx";
import { KindChoice } from "./KindChoice.tsx";
import { KINDS } from "./kinds.ts";

export function Erasing() {
  const client = useQueryClient();
  const refusal = useRefusal("admin");
  const [kind, setKind] = useState<SuppressionKind>("email");
  const [value, setValue] = useState("");
  const [domain, setDomain] = useState("");
  const who = { kind, value: value.trim(), domain: kind === "person" ? domain.trim() || null : null };
  const told = useMutation({ mutationFn: () => post("/disclosures", who) });
  const erased = useMutation({
    mutationFn: (dry_run: boolean) => post("/erasures", { ...who, dry_run }),
    onSuccess: () => client.invalidateQueries(),
  });
  const forget = () => {
    told.reset();
    erased.reset();
  };
  const isReady = who.value !== "" && refusal === null;
  const error = told.error ?? erased.error;
  return (
    <section className="card privacy-part" aria-labelledby="erasing">
      <h2 id="erasing">What is stored about somebody</h2>
      {refusal && <p className="quiet">{refusal}</p>}
      <div className="privacy-form" onChange={forget}>
        <KindChoice kind={kind} onKind={setKind} />
        <label className="privacy-wide">
          {KINDS[kind].words}
          <input value={value} placeholder={KINDS[kind].example} onChange={(event) => setValue(event.target.value)} />
        </label>
        {kind === "person" && (
          <label className="privacy-wide">
            Where they work, if several have the name
            <input value={domain} placeholder="acme.example" onChange={(event) => setDomain(event.target.value)} />
          </label>
        )}
        <button type="button" className="button" disabled={!isReady} onClick={() => told.mutate()}>
          Show what is stored
        </button>
        <button type="button" className="button" disabled={!isReady} onClick={() => erased.mutate(true)}>
          See what would be erased
        </button>
      </div>
      {error && <Notice title={inWords(error)} />}
      {told.data && (
        <div className="privacy-told" tabIndex={0} role="region" aria-label="What is stored">
          <NestedEntries value={told.data} />
        </div>
      )}
      {erased.data && (
        <Report report={erased.data} who={who.value} isBusy={erased.isPending} onErase={() => erased.mutate(false)} />
      )}
    </section>
  );
}

interface ReportProps {
  report: Erased;
  who: string;
  isBusy: boolean;
  onErase: () => void;
}

function Report({ report, who, isBusy, onErase }: ReportProps) {
  const parts = [...Object.entries(report.deleted), ...Object.entries(report.redacted)].filter(
    ([, count]) => count > 0,
  );
  const isNothing = report.contacts === 0 && parts.length === 0 && report.pages === 0;
  return (
    <div className="privacy-report" role="status">
      <p>
        {report.dry_run ? "This would be erased: " : "Erased: "}
        {plural(report.contacts, "contact")}, {plural(report.pages, "page")}, {plural(report.exports, "export")}.
      </p>
      {parts.length > 0 && (
        <ul>
          {parts.map(([table, count]) => (
            <li key={table}>
              {table.replaceAll("_", " ")}: {plural(count, "row")}
            </li>
          ))}
        </ul>
      )}
      {report.delivered.length > 0 && (
        <p>
          Sent before, to be erased there as well:{" "}
          {[...new Set(report.delivered.map(({ target }) => shown(target, 60)))].join(", ")}.
        </p>
      )}
      {report.not_reached.length > 0 && (
        <p className="problem">Not reached: {report.not_reached.map((each) => shown(each, 120)).join("; ")}.</p>
      )}
      {report.dry_run && (
        <button type="button" className="button danger" disabled={isBusy} onClick={onErase}>
          {isNothing ? `Keep ${shown(who, 60)} from being stored` : `Erase ${shown(who, 60)} for good`}
        </button>
      )}
    </div>
  );
}
