import { useState } from "react";
import { Icon } from "./Icon.tsx";

export function Copy({ text, what }: { text: string; what: string }) {
  const [done, setDone] = useState(false);
  const copy = async () => {
    await navigator.clipboard.writeText(text);
    setDone(true);
    setTimeout(() => setDone(false), 1_500);
  };
  return (
    <button
      type="button"
      className="icon-button"
      aria-label={done ? "Copied" : `Copy ${what}`}
      title={`Copy ${what}`}
      onClick={() => void copy()}
    >
      <Icon name={done ? "check" : "copy"} />
    </button>
  );
}
