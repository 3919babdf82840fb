const whole = new Intl.NumberFormat();
const short = new Intl.NumberFormat(undefined, { notation: "compact", maximumFractionDigits: 1 });
const money = new Intl.NumberFormat(undefined, { style: "currency", currency: "USD", maximumFractionDigits: 2 });
const UNITS = ["B", "kB", "MB", "GB", "TB"];

export const number = (value: number): string => whole.format(value);
export const compact = (value: number): string => short.format(value);
export const plural = (count: number, one: string, many: string = `${one}s`): string =>
  `${number(count)} ${count === 1 ? one : many}`;
/** What the server counts in many, such as `requests`. */
export const amount = (count: number, unit: string): string => plural(count, unit.replace(/s$/, ""), unit);
export const total = (count: number, isEstimate: boolean): string =>
  isEstimate ? `about ${number(count)}` : number(count);
export const cost = (micros: number): string => money.format(micros / 1_000_000);
export const percent = (share: number): string => `${Math.round(share * 100)} %`;

export function bytes(value: number): string {
  const power = value > 0 ? Math.min(Math.floor(Math.log10(value) / 3), UNITS.length - 1) : 0;
  return `${(value / 1000 ** power).toFixed(power && value / 1000 ** power < 10 ? 1 : 0)} ${UNITS[power]}`;
}
