import { type FormEvent, useState } from "react";
import type { View } from "../api/types.ts";
import { Dialog } from "../ui/Dialog.tsx";

interface ViewDialogProps {
  view: View | null;
  onClose: () => void;
  onSave: (name: string, shared: boolean) => Promise<boolean>;
}

export function ViewDialog({ view, onClose, onSave }: ViewDialogProps) {
  const [name, setName] = useState(view?.name ?? "");
  const [shared, setShared] = useState(view?.shared ?? false);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (name.trim() && (await onSave(name.trim(), shared))) onClose();
  };
  return (
    <Dialog title={view ? "Rename the view" : "Save this view"} onClose={onClose}>
      <form className="form" onSubmit={(event) => void submit(event)}>
        <label>
          Name
          <input value={name} maxLength={80} required autoFocus onChange={(event) => setName(event.target.value)} />
        </label>
        <label className="check-line">
          <input type="checkbox" checked={shared} onChange={(event) => setShared(event.target.checked)} />
          Everyone here can use it
        </label>
        {!view && (
          <p className="quiet">
            Keeps the states, the search, the order, the source, the groups and the columns as they are now.
          </p>
        )}
        <div className="dialog-actions">
          <button type="button" className="button" onClick={onClose}>
            Cancel
          </button>
          <button type="submit" className="button primary" disabled={name.trim() === ""}>
            Save
          </button>
        </div>
      </form>
    </Dialog>
  );
}
