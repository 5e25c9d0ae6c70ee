import type { Marketplace } from '@pasar/domain';
import { createStore, type Readable } from '@pasar/sync';

export type ManageTab = 'shops' | 'import' | 'isolation';
export type SignInOverlay =
  /** A login that is not known yet. */
  | { readonly kind: 'authorize'; readonly marketplace: Marketplace }
  /** A known login anew, or a sign-in that waits for its person. */
  | { readonly kind: 'again'; readonly connectionId: string }
  | { readonly kind: 'signIn'; readonly signInId: string };
export type ShopOverlay = SignInOverlay | { readonly kind: 'manage'; readonly tab: ManageTab };

/** What is open about shops: a sign-in, shop management, or a sign-in over shop management, which it goes back to. */
export interface OpenShopOverlays {
  readonly manage: ManageTab | null;
  readonly signIn: SignInOverlay | null;
}
const NOTHING: OpenShopOverlays = { manage: null, signIn: null };

const overlays = createStore<OpenShopOverlays>(NOTHING);
export const shopOverlays: Readable<OpenShopOverlays> = overlays;
export const showShopOverlay = (next: ShopOverlay): void =>
  overlays.update(({ manage }) =>
    next.kind === 'manage' ? { manage: next.tab, signIn: null } : { manage, signIn: next },
  );
/** The uppermost one. */
export const closeShopOverlay = (): void =>
  overlays.update(({ manage, signIn }) => (signIn === null ? NOTHING : { manage, signIn: null }));
