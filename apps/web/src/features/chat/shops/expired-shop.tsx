import type { ShopView } from '@pasar/api';
import type { ConversationId } from '@pasar/domain';
import { useDeskState, useReadable } from '../../../base/desk.tsx';
import { failedDialog, lazyScreen } from '../../../base/lazy-screen.tsx';
import { useMay } from '../../../base/may.tsx';
import { shopOverlays } from '../../../base/shops/overlay.ts';
import { tellAsked, toldExpired } from '../../../base/shops/told-expired.ts';
import { meantConversation } from '../place/selection.ts';

const ExpiredShopDialog = lazyScreen(
  () => import('./expired-shop-dialog.tsx').then(({ ExpiredShopDialog }) => ExpiredShopDialog),
  { failed: failedDialog(({ shop }) => tellAsked(shop.connectionId)) },
);

/**
 * Opens the dialog about an expired login when a person opens a conversation of its shop to answer in it: once for each
 * expiry, not over another dialog about shops, and only for members who can log the shop in. Choosing the shop in the
 * list opens nothing, because the bar at the top says the same.
 */
export function ExpiredShop({ conversationId }: { readonly conversationId: ConversationId | null }) {
  const meant = useReadable(meantConversation);
  const { asked } = useReadable(toldExpired);
  const { manage, signIn } = useReadable(shopOverlays);
  const canLogIn = useMay(['shopManager']);
  const shop = useDeskState((state): ShopView | undefined => {
    if (!canLogIn || conversationId === null || conversationId !== meant) return undefined;
    const written = state.shown.get(conversationId);
    const known = written && state.shops.get(written.shopId);
    return known?.connection.state === 'failed' ? known : undefined;
  });
  if (shop === undefined || asked.has(shop.connectionId) || manage !== null || signIn !== null) return null;
  return <ExpiredShopDialog key={shop.connectionId} shop={shop} />;
}
