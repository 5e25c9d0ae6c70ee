/** The icons of the desk, on a 20 by 20 grid with a 1.6 stroke. Decorative: the surrounding element has the name. */
const PATHS = {
  all: 'M3.5 5.5h13v8h-7l-3.5 3v-3H3.5z',
  search: 'M9 3.5a5.5 5.5 0 1 0 0 11a5.5 5.5 0 0 0 0-11zM13 13l4 4',
  pin: 'M8 3.5h4l-.6 5 2.6 2.5H6L8.6 8.5zM10 11v5.5',
  unread: 'M3.5 5h9M3.5 5v10h13V9.5M3.5 6l6.5 5 3.5-2.7M16 4.5v.01',
  read: 'M3.5 8.5l6.5-5 6.5 5v7.5h-13zM3.5 8.5l6.5 5 6.5-5',
  panel: 'M3.5 4.5h13v11h-13zM12.5 4.5v11',
  fold: 'M3.5 4.5h13v11h-13zM7.5 4.5v11M13 8l-2 2 2 2',
  unfold: 'M3.5 4.5h13v11h-13zM7.5 4.5v11M11 8l2 2-2 2',
  send: 'M3.5 10l13-6-4.5 13-2.5-5.5zM9.5 11.5l7-7.5',
  close: 'M5 5l10 10M15 5L5 15',
  language: 'M10 3a7 7 0 1 0 0 14a7 7 0 0 0 0-14zM3 10h14M10 3c-5 4.5-5 9.5 0 14M10 3c5 4.5 5 9.5 0 14',
  light:
    'M10 7a3 3 0 1 0 0 6a3 3 0 0 0 0-6zM10 2.5v1.5M10 16v1.5M2.5 10H4M16 10h1.5M4.7 4.7l1 1M14.3 14.3l1 1M15.3 4.7l-1 1M5.7 14.3l-1 1',
  dark: 'M16 11.5A6.5 6.5 0 1 1 8.5 4a5 5 0 0 0 7.5 7.5z',
  system: 'M3 4.5h14v9H3zM7.5 16.5h5M10 13.5v3',
  down: 'M5.5 8l4.5 4.5L14.5 8',
  up: 'M5.5 12l4.5-4.5L14.5 12',
  back: 'M12 5.5L7.5 10l4.5 4.500',
  copy: 'M7 7h9v9H7zM4 13V4h9',
  clock: 'M10 3.5a6.5 6.5 0 1 0 0 13a6.5 6.5 0 0 0 0-13zM10 6.5V10l2.5 1.5',
  check: 'M4.5 10.5l3.5 3.5 7.5-8',
  checks: 'M1.5 10.5l3.5 3.5 7.5-8M9.5 13.5l.5.5 7.5-8',
  question: 'M10 3.5a6.5 6.5 0 1 0 0 13a6.5 6.5 0 0 0 0-13zM8 8.2a2 2 0 1 1 2.8 1.8c-.5.3-.8.6-.8 1.2M10 13.6v.01',
  failed: 'M10 3.5a6.5 6.5 0 1 0 0 13a6.5 6.5 0 0 0 0-13zM10 6.5v4.2M10 13.5v.01',
  info: 'M10 3.5a6.5 6.5 0 1 0 0 13a6.5 6.5 0 0 0 0-13zM10 9.3v4.2M10 6.5v.01',
  retry: 'M15.5 6.5V3.5M15.5 6.5h-3M15.5 6.5a6.2 6.2 0 1 0 .8 4.5',
  logout: 'M8 3.5H4v13h4M8.5 10h8M13.5 7l3 3-3 3',
  keyboard: 'M2.5 5.5h15v9h-15zM5.5 8.5h.01M8.5 8.5h.01M11.5 8.5h.01M14.5 8.5h.01M6.5 11.5h7',
  shop: 'M4 8.5V16h12V8.5M3 7l1.5-3.5h11L17 7a2 2 0 0 1-3.5 1 2.4 2.4 0 0 1-3.5 0 2.4 2.4 0 0 1-3.5 0A2 2 0 0 1 3 7zM8 16v-4h4v4',
  person: 'M10 3.5a3 3 0 1 0 0 6a3 3 0 0 0 0-6zM4 16.5c.5-3.5 3-4.5 6-4.5s5.5 1 6 4.5',
  chat: 'M3.5 4.5h13v9h-7.5l-3 3v-3h-2.5z',
  shown:
    'M2.5 10c2-3.6 4.5-5.2 7.5-5.2s5.5 1.6 7.5 5.2c-2 3.6-4.5 5.2-7.5 5.2S4.5 13.6 2.5 10zM10 7.8a2.2 2.2 0 1 0 0 4.4a2.2 2.2 0 0 0 0-4.4z',
  hidden:
    'M3.5 3.5l13 13M8 5.100c.6-.2 1.300-.3 2-.3c3 0 5.5 1.6 7.5 5.2c-.6 1.100-1.300 2-2 2.700M13 14.5c-.9.5-1.900.7-3 .7c-3 0-5.5-1.6-7.5-5.2c.9-1.6 1.900-2.8 3-3.700M8.5 8.4a2.2 2.2 0 0 0 3.100 3.100',
  more: 'M5 10v.01M10 10v.01M15 10v.01',
  reply: 'M8 5.5L3.5 10L8 14.5M4 10h7.5a5 5 0 0 1 5 5v.5',
  star: 'M10 3.500l2 4.300 4.600.6-3.400 3.200.9 4.700L10 14l-4.100 2.300.9-4.700-3.400-3.200L8 7.800z',
  bin: 'M4 6h12M8 6V4h4v2M5.500 6l.8 10.500h7.400L14.500 6M8.500 9v5M11.500 9v5',
  recall: 'M7.500 4L4 7.500L7.500 11M4.500 7.500h7a4.500 4.500 0 0 1 0 9H7',
  mute: 'M4 8v4h2.500L10 15V5L6.500 8zM13 8l4 4M17 8l-4 4',
  plus: 'M10 4.500v11M4.500 10h11',
  pencil: 'M4 16l.8-3.400L13 4.400l2.600 2.600L7.400 15.200z',
  grip: 'M7.500 5v.01M12.500 5v.01M7.500 10v.01M12.500 10v.01M7.500 15v.01M12.500 15v.01',
  sliders: 'M3.500 6h5M12 6h4.500M3.500 14h8M15 14h1.500M8.500 4.200v3.600h3.500V4.200zM11.500 12.200v3.600H15v-3.600z',
  minus: 'M4.5 10h11',
  forward: 'M8 5.5l4.5 4.5L8 14.5',
  save: 'M10 3.5v9M6.5 9l3.5 3.5L13.500 9M4 16h12',
  outside: 'M11 4h5v5M16 4l-7.5 7.5M8 5H4v11h11v-4',
  play: 'M7 4.5l9 5.5-9 5.5z',
  rotate: 'M15.5 9a6 6 0 1 0-1.6 5M15.5 4.5V9H11',
  picture: 'M3.500 4.500h13v11h-13zM3.500 13l4-4l3.500 3.500l2.500-2.500l3 3M12.500 7.500v.01',
  plug: 'M7 3.5v4M13 3.5v4M5 7.5h10v2.5a5 5 0 0 1-10 0zM10 15v2',
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
