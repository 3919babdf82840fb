// What left the product of this row: who got it, when, what exactly and what they answered.
import { useQuery } from "@tanstack/react-query";
import { get } from "../api/client.ts";
import type { SentItem } from "../api/schema.ts";
import { targetName } from "../api/sending.ts";
import type { WorkflowMeta } from "../api/types.ts";
import { shown } from "../text/shown.ts";
import { Moment } from "../ui/Moment.tsx";
import { Part } from "./Part.tsx";
import { NestedEntries } from "./RowData.tsx";

export function Sent({ workflow, id }: { workflow: WorkflowMeta; id: string }) {
  const { data, error, refetch } = useQuery({
    queryKey: ["row", workflow.name, id, "sent"],
    queryFn: ({ signal }) => get(`/deliveries/${id}`, {}, signal),
    enabled: workflow.hands_over,
    placeholderData: undefined,
  });
  if (!workflow.hands_over || data?.length === 0) return null;
  return (
    <Part title="Sent" error={error} retry={() => void refetch()} isLoading={!data}>
      <ul className="sent">
        {data?.map((each) => (
          <li key={`${each.target} ${each.delivered_at}`}>
            <Delivered item={each} />
          </li>
        ))}
      </ul>
    </Part>
  );
}

function Delivered({ item: { target, delivered_at, answer, told, is_as_sent } }: { item: SentItem }) {
  return (
    <>
      To <b className="foreign">{shown(targetName(target), 80)}</b>, <Moment at={delivered_at} />.
      {answer && <span className="foreign quiet"> It answered: {shown(answer, 400)}</span>}
      <details className="raw">
        <summary>{is_as_sent ? "What it got" : "Changed since; what it would get now"}</summary>
        <NestedEntries value={told} />
      </details>
    </>
  );
}
