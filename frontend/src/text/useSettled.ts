import { useEffect, useState } from "react";

/** The value once it has stood still for a while: a search waits for the typing to end. */
export function useSettled<Value>(value: Value, milliseconds: number = 250): Value {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), milliseconds);
    return () => clearTimeout(timer);
  }, [value, milliseconds]);
  return settled;
}
