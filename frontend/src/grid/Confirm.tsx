// Before many rows change: how many exactly, which, how long it takes and what it costs.
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { get } from "../api/client.ts";
import { countMatching, knownWithoutAddress, undoSeconds } from "../api/decide.ts";
import { useMeta, useOrigins } from "../api/queries.ts";
import { addressField, recipients, verbOf, withoutAddressWords } from "../api/sending.ts";
import type { WorkflowMeta } from "../api/types.ts";
import { pathOf } from "../api/workflows.ts";
import { number, plural } from "../text/numbers.ts";
import { named } from "../text/origins.ts";
import { shown } from "../text/shown.ts";
import { Dialog } from "../ui/Dialog.tsx";
import { toast } from "../ui/Toasts.tsx";
import { asCommand } from "./command.ts";
import type { Selection } from "./selection.ts";
import { type Asked, type Deciding, TRIED } from "./useDecide.ts";

export function Confirm({ workflow, asked, deciding }: { workflow: WorkflowMeta; asked: Asked; deciding: Deciding }) {
  const { status, selection, drift } = asked;
  const meta = useMeta();
  const origins = useOrigins(workflow.name);
  const counted = useCounted(workflow, selection, drift?.actual ?? null);
  const count = counted.data?.count ?? null;
  const to = status === "Queued" ? recipients(workflow, meta) : null;
  const without = useWithoutAddress(workflow, selection, to !== null).data ?? 0;
  const seconds = undoSeconds(useQueryClient());
  const close = () => deciding.ask(null);
  const copy = () => {
    void navigator.clipboard.writeText(
      asCommand({ workflow, selection, status, expected: count, user: meta.user.name, origin: location.origin }),
    );
    toast("The command is in the clipboard.");
  };
  return (
    <Dialog
      title={
        count === null
          ? "Counting the rows that match…"
          : to
            ? `Send ${plural(count, "row")} to ${to}?`
            : `Set ${plural(count, "row")} to ${status}?`
      }
      onClose={close}
      className="confirm"
    >
      {drift && <DriftNote expected={drift.expected} actual={drift.actual} />}
      {counted.error && (
        <p className="problem" role="alert">
          {counted.error.message}
        </p>
      )}
      <dl className="confirm-facts">
        <div>
          <dt>Rows</dt>
          <dd className="foreign">
            {counted.data ? shown(named(counted.data.words, origins.data?.items ?? []), 400) : "…"}
            {selection.kind === "all" && selection.except.size > 0 && <> — except {number(selection.except.size)}</>}
          </dd>
        </div>
        {count !== null && without > 0 && (
          <div>
            <dt>Addresses</dt>
            <dd>{withoutAddressWords(without, count)}</dd>
          </div>
        )}
        {status === "Queued" && count !== null && <ForecastFacts workflow={workflow} rows={count} />}
        <div>
          <dt>Way back</dt>
          <dd>
            {status === "Queued" && seconds > 0
              ? `Undo within ${plural(seconds, "second")}. After that workers take the rows, and what they ${to ? "sent stays sent" : "finished stays"}.`
              : "Undo with the toast or from History. Rows that a worker already took are named."}
          </dd>
        </div>
      </dl>
      <div className="dialog-actions confirm-actions">
        <button type="button" className="button" onClick={copy} disabled={count === null}>
          Copy as command
        </button>
        <button type="button" className="button" data-first onClick={close}>
          Cancel
        </button>
        {status === "Queued" && (
          <button
            type="button"
            className="button"
            disabled={count === null || deciding.isBusy}
            onClick={() => deciding.tryFirst(selection, count)}
          >
            Try {TRIED} first
          </button>
        )}
        <button
          type="button"
          className="button primary"
          disabled={count === null || count === 0 || deciding.isBusy}
          onClick={() => count !== null && void deciding.send(status, selection, count)}
        >
          {verbOf(status, workflow)} {count === null ? "" : number(count)}
        </button>
      </div>
    </Dialog>
  );
}

function DriftNote({ expected, actual }: { expected: number; actual: number }) {
  return (
    <p className="confirm-drift" role="alert">
      You saw {plural(expected, "row")} and <strong>{number(actual)}</strong> {actual === 1 ? "matches" : "match"} now,
      so nothing was changed. Go on with the {number(actual)} of now, or cancel and look again.
    </p>
  );
}

function ForecastFacts({ workflow, rows }: { workflow: WorkflowMeta; rows: number }) {
  const forecast = useQuery({
    queryKey: ["forecast", workflow.name, rows],
    queryFn: ({ signal }) => get(`${pathOf(workflow)}/forecast`, { rows }, signal),
    retry: false,
    placeholderData: undefined,
  });
  const { time_words, cost_words } = forecast.data ?? {};
  const { simulated } = useMeta();
  return (
    <>
      <div>
        <dt>Time</dt>
        <dd>{forecast.error ? "No forecast: the server did not give one." : (time_words ?? "…")}</dd>
      </div>
      {cost_words && (
        <div>
          <dt>Cost</dt>
          <dd>
            {cost_words}
            {simulated && " Simulated: nothing is billed."}
          </dd>
        </div>
      )}
    </>
  );
}

/** The exact number, counted when it is asked for; rows chosen one by one are counted already. */
function useCounted(workflow: WorkflowMeta, selection: Selection, actual: number | null) {
  const except = selection.kind === "all" ? [...selection.except] : [];
  return useQuery({
    queryKey: [
      "count",
      workflow.name,
      selection.kind === "all" ? selection.filter : selection.ids.size,
      except,
      actual,
    ],
    queryFn: async () => {
      if (selection.kind === "ids") return { count: selection.ids.size, words: "chosen one by one" };
      const { matching_count, filter_in_words } = await countMatching(workflow, selection.filter, except);
      return { count: matching_count ?? 0, words: filter_in_words ?? "every row" };
    },
    staleTime: 0,
    gcTime: 0,
    placeholderData: undefined,
  });
}

/** How many of them have no address to write to; nothing where that does not matter. */
function useWithoutAddress(workflow: WorkflowMeta, selection: Selection, isSent: boolean) {
  const client = useQueryClient();
  const field = isSent ? addressField(workflow) : null;
  return useQuery({
    queryKey: ["count", workflow.name, "without-address", selection.kind === "all" ? selection.filter : null],
    enabled: field !== null,
    queryFn: async () => {
      if (selection.kind === "ids") return knownWithoutAddress(client, workflow, [...selection.ids]);
      const search = `${selection.filter.search} ${field}:none`.trim();
      return (
        (await countMatching(workflow, { ...selection.filter, search }, [...selection.except])).matching_count ?? 0
      );
    },
    staleTime: 0,
    gcTime: 0,
    placeholderData: undefined,
  });
}
