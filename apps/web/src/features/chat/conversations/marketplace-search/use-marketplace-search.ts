import { FINDING_LIMITS } from '@pasar/api';
import type { ConversationId } from '@pasar/domain';
import type { CallFailure, FoundAtMarketplaces, Scope, SearchPlace } from '@pasar/sync';
import { useState } from 'react';
import { useDesk } from '../../../../base/desk.tsx';
import type { AddFound } from '../use-search.ts';

/** What all pages found together. */
interface Found extends Pick<FoundAtMarketplaces, 'orders' | 'further' | 'failed'> {
  readonly ids: ReadonlySet<ConversationId>;
  /** A shop has answered. */
  readonly isAnswered: boolean;
}
const NOTHING: Found = { ids: new Set(), orders: [], further: [], failed: [], isAnswered: false };

export interface AtMarketplaces {
  readonly step: 'notYet' | 'asking' | 'answered';
  /** Why the last question was not answered at all. */
  readonly failure: CallFailure | null;
  readonly found: Found;
  /** Asks from the beginning. */
  readonly begin: () => void;
  /** Goes on at the shops that have more; null where none has. */
  readonly further: (() => void) | null;
  /** Repeats the last question, or asks the shops again that did not answer it; null where all have answered. */
  readonly again: (() => void) | null;
}

/** The search for some words at the marketplaces, page by page. Each answer adds to what was found before. */
export function useMarketplaceSearch(scope: Scope, words: string, onFound: AddFound): AtMarketplaces {
  const desk = useDesk();
  const [step, setStep] = useState<AtMarketplaces['step']>('notYet');
  const [found, setFound] = useState(NOTHING);
  const [undone, setUndone] = useState<{ failure: CallFailure; from: readonly SearchPlace[] | null } | null>(null);
  const ask = async (all: readonly SearchPlace[] | null) => {
    if (step === 'asking') return;
    const from = all?.slice(0, FINDING_LIMITS.shops) ?? null;
    setStep('asking');
    const result = await desk.lists.searchAtMarketplaces(scope, words, from);
    setStep('answered');
    setUndone(result.ok ? null : { failure: result.failure, from });
    if (!result.ok) return;
    onFound(words, result.data.ids);
    setFound((before) => withPage(before, from, result.data));
  };
  const again = undone === null ? found.failed : undone.from;
  return {
    step,
    failure: undone?.failure ?? null,
    found,
    begin: () => void ask(null),
    further: undone !== null || found.further.length === 0 ? null : () => void ask(found.further),
    again: undone === null && found.failed.length === 0 ? null : () => void ask(again),
  };
}

/** `from`: the places that were asked for; null for all from the beginning. */
function withPage(before: Found, from: readonly SearchPlace[] | null, page: FoundAtMarketplaces): Found {
  const isOpen = ({ shopId }: SearchPlace): boolean => !from?.some((asked) => asked.shopId === shopId);
  const orders = [...before.orders, ...page.orders].map(
    (order) => [`${order.shopId} ${order.orderNumber}`, order] as const,
  );
  return {
    ids: new Set([...before.ids, ...page.ids]),
    orders: [...new Map(orders).values()],
    further: [...before.further.filter(isOpen), ...page.further],
    failed: [...before.failed.filter(isOpen), ...page.failed],
    isAnswered: before.isAnswered || page.failed.length < page.asked,
  };
}
