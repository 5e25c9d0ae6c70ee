import type { Marketplace } from '@pasar/domain';

/** The start of a sign-in dialog: a new login, a known login, or a sign-in under way. */
export type Begin =
  | { readonly kind: 'new'; readonly marketplace: Marketplace }
  | { readonly kind: 'again'; readonly connectionId: string }
  | { readonly kind: 'open'; readonly signInId: string };
