import { type DeskState, type Undelivered, type UndeliveredKind, undeliveredOf } from '@pasar/sync';

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

/** The kind that a person should know of first; null for none. */
export const worstOf = (items: readonly Undelivered[]): UndeliveredKind | null =>
  BY_WEIGHT.find((kind) => items.some((item) => item.kind === kind)) ?? null;
