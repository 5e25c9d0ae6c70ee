import type { Change, DeliveryView, ShopView } from '@pasar/api';
import type { ConversationId, ShopId } from '@pasar/domain';
import type { PendingSend } from '../pending/pending-send.ts';
import type { DeskState } from './desk-state.ts';

/** `waiting`: on its way for longer than a moment. */
export type UndeliveredKind = 'failed' | 'unconfirmed' | 'waiting';

/** An answer that has not arrived, as far as this client knows: it did not leave, or nobody has confirmed it. */
export interface Undelivered {
  readonly kind: UndeliveredKind;
  readonly clientId: string;
  readonly conversationId: ConversationId;
  readonly shopId: ShopId | null;
  readonly createdAt: number;
  readonly answer:
    | { readonly at: 'server'; readonly delivery: DeliveryView }
    /** Only this browser has it: the server has not accepted it. */
    | { readonly at: 'window'; readonly pending: PendingSend };
}

export type Answers = Pick<DeskState, 'deliveries' | 'pending' | 'askedDeliveries'>;
type Waiting = Answers & Pick<DeskState, 'waits'>;

/** Whether a delivery is under way, or a person's retry or check of it is. */
export const isUnderWay = (delivery: DeliveryView, asked: ReadonlySet<string>): boolean =>
  delivery.mark === 'pending' || (asked.has(delivery.clientId) && delivery.mark !== 'sent');

/** A video that goes to the server takes minutes and shows how far it has come: it does not wait. */
const isMoving = ({ content, phase }: PendingSend): boolean => content.type === 'video' && phase.state !== 'waiting';

/** Every answer that is on its way, with the time when it was written. */
export function onTheirWay({ deliveries, pending, askedDeliveries }: Answers): ReadonlyMap<string, number> {
  const found = new Map<string, number>();
  for (const items of pending.values()) {
    for (const item of items) {
      if (item.phase.state !== 'refused' && !isMoving(item)) found.set(item.clientId, item.createdAt);
    }
  }
  for (const items of deliveries.values()) {
    for (const item of items) if (isUnderWay(item, askedDeliveries)) found.set(item.clientId, item.createdAt);
  }
  return found;
}

export const undeliveredDelivery = (delivery: DeliveryView): Undelivered => ({
  kind: delivery.mark === 'failed' || delivery.mark === 'unconfirmed' ? delivery.mark : 'waiting',
  clientId: delivery.clientId,
  conversationId: delivery.conversationId,
  shopId: delivery.shopId,
  createdAt: delivery.createdAt,
  answer: { at: 'server', delivery },
});

export const undeliveredPending = (pending: PendingSend): Undelivered => ({
  kind: pending.phase.state === 'refused' ? 'failed' : 'waiting',
  clientId: pending.clientId,
  conversationId: pending.conversationId,
  shopId: pending.shopId,
  createdAt: pending.createdAt,
  answer: { at: 'window', pending },
});

/** A message to many buyers is no answer that somebody waits for: its task tells what became of it. */
const isAnswer = ({ cause }: DeliveryView): boolean => cause !== 'bulkSend';

/** The answers of one conversation that have not arrived, oldest first. */
export function undeliveredIn(state: Waiting, id: ConversationId): readonly Undelivered[] {
  const { waits, askedDeliveries } = state;
  const accepted = (state.deliveries.get(id) ?? []).flatMap((delivery): Undelivered[] => {
    if (delivery.mark === 'sent' || delivery.mark === 'dismissed' || !isAnswer(delivery)) return [];
    if (!isUnderWay(delivery, askedDeliveries)) return [undeliveredDelivery(delivery)];
    return waits.has(delivery.clientId) ? [{ ...undeliveredDelivery(delivery), kind: 'waiting' }] : [];
  });
  const unsent = (state.pending.get(id) ?? [])
    .filter((pending) => pending.phase.state === 'refused' || waits.has(pending.clientId))
    .map(undeliveredPending);
  return [...accepted, ...unsent].sort((left, right) => left.createdAt - right.createdAt);
}

/**
 * The answers of all conversations that a person should know of, oldest first: those that failed or stay unconfirmed,
 * and those that have waited long.
 */
export function undeliveredOf(state: Waiting): readonly Undelivered[] {
  const ids = new Set([...state.deliveries.keys(), ...state.pending.keys()]);
  return [...ids]
    .flatMap((id) => undeliveredIn(state, id))
    .filter(({ kind, clientId }) => kind !== 'waiting' || state.waits.get(clientId) === 'long')
    .sort((left, right) => left.createdAt - right.createdAt);
}

/** A shop in these states sends. */
export const canSend = (shop: ShopView | undefined): boolean =>
  shop?.connection.state === 'live' || shop?.connection.state === 'catching_up';

/** Deliveries of the signed-in member that a batch of changes has made failed or unconfirmed. */
export function newlyUndelivered(
  before: DeskState,
  after: DeskState,
  changes: readonly Change[],
): readonly DeliveryView[] {
  const told = new Set(
    changes.flatMap((change) =>
      change.kind === 'delivery' && change.seq > before.seq ? [change.delivery.clientId] : [],
    ),
  );
  if (told.size === 0) return [];
  const marks = new Map([...before.deliveries.values()].flat().map(({ clientId, mark }) => [clientId, mark]));
  return [...after.deliveries.values()].flat().filter((delivery) => {
    const { clientId, mark, memberId } = delivery;
    const isTrouble = isAnswer(delivery) && (mark === 'failed' || mark === 'unconfirmed');
    return isTrouble && told.has(clientId) && memberId === after.member?.memberId && marks.get(clientId) !== mark;
  });
}
