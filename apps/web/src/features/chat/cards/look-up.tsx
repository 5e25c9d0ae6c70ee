import { createStore } from '@pasar/sync';
import { type ReactNode, useEffect, useSyncExternalStore } from 'react';
import type { LookedUp } from './looked-up.ts';

/** Most conversations show no card: the code that asks is fetched with the first that does, and kept. */
type Code =
  | { readonly state: 'coming' }
  | { readonly state: 'here'; readonly CardLookUp: (props: LookedUp) => ReactNode }
  | { readonly state: 'failed'; readonly cause: unknown };
const code = createStore<Code>({ state: 'coming' });

async function loadCode(): Promise<void> {
  if (code.get().state === 'here') return;
  code.update(() => ({ state: 'coming' }));
  try {
    const { CardLookUp } = await import('./card-look-up.tsx');
    code.update(() => ({ state: 'here', CardLookUp }));
  } catch (cause) {
    // the card says it, and offers another try.
    code.update(() => ({ state: 'failed', cause }));
  }
}

/** Draws what is known at once, and again with what the marketplace says. */
export function LookedUpCard(props: LookedUp): ReactNode {
  const held = useSyncExternalStore(code.subscribe, code.get);
  useEffect(() => void loadCode(), []);
  if (held.state === 'here') return <held.CardLookUp {...props} />;
  if (held.state === 'coming') return props.draw({ state: 'waiting' });
  const failure = { kind: 'unreachable', cause: held.cause } as const;
  return props.draw({ state: 'failed', failure, again: () => void loadCode() });
}
