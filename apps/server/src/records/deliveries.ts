import {
  asPlatformMessageId,
  type Delivery,
  type DeliveryEvent,
  type OutgoingContent,
  type ReasonCode,
  reduceDelivery,
  refusal,
} from '@pasar/domain';
import type { Transaction } from '../storage/database.ts';
import { UnstorableError } from '../storage/storable.ts';
import { forgetVideos } from './outgoing-videos.ts';
import { contentOf, DELIVERY_COLUMNS, type DeliveryRow } from './rows.ts';

/** A ledger row under the transaction's lock: its stored state, and its state after this transaction. */
export interface LoadedDelivery {
  readonly row: DeliveryRow;
  readonly before: Delivery;
  state: Delivery;
}

export async function lockDeliveries(
  transaction: Transaction,
  accountId: string,
  deliveryIds: readonly string[],
  clientIds: readonly string[],
): Promise<LoadedDelivery[]> {
  if (deliveryIds.length === 0 && clientIds.length === 0) return [];
  const found = await transaction.query<DeliveryRow>({
    name: 'lock-deliveries',
    text: `select ${DELIVERY_COLUMNS} from delivery
           where account_id = $1 and (delivery_id = any($2::uuid[]) or client_id = any($3::uuid[]))
           order by delivery_id for update`,
    values: [accountId, deliveryIds, clientIds],
  });
  return found.rows.map((row) => {
    const state = toDelivery(row);
    return { row, before: state, state };
  });
}

/** Deliveries of these conversations that are on the wire or may still get their message. */
export async function lockUnsettled(
  transaction: Transaction,
  conversationIds: readonly string[],
): Promise<LoadedDelivery[]> {
  if (conversationIds.length === 0) return [];
  const found = await transaction.query<DeliveryRow>({
    name: 'lock-unsettled',
    text: `select ${DELIVERY_COLUMNS} from delivery
           where conversation_id = any($1::uuid[]) and state in ('intent', 'doubted', 'unconfirmed')
           order by created_at, delivery_id for update`,
    values: [conversationIds],
  });
  return found.rows.map((row) => {
    const state = toDelivery(row);
    return { row, before: state, state };
  });
}

/** The row as a state of the domain. @throws when the columns do not fit the state, because the row was damaged. */
export function toDelivery(row: DeliveryRow): Delivery {
  const { attempt } = row;
  const time = (value: string | null): number => {
    if (value === null) throw new UnstorableError(`delivery ${row.delivery_id} in ${row.state} lacks a time`);
    return Number(value);
  };
  switch (row.state) {
    case 'pending':
      return { state: 'pending', attempt, notBefore: Number(row.not_before) };
    case 'claimed':
      return { state: 'claimed', attempt };
    case 'intent':
      return { state: 'intent', attempt, intentAt: time(row.intent_at) };
    case 'doubted':
      return { state: 'doubted', attempt, intentAt: time(row.intent_at), lookUntil: time(row.look_until) };
    case 'unconfirmed':
      return { state: 'unconfirmed', attempt, intentAt: time(row.intent_at) };
    case 'confirmed':
      return { state: 'confirmed', attempt, platformMessageId: asPlatformMessageId(row.platform_message_id ?? '') };
    case 'dismissed':
      return { state: 'dismissed', attempt };
    case 'refused':
      return {
        state: 'refused',
        attempt,
        refusal: refusal((row.refusal_reason ?? 'message_refused') as ReasonCode, row.refusal_detail),
      };
  }
}

/** Applies an event. An event that the state does not accept changes nothing: it came twice, or too late. */
export function applyToDelivery(delivery: LoadedDelivery, event: DeliveryEvent): void {
  delivery.state = reduceDelivery(delivery.state, event) ?? delivery.state;
}

export async function storeDeliveries(
  transaction: Transaction,
  loaded: readonly LoadedDelivery[],
): Promise<DeliveryRow[]> {
  const changed = loaded.filter((item) => item.state !== item.before);
  if (changed.length === 0) return [];
  const column = <Value>(read: (state: Delivery) => Value) => changed.map((item) => read(item.state));
  const updated = await transaction.query<DeliveryRow>({
    name: 'store-deliveries',
    text: `update delivery set state = item.state, attempt = item.attempt, not_before = item.not_before,
             intent_at = item.intent_at, look_until = item.look_until, platform_message_id = item.message,
             refusal_reason = item.reason, refusal_detail = item.detail
           from unnest($1::uuid[], $2::text[], $3::int[], $4::bigint[], $5::bigint[], $6::bigint[], $7::text[],
             $8::text[], $9::text[])
             as item (id, state, attempt, not_before, intent_at, look_until, message, reason, detail)
           where delivery.delivery_id = item.id
           returning ${DELIVERY_COLUMNS.split(',')
             .map((name) => `delivery.${name.trim()}`)
             .join(', ')}`,
    values: [
      changed.map((item) => item.row.delivery_id),
      column((state) => state.state),
      column((state) => state.attempt),
      column((state) => (state.state === 'pending' ? state.notBefore : 0)),
      column((state) => ('intentAt' in state ? state.intentAt : null)),
      column((state) => (state.state === 'doubted' ? state.lookUntil : null)),
      column((state) => (state.state === 'confirmed' ? state.platformMessageId : null)),
      column((state) => (state.state === 'refused' ? state.refusal.reason : null)),
      column((state) => (state.state === 'refused' ? state.refusal.detail : null)),
    ],
  });
  await forgetBytes(transaction, updated.rows);
  return updated.rows;
}

/** The bytes of a picture or a video are deleted when its delivery is settled. */
async function forgetBytes(transaction: Transaction, rows: readonly DeliveryRow[]): Promise<void> {
  const isSettled = (row: DeliveryRow) => row.state === 'confirmed' || row.state === 'dismissed';
  const settledOf = (type: OutgoingContent['type']) =>
    rows.filter((row) => isSettled(row) && contentOf(row).type === type);
  await forgetVideos(
    transaction,
    settledOf('video').map((row) => row.delivery_id),
  );
  const settled = settledOf('image');
  if (settled.length === 0) return;
  await transaction.query({
    name: 'forget-images',
    text: 'delete from delivery_image where delivery_id = any($1::uuid[])',
    values: [settled.map((row) => row.delivery_id)],
  });
}
