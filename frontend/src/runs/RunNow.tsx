import { post } from "../api/client.ts";
import { useMeta } from "../api/queries.ts";
import { inWords } from "../text/trouble.ts";
import { Icon } from "../ui/Icon.tsx";
import { Menu } from "../ui/Menu.tsx";
import { problem, toast } from "../ui/Toasts.tsx";

/** Of the workflow that is looked at, or of one to be chosen. */
export function RunNow({ workflow, refusal }: { workflow: string; refusal: string | null }) {
  const { workflows } = useMeta();
  const one = workflows.find(({ name }) => name === workflow);
  if (refusal || one) {
    const reason = refusal ?? (one?.paused ? `${one.title} is paused; resume it first.` : null);
    return (
      <button
        type="button"
        className="button"
        disabled={reason !== null}
        title={reason ?? undefined}
        onClick={() => one && void run(one.name)}
      >
        <Icon name="bolt" />
        Run now
      </button>
    );
  }
  const items = workflows.map(({ name, title, paused }) => ({
    label: `${title}${paused ? " (paused)" : ""}`,
    disabled: paused,
    run: () => void run(name),
  }));
  return (
    <Menu label="Run now: choose a workflow" items={items}>
      <Icon name="bolt" />
      Run now
      <Icon name="down" />
    </Menu>
  );
}

async function run(name: string): Promise<void> {
  try {
    const { message } = await post(`/workflows/${name}/run`);
    toast(message);
  } catch (error) {
    problem(inWords(error));
  }
}
