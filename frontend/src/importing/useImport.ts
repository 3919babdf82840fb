// One file on its way in: chosen, looked at, corrected, imported.
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { upload } from "../api/client.ts";
import { useMeta } from "../api/queries.ts";
import type { ImportPreview, ImportSubject } from "../api/types.ts";
import { useUrl } from "../text/url.ts";
import { onDropped, takeDropped } from "./dropped.ts";
import { formOf, type Mapping, rememberedMapping, rememberMapping } from "./mapping.ts";
import { subjectNamed, subjectOf } from "./subjects.ts";

interface Looked {
  preview: ImportPreview;
  mapping: Mapping;
}

/** As the person said last for such a file, if they did. */
async function look(
  file: File,
  into: ImportSubject,
  mapping: Mapping | null,
  sheet: string | null,
  signal: AbortSignal,
) {
  const ask = (given: Mapping) => upload("/imports/preview", formOf(file, into, given, { sheet }), signal);
  const preview = await ask(mapping ?? {});
  const kept = mapping === null ? rememberedMapping(preview) : null;
  return kept ? { preview: await ask(kept), mapping: kept } : { preview, mapping: mapping ?? {} };
}

export function useImport() {
  const client = useQueryClient();
  const { workflows } = useMeta();
  const [address, change] = useUrl();
  const wanted = address.get("for");
  const tab = workflows.find(({ name, kebab }) => name === wanted || kebab === wanted);
  const into = subjectNamed(address.get("into")) ?? subjectOf(tab);
  const [file, setFile] = useState<File | null>(takeDropped);
  const [mapping, setMapping] = useState<Mapping | null>(null);
  const [sheet, setSheet] = useState<string | null>(null);
  const looked = useQuery<Looked>({
    queryKey: ["import-preview", file?.name, file?.size, file?.lastModified, into, mapping, sheet],
    queryFn: ({ signal }) => (file ? look(file, into, mapping, sheet, signal) : Promise.reject(new Error("no file"))),
    enabled: file !== null,
    retry: false,
    staleTime: Infinity,
    gcTime: 0,
    // Another file's rows are never shown for this one's; this one's stay while a column is changed.
    placeholderData: (before) => (mapping === null ? undefined : before),
  });
  const run = useMutation({
    mutationFn: (rest: Readonly<Record<string, string | null>>) =>
      file
        ? upload("/imports", formOf(file, into, looked.data?.mapping ?? {}, { sheet, ...rest }))
        : Promise.reject(new Error("no file")),
    onSuccess: () => {
      for (const key of ["list", "overview", "origins", "facets", "batches"])
        void client.invalidateQueries({ queryKey: [key] });
    },
  });
  const begin = (next: File | null) => {
    setFile(next);
    setMapping(null);
    setSheet(null);
    run.reset();
  };
  useEffect(() => onDropped(() => begin(takeDropped())));
  return {
    file,
    into,
    looked,
    run,
    begin,
    become: (next: ImportSubject) => {
      begin(file);
      change({ into: next }, { replace: true });
    },
    choose: (heading: string, field: string) => {
      if (!looked.data) return;
      const next = { ...looked.data.mapping, [heading]: field };
      rememberMapping(looked.data.preview, next);
      setMapping(next);
    },
    guessAgain: () => {
      if (looked.data) rememberMapping(looked.data.preview, {});
      setMapping({});
    },
    chooseSheet: (name: string) => {
      begin(file);
      setSheet(name);
    },
  };
}

export type Importing = ReturnType<typeof useImport>;
