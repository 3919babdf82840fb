// For somebody who forgot their password: a link that they set a new one with, once.
import { useState } from "react";
import { post } from "../api/client.ts";
import type { UserItem } from "../api/types.ts";
import { shown } from "../text/shown.ts";
import { inWords } from "../text/trouble.ts";
import { Dialog } from "../ui/Dialog.tsx";
import { problem } from "../ui/Toasts.tsx";
import { OnceShown } from "./OnceShown.tsx";

export function PasswordLink({ user }: { user: Pick<UserItem, "id" | "name"> }) {
  const [link, setLink] = useState<string | null>(null);
  const make = async () => {
    try {
      setLink(location.origin + (await post(`/users/${user.id}/password-link`)).path);
    } catch (error) {
      problem(inWords(error));
    }
  };
  return (
    <>
      <button
        type="button"
        className="button"
        aria-label={`Link for a new password of ${shown(user.name, 60)}`}
        onClick={() => void make()}
      >
        Link…
      </button>
      {link && (
        <Dialog title={`A new password for ${shown(user.name, 60)}`} onClose={() => setLink(null)}>
          <p>Hand this link over. It can be used once, within a day; whoever has it sets the password.</p>
          <OnceShown text={link} what="the link" />
        </Dialog>
      )}
    </>
  );
}
