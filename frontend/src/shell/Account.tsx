// Who is signed in, and the way out.

import { post } from "../api/client.ts";
import { rememberSignedOut } from "../api/session.ts";
import { useGo } from "../text/url.ts";
import { Menu } from "../ui/Menu.tsx";

export function Account({ name }: { name: string }) {
  const go = useGo();
  const leave = async (everywhere: boolean) => {
    await post("/auth/logout", { everywhere });
    rememberSignedOut();
    location.assign("/");
  };
  return (
    <Menu
      label={`Signed in as ${name}`}
      className="account"
      items={[
        { label: "Sign out everywhere", run: () => void leave(true) },
        { label: "Sign out", run: () => void leave(false) },
        { label: "My account", run: () => go("/account") },
      ]}
    >
      {name}
    </Menu>
  );
}
