import "./charts.css";

const WIDTH = 96;
const HEIGHT = 22;

/** A row of thin bars with no axis; the words say what it shows. */
export function Sparkline({ values, words }: { values: readonly number[]; words: string }) {
  const most = Math.max(1, ...values);
  const step = WIDTH / Math.max(1, values.length);
  return (
    <svg
      className="sparkline"
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      width={WIDTH}
      height={HEIGHT}
      role="img"
      aria-label={words}
    >
      <title>{words}</title>
      <path className="sparkline-ground" d={`M0 ${HEIGHT - 0.5}H${WIDTH}`} />
      {values.map((value, index) => {
        const height = value ? Math.max(2, (value / most) * (HEIGHT - 2)) : 0;
        return (
          <rect
            // biome-ignore lint/suspicious/noArrayIndexKey: a bar is its place
            key={index}
            x={index * step}
            y={HEIGHT - height}
            width={Math.max(1, step - 1)}
            height={height}
            rx="0.5"
          />
        );
      })}
    </svg>
  );
}
