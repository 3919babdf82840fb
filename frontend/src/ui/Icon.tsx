// A few line drawings on a 16-pixel field.
const PATHS = {
  home: "M2.5 7.5 8 3l5.5 4.500V13h-4V9.500h-3V13h-4z",
  search: "M7 2.500a4.5 4.5 0 1 0 0 9 4.5 4.5 0 0 0 0-9zM10.5 10.5 13.5 13.5",
  close: "M4 4l8 8M12 4l-8 8",
  pause: "M5.5 3.500v9M10.5 3.500v9",
  play: "M5 3.500v9l7-4.500z",
  download: "M8 2.500v7.500M5 7.500l3 3 3-3M3 13.500h10",
  upload: "M8 10.500V3M5 5.500l3-3 3 3M3 13.500h10",
  star: "M8 2.500l1.7 3.5 3.8.5-2.8 2.6.7 3.800L8 11.100l-3.4 1.8.7-3.800L2.5 6.500l3.8-.5z",
  bolt: "M9 2 4 9h3.500L7 14l5-7H8.500z",
  columns: "M2.5 3.500h11v9h-11zM6.2 3.500v9M9.8 3.500v9",
  rows: "M3 4.500h10M3 8h10M3 11.500h10",
  groups: "M3 3.500h4M5 6.500h8M3 9.500h4M5 12.500h8",
  facets: "M3 4h10M5 8h6M7 12h2",
  left: "M10 3.5 5.5 8l4.5 4.5",
  right: "M6 3.5 10.5 8 6 12.5",
  down: "M4 6l4 4 4-4",
  external: "M9.5 3H13v3.500M13 3 8 8M11 9v4H3V5h4",
  warning: "M8 2.5 14 13H2zM8 6.500v3M8 11.200v.3",
  history: "M3 8a5 5 0 1 0 1.6-3.700L3 5.800M3 3v2.800h2.800M8 5.500V8l2 1.5",
  settings:
    "M8 5.800a2.2 2.2 0 1 0 0 4.4 2.2 2.2 0 0 0 0-4.400zM8 2v1.700M8 12.300V14M2 8h1.700M12.3 8H14M3.8 3.8 5 5M11 11l1.2 1.200M3.8 12.2 5 11M11 5l1.2-1.2",
  runs: "M2.5 13h11M4 13V8M7 13V4M10 13V6.500M13 13V9.5",
  copy: "M5.5 5.500h7v8h-7zM3.5 10.500v-8h7",
  check: "M3.5 8.500l3 3 6-7",
  plus: "M8 3.500v9M3.5 8h9",
  edit: "M3 13l.7-3L10.5 3.200l2.3 2.300L6 12.300z",
  trash: "M3.5 4.500h9M6.5 4.500V3h3v1.500M4.5 4.500l.6 8.500h5.800l.6-8.5",
  stop: "M4.5 4.500h7v7h-7z",
  shield: "M8 2 13 4v4c0 3-2 5-5 6-3-1-5-3-5-6V4z",
  link: "M6.5 9.5l3-3M7 5l1.600-1.600a2.4 2.4 0 0 1 3.400 3.400L10.500 8.500M9 11l-1.600 1.600a2.4 2.4 0 0 1-3.400-3.400L5.500 7.500",
  minus: "M3.5 8h9",
  merge: "M4 3v3c0 2 4 2 4 4v3M12 3v3c0 2-4 2-4 4M6.200 11.200L8 13l1.800-1.800",
  clock: "M8 2.500a5.5 5.5 0 1 0 0 11 5.5 5.5 0 0 0 0-11zM8 5v3l2 1.500",
  keys: "M2 4.500h12v7H2zM4.5 7h0M7 7h0M9.500 7h0M12 7h0M5 9.500h6",
  box: "M3 3.500h2M7 3.500h2M11 3.500h2v2M13 7.500v2M13 11.500v1h-2M9 12.500H7M5 12.500H3v-1M3 9.500v-2M3 5.500v-1",
  map: "M2.5 4.5 6 3l4 1.500L13.5 3v8.500L10 13l-4-1.5-3.5 1.500zM6 3v8.500M10 4.500V13",
} as const;

export type IconName = keyof typeof PATHS;

export function Icon({ name }: { name: IconName }) {
  return (
    <svg className="icon" viewBox="0 0 16 16" width="16" height="16" aria-hidden="true" focusable="false">
      <path
        d={PATHS[name]}
        fill="none"
        stroke="currentColor"
        strokeWidth="1.3"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  );
}
