import { type DeskState, type Undelivered, type UndeliveredKind, undeliveredOf } from '@pasar/sync';
import type { IconName } from '../ui/icon.tsx';

type Parts = Pick<DeskState, 'deliveries' | 'pending' | 'askedDeliveries' | 'waits'>;
let counted: { readonly parts: Parts; readonly found: readonly Undelivered[] } | null = null;

/**
 * The answers of all conversations that a person should know of, oldest first. The same list for the same answers,
 * whatever else of the desk changes.
 */
export function allUndelivered(state: DeskState): readonly Undelivered[] {
  const { deliveries, pending, askedDeliveries, waits } = state;
  const held = counted?.parts;
  const isSame =
    held?.deliveries === deliveries &&
    held.pending === pending &&
    held.askedDeliveries === askedDeliveries &&
    held.waits === waits;
  if (counted === null || !isSame) {
    counted = { parts: { deliveries, pending, askedDeliveries, waits }, found: undeliveredOf(state) };
  }
  return counted.found;
}

const BY_WEIGHT: readonly UndeliveredKind[] = ['failed', 'unconfirmed', 'waiting'];

export interface UndeliveredCount {
  readonly kind: UndeliveredKind;
  readonly count: number;
}

/** How many there are of each kind, the kind first that a person should know of first. */
export const countsOf = (items: readonly Undelivered[]): readonly UndeliveredCount[] =>
  BY_WEIGHT.flatMap((kind) => {
    const count = items.filter((item) => item.kind === kind).length;
    return count === 0 ? [] : { kind, count };
  });

/** The signs of answers that did not arrive, as the messages bear them. */
export const UNDELIVERED_ICONS: Readonly<Record<UndeliveredKind, IconName>> = {
  failed: 'failed',
  unconfirmed: 'question',
  waiting: 'clock',
};
