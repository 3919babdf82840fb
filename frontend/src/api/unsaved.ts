// Corrections that are typed and not saved yet: they are saved before their row is decided about, so that none is lost.
type Save = () => Promise<boolean>;
const open = new Map<Save, string>();

/** Until the returned function is called. */
export function holdUnsaved(id: string, save: Save): () => void {
  open.set(save, id);
  return () => open.delete(save);
}

/** Those of these rows, or of all. */
const unsavedOf = (ids: readonly string[] | null): Save[] =>
  [...open].filter(([, id]) => ids === null || ids.includes(id)).map(([save]) => save);

export const hasUnsaved = (ids: readonly string[] | null): boolean => unsavedOf(ids).length > 0;

/** Whether all could be saved. What could not says why where it stands. */
export async function saveUnsaved(ids: readonly string[] | null): Promise<boolean> {
  for (const save of unsavedOf(ids)) {
    if (!(await save())) return false;
    open.delete(save);
  }
  return true;
}

export const NOT_SAVED =
  "The correction in the details could not be saved, so nothing was decided. Mend it or cancel it first.";
