import { useState } from "react";
import { useMeta } from "../api/queries.ts";
import { EMPTY, type Draft } from "./draft.ts";

export type ChangeDraft = (change: Partial<Draft>) => void;

/** Starts with the first source that is ready. */
export function useDraft(): [Draft, ChangeDraft] {
  const { sources } = useMeta();
  const [draft, setDraft] = useState<Draft>(() => ({ ...EMPTY, source: sources.find(({ ready }) => ready)?.name ?? "" }));
  return [draft, (change) => setDraft((before) => ({ ...before, ...change }))];
}
