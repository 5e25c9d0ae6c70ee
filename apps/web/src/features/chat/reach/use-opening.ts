import type { ConversationView } from '@pasar/api';
import type { Desk } from '@pasar/sync';
import { useCallback, useEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { useDesk } from '../../../base/desk.tsx';
import { screenFor } from '../../../base/scopes.ts';
import { reveal } from '../place/selection.ts';

type Place = Pick<ConversationView, 'conversationId' | 'shopId'>;

/** Opens a conversation to answer in it, on the present screen where it shows the shop. */
export function useOpening(): (place: Place) => void {
  const desk = useDesk();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const at = useRef(pathname);
  useEffect(() => {
    at.current = pathname;
  }, [pathname]);
  return useCallback((place) => void navigate(openedIn(desk, at.current, place)), [desk, navigate]);
}

function openedIn(desk: Desk, pathname: string, place: Place): string {
  const { scope, path } = screenFor(desk.state.get().shops.get(place.shopId)?.marketplace ?? null, pathname);
  reveal(scope, place);
  return path;
}
