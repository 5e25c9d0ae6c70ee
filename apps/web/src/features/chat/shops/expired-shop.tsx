import type { ShopView } from '@pasar/api';
import type { ConversationId, ShopId } from '@pasar/domain';
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
 * Opens the dialog about the expired login of the shop in use: the chosen shop, or that of the conversation opened to
 * answer in it. Opens once for each expiry, not over another dialog about shops, and only for members who can log the
 * shop in.
 */
export function ExpiredShop(props: { readonly shopId: ShopId | null; readonly conversationId: ConversationId | null }) {
  const meant = useReadable(meantConversation);
  const { asked } = useReadable(toldExpired);
  const { manage, signIn } = useReadable(shopOverlays);
  const canLogIn = useMay(['shopManager']);
  const shop = useDeskState((state): ShopView | undefined => {
    if (!canLogIn) return undefined;
    const { conversationId } = props;
    const written =
      conversationId === meant && conversationId !== null ? state.shown.get(conversationId)?.shopId : null;
    const worked = [written ?? null, props.shopId].map((id) => (id === null ? undefined : state.shops.get(id)));
    return worked.find((known) => known?.connection.state === 'failed');
  });
  if (shop === undefined || asked.has(shop.connectionId) || manage !== null || signIn !== null) return null;
  return <ExpiredShopDialog key={shop.connectionId} shop={shop} />;
}
