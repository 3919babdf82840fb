// Whether the browser may say what came to pass while this window is out of sight.
import { useState } from "react";

const WORDS: Record<NotificationPermission, string> = {
  granted:
    "On: the browser says when a search or an export is finished, or a queue is stuck, while you look elsewhere.",
  denied: "The browser was told never to ask. Its settings for this address can allow it again.",
  default: "Off: it is only said in this window.",
};

export function Notifications() {
  const isThere = "Notification" in window;
  const [permission, setPermission] = useState<NotificationPermission>(isThere ? Notification.permission : "denied");
  return (
    <div className="settings-field">
      <span>Notifications of the browser</span>
      {permission === "default" && (
        <button
          type="button"
          className="button"
          onClick={() => void Notification.requestPermission().then(setPermission)}
        >
          Allow them
        </button>
      )}
      <small className="quiet">{isThere ? WORDS[permission] : "This browser shows none for this address."}</small>
    </div>
  );
}
