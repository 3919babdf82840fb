// Tables to take away: what to export, and the files that were made.
import { useQuery } from "@tanstack/react-query";
import { get } from "../api/client.ts";
import { useExportRefusal } from "../shell/refusal.ts";
import { Answer, Refusal } from "../ui/Answer.tsx";
import { Notice } from "../ui/Notice.tsx";
import { ExportForm } from "./ExportForm.tsx";
import { ExportTable } from "./ExportTable.tsx";
import { isOpen } from "./jobs.ts";
import "./exports.css";

export default function ExportsPage() {
  const refusal = useExportRefusal();
  const query = useQuery({
    queryKey: ["exports"],
    queryFn: ({ signal }) => get("/exports/jobs", { size: 50 }, signal),
    refetchInterval: ({ state }) => (state.data?.items.some(isOpen) ? 1_500 : false),
  });
  return (
    <main id="main" className="pane exports">
      <header className="pane-head">
        <h1>Exports</h1>
      </header>
      <Refusal reason={refusal} />
      <ExportForm refusal={refusal} />
      <section className="card exports-card" aria-labelledby="files-title">
        <h2 id="files-title">Files</h2>
        <Answer query={query} what="exports">
          {({ items }) =>
            items.length === 0 ? (
              <Notice title="No file was made yet.">
                Choose above what to take away. Files are made in the background and wait here.
              </Notice>
            ) : (
              <ExportTable jobs={items} refusal={refusal} />
            )
          }
        </Answer>
      </section>
    </main>
  );
}
