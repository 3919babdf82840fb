import "./charts.css";

export interface LegendEntry {
  label: string;
  colour: string;
  value?: string;
}

export function Legend({ entries, note }: { entries: readonly LegendEntry[]; note?: string }) {
  return (
    <ul className="legend">
      {entries.map(({ label, colour, value }) => (
        <li key={label}>
          <span className={`swatch back-${colour}`} aria-hidden="true" />
          {label}
          {value !== undefined && <b>{value}</b>}
        </li>
      ))}
      {note && <li className="legend-note">{note}</li>}
    </ul>
  );
}
