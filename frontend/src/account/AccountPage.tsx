import { useMeta } from "../api/queries.ts";
import { shown } from "../text/shown.ts";
import { OwnPassword } from "./OwnPassword.tsx";
import { Sessions } from "./Sessions.tsx";
import { Tokens } from "./Tokens.tsx";
import "./account.css";

export default function AccountPage() {
  const { user } = useMeta();
  return (
    <main id="main" className="pane account-page">
      <header className="pane-head">
        <h1>My account</h1>
        <p className="quiet foreign">
          {shown(user.name, 80)}, {user.role}
        </p>
      </header>
      <OwnPassword />
      <Sessions />
      <Tokens />
    </main>
  );
}
