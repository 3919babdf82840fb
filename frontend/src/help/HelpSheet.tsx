// Keys and documents, searched together: one key away, from the product itself.
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useLocation } from "wouter";
import { get } from "../api/client.ts";
import type { Place } from "../keys/keymap.ts";
import { useUrl } from "../text/url.ts";
import { Answer } from "../ui/Answer.tsx";
import { Dialog } from "../ui/Dialog.tsx";
import { Icon } from "../ui/Icon.tsx";
import { DocumentText } from "./DocumentText.tsx";
import { Keys } from "./Keys.tsx";
import { placeOf } from "./places.ts";
import { hasAll, hits, wordsIn } from "./searching.ts";
import "./help.css";

/** The place whose keys the person needs now. */
function useHere(): Place {
  const [path] = useLocation();
  const [address] = useUrl();
  return placeOf(path, address);
}

export function HelpSheet({ onClose }: { onClose: () => void }) {
  const here = useHere();
  const [typed, setTyped] = useState("");
  const [opened, setOpened] = useState<string | null>(null);
  const documents = useQuery({
    queryKey: ["documents"],
    queryFn: ({ signal }) => get("/documents", {}, signal),
    staleTime: Infinity,
  });
  const document = documents.data?.find(({ name }) => name === opened);
  const open = (name: string) => setOpened(documents.data?.some((each) => each.name === name) ? name : opened);
  if (document)
    return (
      <Dialog key={document.name} title={document.title} onClose={onClose} wide className="help">
        <button type="button" className="button help-back" onClick={() => setOpened(null)}>
          <Icon name="left" />
          Back to the help
        </button>
        <DocumentText text={document.text.replace(/^# .*$/m, "")} onOpen={open} />
      </Dialog>
    );
  return (
    <Dialog title="Help" onClose={onClose} wide className="help">
      <input
        type="search"
        aria-label="Search keys and documents"
        placeholder="Search keys and documents"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
      <Keys matches={hasAll(wordsIn(typed))} here={here} />
      <Answer query={documents} what="the documents">
        {(all) => (
          <section aria-labelledby="help-documents">
            <h3 id="help-documents">Documents</h3>
            <ul className={typed === "" ? "help-documents" : "help-documents help-hits"}>
              {hits(all, typed).map(({ document: { name, title, group }, line }) => (
                <li key={name}>
                  <button type="button" className="link-button" onClick={() => open(name)}>
                    {title}
                  </button>{" "}
                  {typed !== "" && <span className="quiet">{group}</span>}
                  {line && <p className="quiet">{line}</p>}
                </li>
              ))}
            </ul>
            {hits(all, typed).length === 0 && <p className="quiet">No document speaks of “{typed}”.</p>}
          </section>
        )}
      </Answer>
    </Dialog>
  );
}
