/** The drawings of the desk, each on a 20 by 20 grid with a 1.6 stroke. Decorative: whatever holds one has the name. */
const PATHS = {
  all: 'M3.5 5.5h13v8h-7l-3.5 3v-3H3.5z',
  search: 'M9 3.5a5.5 5.5 0 1 0 0 11a5.5 5.5 0 0 0 0-11zM13 13l4 4',
  pin: 'M8 3.5h4l-.6 5 2.6 2.5H6L8.6 8.500zM10 11v5.5',
  unread: 'M3.5 5h9M3.500 5v10h13V9.500M3.500 6l6.500 5 3.500-2.700M16 4.500v.010',
  read: 'M3.500 8.500l6.500-5 6.500 5v7.500h-13zM3.500 8.500l6.500 5 6.500-5',
  panel: 'M3.500 4.500h13v11h-13zM12.500 4.500v11',
  fold: 'M3.500 4.500h13v11h-13zM7.500 4.500v11M13 8l-2 2 2 2',
  unfold: 'M3.500 4.500h13v11h-13zM7.500 4.500v11M11 8l2 2-2 2',
  send: 'M3.500 10l13-6-4.500 13-2.500-5.500zM9.500 11.500l7-7.500',
  close: 'M5 5l10 10M15 5L5 15',
  language: 'M10 3a7 7 0 1 0 0 14a7 7 0 0 0 0-14zM3 10h14M10 3c-5 4.500-5 9.500 0 14M10 3c5 4.500 5 9.500 0 14',
  light: 'M10 7a3 3 0 1 0 0 6a3 3 0 0 0 0-6zM10 2.500v1.500M10 16v1.500M2.500 10H4M16 10h1.500M4.700 4.700l1 1M14.300 14.300l1 1M15.300 4.700l-1 1M5.700 14.300l-1 1',
  dark: 'M16 11.500A6.500 6.500 0 1 1 8.500 4a5 5 0 0 0 7.500 7.500z',
  system: 'M3 4.500h14v9H3zM7.500 16.500h5M10 13.500v3',
  down: 'M5.500 8l4.500 4.500L14.500 8',
  copy: 'M7 7h9v9H7zM4 13V4h9',
  clock: 'M10 3.500a6.500 6.500 0 1 0 0 13a6.500 6.500 0 0 0 0-13zM10 6.500V10l2.500 1.500',
  check: 'M4.500 10.500l3.500 3.500 7.500-8',
  question: 'M10 3.500a6.500 6.500 0 1 0 0 13a6.500 6.500 0 0 0 0-13zM8 8.200a2 2 0 1 1 2.800 1.800c-.500.300-.800.600-.800 1.200M10 13.600v.010',
  failed: 'M10 3.500a6.500 6.500 0 1 0 0 13a6.500 6.500 0 0 0 0-13zM10 6.500v4.200M10 13.500v.010',
  retry: 'M15.500 6.500V3.500M15.500 6.500h-3M15.500 6.500a6.200 6.200 0 1 0 .800 4.500',
  logout: 'M8 3.500H4v13h4M8.500 10h8M13.500 7l3 3-3 3',
  keyboard: 'M2.500 5.500h15v9h-15zM5.500 8.500h.010M8.500 8.500h.010M11.500 8.500h.010M14.500 8.500h.010M6.500 11.500h7',
  shop: 'M4 8.500V16h12V8.500M3 7l1.500-3.500h11L17 7a2 2 0 0 1-3.500 1 2.400 2.400 0 0 1-3.500 0 2.400 2.400 0 0 1-3.500 0A2 2 0 0 1 3 7zM8 16v-4h4v4',
  person: 'M10 3.500a3 3 0 1 0 0 6a3 3 0 0 0 0-6zM4 16.500c.500-3.500 3-4.500 6-4.500s5.500 1 6 4.500',
  chat: 'M3.500 4.500h13v9h-7.500l-3 3v-3h-2.500z',
  plug: 'M7 3.500v4M13 3.500v4M5 7.500h10v2.500a5 5 0 0 1-10 0zM10 15v2',
} as const;
export type IconName = keyof typeof PATHS;

export function Icon({ name, size = 18 }: { readonly name: IconName; readonly size?: number }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 20 20"
      fill="none"
      stroke="currentColor"
      strokeWidth={1.6}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      focusable="false"
    >
      <path d={PATHS[name]} />
    </svg>
  );
}
