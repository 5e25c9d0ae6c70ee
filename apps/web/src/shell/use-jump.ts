import type { Undelivered } from '@pasar/sync';
import { useCallback } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { useDesk } from '../base/desk.tsx';
import { CHAT_ROUTES } from '../base/scopes.ts';
import { reveal } from '../features/chat/place/selection.ts';
import { sought } from '../features/chat/place/sought.ts';

/** Opens the conversation of an answer at the answer, on the present screen where it shows the shop. */
export function useJump(): (undelivered: Undelivered) => void {
  const desk = useDesk();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  return useCallback(
    ({ conversationId, shopId: ownShopId, clientId }) => {
      const { shops, shown } = desk.state.get();
      const shopId = ownShopId ?? shown.get(conversationId)?.shopId;
      if (shopId === undefined) return;
      const present = CHAT_ROUTES.find(({ path }) => path === pathname);
      const isHere = present?.scope === 'all' || present?.scope === shops.get(shopId)?.marketplace;
      const route = isHere ? present : CHAT_ROUTES.find(({ scope }) => scope === 'all');
      if (route === undefined) return;
      reveal(route.scope, { conversationId, shopId });
      sought.update(() => ({ conversationId, key: clientId, position: null }));
      void navigate(route.path);
    },
    [desk, navigate, pathname],
  );
}
