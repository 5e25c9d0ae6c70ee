import type { CardDetailView } from '@pasar/api';
import { lazyScreen } from '../../../base/lazy-screen.tsx';
import type { CardDetails, DetailedCardProps } from './asked-card.tsx';

export const detailsIn = (details: CardDetails | null): CardDetailView | null =>
  details?.state === 'found' || details?.state === 'stale' ? details.data.card : null;

/**
 * Draws the known facts at once, and draws again with the marketplace's answer. Most conversations show no card, so the
 * code that asks is loaded with the first card.
 */
export const DetailedCard = lazyScreen<DetailedCardProps>(
  () => import('./asked-card.tsx').then(({ AskedCard }) => AskedCard),
  {
    coming: ({ draw }) => draw({ state: 'waiting' }),
    failed: ({ draw }, again) =>
      draw({ state: 'failed', failure: { kind: 'unreachable', fault: 'loading_failed', cause: null }, again }),
  },
);
