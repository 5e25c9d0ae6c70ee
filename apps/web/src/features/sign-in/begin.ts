import type { ImportRowPlace, KnownLogin } from '../../base/shops/overlay.ts';

/** The start of a sign-in dialog: a new login, a known login, or a sign-in under way. */
export type Begin =
  /** `corrects`: the failed row of an import in whose place it is entered. */
  | { readonly kind: 'new'; readonly login: KnownLogin; readonly corrects: ImportRowPlace | null }
  | { readonly kind: 'again'; readonly connectionId: string }
  | { readonly kind: 'open'; readonly signInId: string };
