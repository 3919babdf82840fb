import { useState } from "react";
import { useMeta } from "../api/queries.ts";
import { type Draft, EMPTY } from "./draft.ts";
import { firstSource } from "./sources.ts";

export type ChangeDraft = (change: Partial<Draft>) => void;

/** Starts with a source that can be asked as things are. */
export function useDraft(): [Draft, ChangeDraft] {
  const { sources } = useMeta();
  const [draft, setDraft] = useState<Draft>(() => ({ ...EMPTY, source: firstSource(sources) }));
  return [draft, (change) => setDraft((before) => ({ ...before, ...change }))];
}
