import type { KnownLogin } from '../../base/shops/overlay.ts';

/** The start of a sign-in dialog: a new login, a known login, or a sign-in under way. */
export type Begin =
  | { readonly kind: 'new'; readonly login: KnownLogin }
  | { readonly kind: 'again'; readonly connectionId: string }
  | { readonly kind: 'open'; readonly signInId: string };
