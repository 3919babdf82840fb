// What stands where rows would: why there are none, and what to do.
import type { ReactNode } from "react";

export function Notice({
  title,
  children,
  action,
}: {
  title: string;
  children?: ReactNode;
  action?: { label: string; run: () => void };
}) {
  return (
    <div className="notice">
      <p className="notice-title">{title}</p>
      {children && <div className="quiet">{children}</div>}
      {action && (
        <button type="button" className="button" onClick={action.run}>
          {action.label}
        </button>
      )}
    </div>
  );
}
