import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { post } from "../api/client.ts";
import type { Scope } from "../api/types.ts";
import { keysOf } from "../text/keysOf.ts";
import { inWords } from "../text/trouble.ts";
import { OnceShown } from "./OnceShown.tsx";

const SCOPES: Record<Scope, string> = {
  read: "look",
  decide: "decide and import",
  export: "take files away",
  admin: "set up",
};
const LIFETIMES = [
  [7, "a week"],
  [30, "a month"],
  [90, "three months"],
  [365, "a year"],
] as const;

export function TokenForm() {
  const client = useQueryClient();
  const [name, setName] = useState("");
  const [scopes, setScopes] = useState<readonly Scope[]>(["read"]);
  const [days, setDays] = useState(90);
  const make = useMutation({
    mutationFn: () => post("/tokens", { name: name.trim(), scopes: [...scopes], days }),
    onSuccess: () => {
      setName("");
      void client.invalidateQueries({ queryKey: ["tokens"] });
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    make.mutate();
  };
  const toggle = (scope: Scope, isWanted: boolean) =>
    setScopes(keysOf(SCOPES).filter((each) => (each === scope ? isWanted : scopes.includes(each))));
  return (
    <>
      <form className="account-form" onSubmit={submit}>
        <label>
          What it is for
          <input
            value={name}
            required
            maxLength={100}
            placeholder="nightly export"
            onChange={(event) => setName(event.target.value)}
          />
        </label>
        <fieldset>
          <legend>It may</legend>
          {keysOf(SCOPES).map((scope) => (
            <label key={scope}>
              <input
                type="checkbox"
                checked={scopes.includes(scope)}
                onChange={(event) => toggle(scope, event.target.checked)}
              />
              {SCOPES[scope]}
            </label>
          ))}
        </fieldset>
        <label>
          For
          <select value={days} onChange={(event) => setDays(Number(event.target.value))}>
            {LIFETIMES.map(([each, words]) => (
              <option key={each} value={each}>
                {words}
              </option>
            ))}
          </select>
        </label>
        <button type="submit" className="button primary" disabled={make.isPending || scopes.length === 0}>
          Make a token
        </button>
      </form>
      {make.error && (
        <p className="problem" role="alert">
          {inWords(make.error)}
        </p>
      )}
      {make.data && (
        <div role="status">
          <p>
            <b>Copy it now.</b> Only a hash of it is kept; it is not shown again.
          </p>
          <OnceShown text={make.data.value} what="the token" />
        </div>
      )}
    </>
  );
}
