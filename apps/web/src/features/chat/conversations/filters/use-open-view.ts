import type { ConversationListing } from '@pasar/api';
import type { Scope } from '@pasar/sync';
import { useLocation, useNavigate } from 'react-router';
import { useDesk } from '../../../../base/desk.tsx';
import { CHAT_ROUTES, type ChatRoute, screenFor } from '../../../../base/scopes.ts';
import { useTranslation } from '../../../../base/texts/i18n.ts';
import { toast } from '../../../../ui/toasts.tsx';
import { openedView } from '../../place/opened-view.ts';
import { select, selectionOf } from '../../place/selection.ts';

/**
 * Opens a saved view: with its shop or on the screen of its marketplace, where it has one, and otherwise in the shops that
 * the screen shows, which are those of `here`.
 */
export function useOpenView(here: Scope): (listing: ConversationListing) => void {
  const { t } = useTranslation('listFilters');
  const desk = useDesk();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  return (listing) => {
    const { marketplace, shopId } = listing;
    const shop = shopId === undefined ? null : desk.state.get().shops.get(shopId);
    if (shop === undefined) return toast('info', t('view.shopGone'));
    const screen: ChatRoute | undefined =
      shop !== null ? screenFor(shop.marketplace, pathname) : CHAT_ROUTES.find(({ scope }) => scope === marketplace);
    openedView.update(() => ({ scope: shopId ?? screen?.scope ?? here, listing }));
    if (screen === undefined) return;
    const chosen = shop?.shopId ?? null;
    // The open conversation may be of another shop.
    const stays = selectionOf(screen.scope).shopId === chosen;
    select(screen.scope, stays ? {} : { shopId: chosen, conversationId: null });
    if (screen.path !== pathname) void navigate(screen.path);
  };
}
