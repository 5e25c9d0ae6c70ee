import type { SearchHit } from '@pasar/api';
import { useMemo } from 'react';
import { useNavigate } from 'react-router';
import { setLayout } from '../base/layout.ts';
import { orderAddress } from '../base/order-address.ts';
import { soughtRow } from '../base/sought-row.ts';
import { markWords } from '../features/chat/finding/mark-words.ts';
import { reveal } from '../features/chat/place/selection.ts';
import { sought } from '../features/chat/place/sought.ts';
import type { SearchParts } from '../features/search/parts.ts';
import { SearchPage } from '../features/search/search-page.tsx';

/** The search over everything, with the ways to what it finds. */
export function Search() {
  const navigate = useNavigate();
  const parts = useMemo<SearchParts>(() => ({ open: (hit) => void navigate(placeOf(hit)) }), [navigate]);
  return <SearchPage parts={parts} />;
}

/** Prepares the place of a hit, and returns its address. */
function placeOf(hit: SearchHit): string {
  if (hit.kind === 'order') return orderAddress(hit.orderNumber);
  // A remark about a buyer whose conversation is not known stands on the page of remarks.
  if (hit.conversationId === null) return `/remarks?tab=all&words=${encodeURIComponent(hit.buyerName)}`;
  const { conversationId, shopId } = hit;
  reveal('all', { conversationId, shopId });
  if (hit.kind === 'message' || hit.kind === 'product' || hit.kind === 'teamNote') {
    const { text, marks } = hit.excerpt;
    const isNote = hit.kind === 'teamNote';
    const [key, position] = isNote ? [hit.id, hit.anchorPosition] : [hit.key, hit.position];
    markWords(...marks.map(({ from, to }) => text.slice(from, to)));
    sought.update(() => ({ conversationId, key, position }));
  } else if (hit.kind === 'note' || hit.kind === 'remark') {
    setLayout({ isBuyerShown: true, sideTab: 'buyer' });
    soughtRow.update(() => hit.id);
  }
  return '/chat/all';
}
