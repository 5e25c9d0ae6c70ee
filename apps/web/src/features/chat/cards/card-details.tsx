import type { CardDetailView } from '@pasar/api';
import { createStore } from '@pasar/sync';
import { type ReactNode, useEffect, useSyncExternalStore } from 'react';
import type { AskedCard, CardDetails, DetailedCardProps } from './asked-card.tsx';

export const detailsIn = (details: CardDetails | null): CardDetailView | null =>
  details?.state === 'found' || details?.state === 'stale' ? details.data.card : null;

/** Most conversations show no card, so the code that asks is loaded with the first card, and kept. */
type Code =
  | { readonly state: 'coming' }
  | { readonly state: 'here'; readonly AskedCard: typeof AskedCard }
  | { readonly state: 'failed'; readonly cause: unknown };
const code = createStore<Code>({ state: 'coming' });

async function loadCode(): Promise<void> {
  if (code.get().state === 'here') return;
  code.update(() => ({ state: 'coming' }));
  try {
    const { AskedCard } = await import('./asked-card.tsx');
    code.update(() => ({ state: 'here', AskedCard }));
  } catch (cause) {
    // The card shows the failure and offers to try again.
    code.update(() => ({ state: 'failed', cause }));
  }
}

/** Draws the known facts at once, and draws again with the marketplace's answer. */
export function DetailedCard(props: DetailedCardProps): ReactNode {
  const held = useSyncExternalStore(code.subscribe, code.get);
  useEffect(() => void loadCode(), []);
  if (held.state === 'here') return <held.AskedCard {...props} />;
  if (held.state === 'coming') return props.draw({ state: 'waiting' });
  const failure = { kind: 'unreachable', fault: null, cause: held.cause } as const;
  return props.draw({ state: 'failed', failure, again: () => void loadCode() });
}
