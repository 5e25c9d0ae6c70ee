import { levelOf, type Marketplace } from '@pasar/domain';
import { inject } from 'vitest';
import { cardKinds } from './cards.ts';
import { type Crossing, FROZEN, oncePerStep, shared } from './crossing.ts';
import type { What } from './sent.ts';

type FrozenCase = Crossing & { readonly what: What };

/**
 * The cases in which a server is frozen. In the short run texts, cards and videos take turns; in the long run texts are
 * frozen in all cases, and cards and videos once at each step. The kinds of cards take turns in both.
 */
export function frozenCases(marketplace: Marketplace, isWhole = inject('depth').isFireWhole): readonly FrozenCase[] {
  const kinds = cardKinds(marketplace);
  const others = ['card' as const, ...(levelOf(marketplace, 'video') === 'yes' ? (['video'] as const) : [])];
  const whatAt = (content: 'text' | 'card' | 'video', turn: number): What =>
    content === 'card' ? (kinds[turn % kinds.length] ?? 'text') : content;
  const taken = shared(FROZEN, marketplace, isWhole);
  if (!isWhole) {
    const contents = [...others, 'text' as const];
    return taken.map((crossing, turn) => ({
      ...crossing,
      what: whatAt(contents[turn % contents.length] ?? 'text', turn),
    }));
  }
  return [
    ...taken.map((crossing) => ({ ...crossing, what: 'text' as const })),
    ...others.flatMap((content) =>
      oncePerStep(FROZEN).map((crossing, turn) => ({ ...crossing, what: whatAt(content, turn) })),
    ),
  ];
}
