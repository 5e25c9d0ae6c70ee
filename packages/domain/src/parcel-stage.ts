import type { Parcel, ParcelStage, ParcelStand, TrackingEvent } from './order.ts';
import { PARCEL_WORDS } from './parcel-words.ts';

const readable = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[\s\-‐‑_]+/g, ' ');

const wordsOf = (list: 'neither' | 'outForDelivery' | 'notYet' | 'delivered'): readonly string[] =>
  Object.values(PARCEL_WORDS).flatMap((words) => words[list].map(readable));
/** In the order in which they are looked for: a text that announces the delivery of today says "delivered" too. */
const STEPS: readonly { readonly stage: ParcelStage; readonly words: readonly string[] }[] = [
  { stage: 'onTheWay', words: wordsOf('neither') },
  { stage: 'outForDelivery', words: wordsOf('outForDelivery') },
  { stage: 'onTheWay', words: wordsOf('notYet') },
  { stage: 'delivered', words: wordsOf('delivered') },
];

function stageOf(text: string): ParcelStage {
  const read = readable(text);
  return STEPS.find(({ words }) => words.some((word) => read.includes(word)))?.stage ?? 'onTheWay';
}

/**
 * How far a parcel is, from the text of its newest event. What the words do not tell counts as on the way, so a message goes
 * to too few rather than to the wrong buyers. Null: nothing has happened to the parcel yet.
 */
export function parcelStage([newest]: readonly TrackingEvent[]): ParcelStand | null {
  return newest === undefined ? null : { stage: stageOf(newest.text), at: newest.at };
}

/**
 * How far an order is, from its parcels: out for delivery with one of them, and delivered with all of them. Null: nothing has
 * happened to them yet.
 */
export function orderParcelStage(parcels: readonly Pick<Parcel, 'events'>[]): ParcelStand | null {
  const stands = parcels.flatMap(({ events }) => parcelStage(events) ?? []);
  if (stands.length === 0) return null;
  const out = stands.filter(({ stage }) => stage === 'outForDelivery');
  const areDelivered = stands.length === parcels.length && stands.every(({ stage }) => stage === 'delivered');
  const stage = out.length > 0 ? 'outForDelivery' : areDelivered ? 'delivered' : 'onTheWay';
  return { stage, at: Math.max(...(out.length > 0 ? out : stands).map(({ at }) => at)) };
}
