import type { MemberPresence } from '@pasar/api';

export const PRESENCE_TEXTS = {
  here: 'presence.here',
  away: 'presence.away',
  off: 'presence.off',
} as const satisfies Record<MemberPresence, string>;
