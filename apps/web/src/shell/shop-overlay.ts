import type { Marketplace } from '@pasar/domain';
import { createStore, type Readable } from '@pasar/sync';

/** The dialogs about shops, of which one is open at a time. */
export type ShopOverlay =
  | { readonly kind: 'none' }
  /** A login that is not known yet. */
  | { readonly kind: 'authorize'; readonly marketplace: Marketplace }
  /** A known login anew, or a sign-in that waits for its person. */
  | { readonly kind: 'again'; readonly connectionId: string }
  | { readonly kind: 'signIn'; readonly signInId: string }
  | { readonly kind: 'manage'; readonly tab: 'shops' | 'import' | 'isolation' };

const overlay = createStore<ShopOverlay>({ kind: 'none' });
export const shopOverlay: Readable<ShopOverlay> = overlay;
export const showShopOverlay = (next: ShopOverlay): void => overlay.update(() => next);
export const closeShopOverlay = (): void => overlay.update(() => ({ kind: 'none' }));
