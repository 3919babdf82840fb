import { useEffect, useState } from "react";
import { absolute, span } from "../text/time.ts";

/** How long until then, growing shorter by itself. */
export function Until({ at }: { at: string | null }) {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, []);
  if (!at) return <span className="quiet">—</span>;
  const seconds = Math.ceil((new Date(at).getTime() - now) / 1000);
  return (
    <time dateTime={at} title={absolute(at)}>
      {seconds > 0 ? `in ${span(seconds)}` : "now"}
    </time>
  );
}
