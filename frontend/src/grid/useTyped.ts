// What is typed, searched for once the hand rests.
import { type RefObject, useEffect, useRef, useState } from "react";

const WAIT = 250;

/** Out of the field once the rows are there. A refused search keeps its reader: the keys that correct it would decide about rows. */
export function useLeaving(
  input: RefObject<HTMLInputElement | null>,
  value: string,
  isAnswered: boolean,
  isRefused: boolean,
): (text: string) => void {
  const [wanted, setWanted] = useState<string | null>(null);
  useEffect(() => {
    if (wanted === null) return;
    if (input.current?.value !== wanted || (value === wanted && isRefused)) return setWanted(null);
    if (!isAnswered || value !== wanted) return;
    setWanted(null);
    input.current?.blur();
  });
  return setWanted;
}

/** What is being typed, told a moment after the last key; what the address says as soon as it says something else. `onSearch` returns what of it is searched for. */
export function useTyped(value: string, onSearch: (text: string) => string): [string, (text: string) => void] {
  const [typed, setTyped] = useState<string | null>(null);
  const told = useRef(value);
  const latest = useRef(onSearch);
  latest.current = onSearch;
  useEffect(() => {
    if (typed === null || typed === told.current) return;
    const timer = setTimeout(() => {
      told.current = latest.current(typed);
    }, WAIT);
    return () => clearTimeout(timer);
  }, [typed]);
  useEffect(() => {
    if (value === told.current) return;
    told.current = value;
    setTyped(null);
  }, [value]);
  return [typed ?? value, setTyped];
}
