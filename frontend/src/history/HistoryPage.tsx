// Every decision and every change of a setting: who, what, how many, and the way back while there is one.
import { useInfiniteQuery } from "@tanstack/react-query";
import { get } from "../api/client.ts";
import { firstPage, useMeta } from "../api/queries.ts";
import { useRefusal } from "../shell/refusal.ts";
import { inWords } from "../text/trouble.ts";
import { useUrl } from "../text/url.ts";
import { Loading, Refusal } from "../ui/Answer.tsx";
import { Choice } from "../ui/Choice.tsx";
import { Notice } from "../ui/Notice.tsx";
import { Entries } from "./Entries.tsx";
import { type Loaded, merged, nextToLoad } from "./merging.ts";
import "./history.css";

interface List<Each> {
  items: Each[];
  next: string | null;
}
const SIZE = 50;
const MOST = 100;
const KINDS = [
  ["all", "People"],
  ["mine", "My decisions"],
  ["machine", "Rules and schedules"],
  ["setting", "Settings"],
] as const;

export default function HistoryPage() {
  const [address, change] = useUrl();
  const kind = KINDS.find(([name]) => name === address.get("kind"))?.[0] ?? "all";
  const refusal = useRefusal("curator");
  const { user } = useMeta();
  const by = kind === "mine" ? user.name : null;
  const isMachine = kind === "machine";
  const batches = useStream(["batches", "pages", by, String(isMachine)], (after, signal) =>
    get("/batches", { made_by: by, by_machine: isMachine, size: isMachine ? MOST : SIZE, after }, signal),
  );
  const changes = useStream(["settings", "changes", "pages"], (after, signal) =>
    get("/settings/changes", { size: SIZE, after }, signal),
  );
  const loaded = [
    loadedOf(batches, kind !== "setting"),
    loadedOf(changes, kind === "all" || kind === "setting"),
  ] as const;
  const entries = merged(...loaded);
  const next = nextToLoad(...loaded);
  const trouble = batches.error ?? changes.error;
  const again = () => {
    void batches.refetch();
    void changes.refetch();
  };
  const isFirst = batches.isPending || changes.isPending;
  return (
    <main id="main" className="pane history">
      <header className="pane-head">
        <h1>History</h1>
        <Choice
          label="Show"
          options={KINDS}
          value={kind}
          onChange={(wanted) => change({ kind: wanted === "all" ? null : wanted })}
        />
      </header>
      <Refusal reason={refusal} />
      {trouble && entries.length > 0 && (
        <p className="problem stale" role="status">
          {inWords(trouble)}{" "}
          <button type="button" className="button" onClick={again}>
            Try again
          </button>
        </p>
      )}
      {trouble && entries.length === 0 && (
        <Notice title={inWords(trouble)} action={{ label: "Try again", run: again }} />
      )}
      {isFirst && !trouble && <Loading what="the history" reason={batches.failureReason ?? changes.failureReason} />}
      {!isFirst && !trouble && entries.length === 0 && (
        <Notice title={isMachine ? "No rule and no schedule decided anything yet." : "Nothing was decided yet."}>
          Every decision about rows and every change of a stage’s settings is kept here, with a way back. Who set up
          deliveries, rules and accounts is in the audit trail.
        </Notice>
      )}
      {entries.length > 0 && <Entries entries={entries} refusal={refusal} />}
      {next && entries.length > 0 && (
        <button
          type="button"
          className="button more"
          onClick={() => void (next === "batches" ? batches : changes).fetchNextPage()}
        >
          Older
        </button>
      )}
    </main>
  );
}

function useStream<Each>(
  queryKey: readonly (string | null)[],
  read: (after: string | null, signal: AbortSignal) => Promise<List<Each>>,
) {
  return useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam, signal }) => read(pageParam, signal),
    initialPageParam: firstPage(),
    getNextPageParam: (page) => page.next,
  });
}

function loadedOf<Each>(
  query: { data: { pages: List<Each>[] } | undefined; hasNextPage: boolean },
  isWanted: boolean,
): Loaded<Each> {
  if (!isWanted) return { items: [], hasMore: false };
  return { items: query.data?.pages.flatMap((page) => page.items) ?? [], hasMore: query.hasNextPage };
}
