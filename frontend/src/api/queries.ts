// What more than one screen asks for. Keys start with the thing's name, so that an event can make all of it stale.
import { keepPreviousData, QueryClient, useQuery } from "@tanstack/react-query";
import { ApiError, get, put } from "./client.ts";
import type { Meta, Prefs, WorkflowMeta } from "./types.ts";

export function makeQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      // A server on this machine answers without any network: what a browser says of its own keeps nothing from being asked.
      queries: {
        networkMode: "always",
        refetchOnReconnect: true,
        staleTime: 10_000,
        refetchOnWindowFocus: false,
        retry: (failures, error) => !(error instanceof ApiError && error.status < 500) && failures < 3,
        placeholderData: keepPreviousData,
      },
      mutations: { networkMode: "always", retry: false },
    },
  });
}

export const metaQuery = {
  queryKey: ["meta"],
  queryFn: ({ signal }: { signal: AbortSignal }) => get("/meta", {}, signal),
  staleTime: 60_000,
};

/** Of a list that is read page by page. */
export const firstPage = (): string | null => null;

/** Only inside the shell, which waits for it. */
export function useMeta(): Meta {
  const { data } = useQuery(metaQuery);
  if (!data) throw new Error("The shell shows nothing before the server has said what there is.");
  return data;
}

export function useWorkflow(name: string): WorkflowMeta | undefined {
  return useMeta().workflows.find((each) => each.name === name);
}

export function useOverview() {
  return useQuery({
    queryKey: ["overview"],
    queryFn: ({ signal }) => get("/overview", {}, signal),
    staleTime: 2_000,
  });
}

/** Lists and searches that a workflow's rows may come from. */
export function useOrigins(workflow: string) {
  return useQuery({
    queryKey: ["origins", workflow],
    queryFn: ({ signal }) => get("/origins", { workflow }, signal),
    staleTime: 60_000,
    retry: false,
  });
}

export const prefsQuery = {
  queryKey: ["prefs"],
  queryFn: ({ signal }: { signal: AbortSignal }) => get("/prefs", {}, signal),
  staleTime: Infinity,
};

export function usePrefs(): Prefs | undefined {
  return useQuery(prefsQuery).data;
}

/** Shown at once, kept on the server. */
export async function savePrefs(client: QueryClient, change: Partial<Prefs>): Promise<void> {
  const before = client.getQueryData<Prefs>(["prefs"]);
  if (!before) return;
  const after = { ...before, ...change };
  client.setQueryData(["prefs"], after);
  await put("/prefs", after).catch(() => client.setQueryData(["prefs"], before));
}
