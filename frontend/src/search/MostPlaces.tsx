// How many places a search may bring at most; empty is all of them.

export function MostPlaces({ value, onChange }: { value: string; onChange: (limit: string) => void }) {
  return (
    <label className="area-short">
      At most (places)
      <input inputMode="numeric" value={value} placeholder="all" onChange={(event) => onChange(event.target.value)} />
    </label>
  );
}
