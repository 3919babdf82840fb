export function NewPassword() {
  return (
    <>
      <label>
        New password
        <input name="new" type="password" required autoComplete="new-password" />
      </label>
      <label>
        The same again
        <input name="again" type="password" required autoComplete="new-password" />
      </label>
    </>
  );
}

/** Null if the two differ. */
export function newPasswordIn(form: HTMLFormElement): string | null {
  const given = new FormData(form);
  const password = String(given.get("new"));
  return password === String(given.get("again")) ? password : null;
}
