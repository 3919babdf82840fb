// One of a few, side by side.
interface ChoiceProps<Name extends string> {
  label: string;
  options: readonly (readonly [Name, string])[];
  value: Name;
  onChange: (value: Name) => void;
}

export function Choice<Name extends string>({ label, options, value, onChange }: ChoiceProps<Name>) {
  return (
    <div className="segments" role="group" aria-label={label}>
      {options.map(([name, words]) => (
        <button key={name} type="button" aria-pressed={name === value} onClick={() => onChange(name)}>
          {words}
        </button>
      ))}
    </div>
  );
}
