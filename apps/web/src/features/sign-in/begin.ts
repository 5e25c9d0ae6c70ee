import type { Marketplace } from '@pasar/domain';

/** What a sign-in dialog begins with: nothing, a login that is known, or a sign-in that is under way. */
export type Begin =
  | { readonly kind: 'new'; readonly marketplace: Marketplace }
  | { readonly kind: 'again'; readonly connectionId: string }
  | { readonly kind: 'open'; readonly signInId: string };
