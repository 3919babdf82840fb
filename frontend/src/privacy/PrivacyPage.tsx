import { Erasing } from "./Erasing.tsx";
import { Suppressions } from "./Suppressions.tsx";
import "./privacy.css";

export default function PrivacyPage() {
  return (
    <main id="main" className="pane privacy">
      <div className="pane-head">
        <h1>Privacy</h1>
      </div>
      <Suppressions />
      <Erasing />
    </main>
  );
}
