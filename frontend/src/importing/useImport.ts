// One file on its way in: chosen, looked at, corrected, imported.
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { upload } from "../api/client.ts";
import { useMeta } from "../api/queries.ts";
import type { ImportSubject } from "../api/types.ts";
import { shown } from "../text/shown.ts";
import { useUrl } from "../text/url.ts";
import { toast } from "../ui/Toasts.tsx";
import { onDropped, takeDropped } from "./dropped.ts";
import { type Looked, look, NOTHING_SAID, withCountry } from "./look.ts";
import { formOf, rememberCountry, rememberMapping } from "./mapping.ts";
import { subjectNamed, subjectOf, sumWords } from "./subjects.ts";

export function useImport() {
  const client = useQueryClient();
  const { workflows } = useMeta();
  const [address, change] = useUrl();
  const wanted = address.get("for");
  const tab = workflows.find(({ name, kebab }) => name === wanted || kebab === wanted);
  const into = subjectNamed(address.get("into")) ?? subjectOf(tab);
  const [file, setFile] = useState<File | null>(takeDropped);
  const [said, setSaid] = useState(NOTHING_SAID);
  const looked = useQuery<Looked>({
    queryKey: ["import-preview", file?.name, file?.size, file?.lastModified, into, said],
    queryFn: ({ signal }) => (file ? look(file, into, said, signal) : Promise.reject(new Error("no file"))),
    enabled: file !== null,
    retry: false,
    staleTime: Infinity,
    gcTime: 0,
    // Another file's rows are never shown for this one's; this one's stay while a column is changed.
    placeholderData: (before) => (said.mapping === null && said.country === null ? undefined : before),
  });
  const chosen = { sheet: said.sheet, country: looked.data?.country ?? null };
  const run = useMutation({
    mutationFn: (rest: Readonly<Record<string, string | null>>) =>
      file
        ? upload("/imports", formOf(file, into, looked.data?.mapping ?? {}, { ...chosen, ...rest }))
        : Promise.reject(new Error("no file")),
    onSuccess: (answer) => {
      toast(`Imported. ${sumWords(answer, into)}`, { of: shown(file?.name ?? "", 60) });
      for (const key of ["list", "overview", "origins", "facets", "batches"])
        void client.invalidateQueries({ queryKey: [key] });
    },
  });
  const begin = (next: File | null) => {
    setFile(next);
    setSaid(NOTHING_SAID);
    run.reset();
  };
  useEffect(() => onDropped(() => begin(takeDropped())));
  return {
    file,
    into,
    said,
    looked,
    run,
    begin,
    become: (next: ImportSubject) => {
      begin(file);
      change({ into: next }, { replace: true });
    },
    choose: (heading: string, field: string) => {
      if (!looked.data) return;
      const { preview, mapping, country } = looked.data;
      const next = { ...(said.mapping ?? mapping), [heading]: field };
      rememberMapping(preview, next);
      // A country that is known already need not be found again.
      setSaid({ ...said, mapping: next, country: said.country ?? (country || null) });
    },
    guessAgain: () => {
      if (looked.data) rememberMapping(looked.data.preview, {});
      setSaid({ ...said, mapping: {} });
    },
    chooseCountry: (country: string) => {
      if (looked.data) rememberCountry(looked.data.preview, country);
      setSaid(withCountry(said, looked.data?.preview, country));
    },
    chooseSheet: (sheet: string) => {
      begin(file);
      setSaid({ ...NOTHING_SAID, sheet });
    },
  };
}

export type Importing = ReturnType<typeof useImport>;
