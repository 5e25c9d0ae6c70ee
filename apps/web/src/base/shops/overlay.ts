import type { Country, Marketplace } from '@pasar/domain';
import { createStore, type Readable } from '@pasar/sync';

export type ManageTab = 'shops' | 'groups' | 'import' | 'workbook' | 'isolation';
/** What is known of a login that is to be entered. */
export interface KnownLogin {
  readonly marketplace: Marketplace;
  readonly country: Country | null;
  readonly identifier: string;
}
/** A row of an import. */
export interface ImportRowPlace {
  readonly importId: string;
  readonly rowNumber: number;
}
export type SignInOverlay =
  /** A new login. */
  | { readonly kind: 'authorize'; readonly marketplace: Marketplace }
  /** A login that an import could not take, to be entered by hand. */
  | { readonly kind: 'correct'; readonly login: KnownLogin; readonly row: ImportRowPlace }
  /** A known login again, or a sign-in that waits for the person. */
  | { readonly kind: 'again'; readonly connectionId: string }
  | { readonly kind: 'signIn'; readonly signInId: string };
export interface ManageOverlay {
  readonly kind: 'manage';
  readonly tab: ManageTab;
  /** The words with which the search for a shop begins. */
  readonly find?: string;
}
export type ShopOverlay = SignInOverlay | ManageOverlay;

/**
 * The open dialogs about shops: a sign-in, shop management, or a sign-in over shop management, to which closing it
 * returns.
 */
export interface OpenShopOverlays {
  readonly manage: ManageTab | null;
  readonly find: string;
  readonly signIn: SignInOverlay | null;
}
const NOTHING: OpenShopOverlays = { manage: null, find: '', signIn: null };

const overlays = createStore<OpenShopOverlays>(NOTHING);
export const shopOverlays: Readable<OpenShopOverlays> = overlays;
export const showShopOverlay = (next: ShopOverlay): void =>
  overlays.update((open) =>
    next.kind === 'manage' ? { manage: next.tab, find: next.find ?? '', signIn: null } : { ...open, signIn: next },
  );
/** Closes the uppermost dialog. */
export const closeShopOverlay = (): void =>
  overlays.update((open) => (open.signIn === null ? NOTHING : { ...open, signIn: null }));
