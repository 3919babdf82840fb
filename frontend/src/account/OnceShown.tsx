import "./account.css";
import { Copy } from "../ui/Copy.tsx";

/** A secret that no later page shows. */
export function OnceShown({ text, what }: { text: string; what: string }) {
  return (
    <p className="once-shown">
      <input readOnly value={text} aria-label={what} onFocus={(event) => event.target.select()} />
      <Copy text={text} what={what} />
    </p>
  );
}
