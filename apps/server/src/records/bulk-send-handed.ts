import type { AutomaticPart } from '@pasar/api';
import { type Marketplace, paceSeconds, pauseAfterMs } from '@pasar/domain';
import type { Transaction } from '../storage/database.ts';
import { jsonList, jsonListAs, storableJson } from '../storage/storable.ts';
import type { TaskRow } from './bulk-send.ts';

/** Recipients who are handed to a program that sends a task by itself: it may have written to them until it tells. */

export interface Handed {
  readonly itemId: string;
  readonly buyerId: string | null;
  /** The whole message, and how many of its parts the program gets. */
  readonly parts: readonly AutomaticPart[];
  readonly messages: number;
}

export async function noteHanded(transaction: Transaction, handed: readonly Handed[], now: number): Promise<void> {
  if (handed.length === 0) return;
  await transaction.query({
    name: 'bulk-send-hand-out',
    text: `update bulk_send_item i set state = 'sent', sent_at = $5, handed_at = $5, handed_to = note.buyer_id,
        handed_messages = note.messages, parts = note.parts
      from unnest($1::uuid[], $2::text[], $3::integer[], ${jsonListAs('$4', 'jsonb')})
        as note (item_id, buyer_id, messages, parts) where i.item_id = note.item_id`,
    values: [
      handed.map(({ itemId }) => itemId),
      handed.map(({ buyerId }) => buyerId),
      handed.map(({ messages }) => messages),
      jsonList(handed.map(({ parts }) => storableJson(parts))),
      now,
    ],
  });
}

/** A recipient with whom a program has not told yet what it has done. */
const IS_HANDED = "i.state = 'sent' and i.handed_at is not null";

/**
 * Ends recipients of whom a program has told nothing before it lost its lease: nobody knows whether they have the message. Gives
 * how many they are. It locks recipients, so the caller locks the task after it.
 */
export async function endLostLease(transaction: Transaction, taskId: string, now: number): Promise<number> {
  const ended = await transaction.query({
    name: 'bulk-send-end-lost-lease',
    text: `update bulk_send_item i set state = 'unconfirmed', ended_at = $2 from bulk_send_task t
      where t.task_id = $1 and i.task_id = t.task_id and coalesce(t.host_until, 0) <= $2 and ${IS_HANDED}`,
    values: [taskId, now],
  });
  return ended.rowCount ?? 0;
}

/** The shops in which a program has recipients of a task. */
export async function shopsOfHanded(transaction: Transaction, taskId: string): Promise<ReadonlySet<string>> {
  const found = await transaction.query<{ shop_id: string }>({
    name: 'bulk-send-shops-of-handed',
    text: `select distinct i.shop_id from bulk_send_item i where i.task_id = $1 and ${IS_HANDED}`,
    values: [taskId],
  });
  return new Set(found.rows.map((row) => row.shop_id));
}

/**
 * When the interval of a task is over in shops, after the newest message of the task there. The runs of the server are put into the
 * queue at this time; a program, and the run that goes on after it, ask for it.
 */
export async function freeInTask(
  transaction: Transaction,
  { task_id: taskId, interval_seconds: interval }: TaskRow,
  shops: readonly { readonly shop_id: string; readonly marketplace: Marketplace }[],
): Promise<ReadonlyMap<string, number>> {
  const found = await transaction.query<{ shop_id: string; item_id: string; sent_at: string; messages: number }>({
    name: 'bulk-send-newest-of-task',
    text: `select place.shop_id, newest.* from unnest($2::uuid[]) as place (shop_id) cross join lateral (
        select item_id, sent_at, coalesce(jsonb_array_length(parts), 1) as messages from bulk_send_item i
        where i.shop_id = place.shop_id and i.task_id = $1 and sent_at is not null order by sent_at desc limit 1) newest`,
    values: [taskId, shops.map((row) => row.shop_id)],
  });
  const marketplaces = new Map(shops.map((row) => [row.shop_id, row.marketplace]));
  return new Map(
    found.rows.flatMap(({ shop_id: shopId, item_id: itemId, sent_at: sentAt, messages }) => {
      const marketplace = marketplaces.get(shopId);
      if (marketplace === undefined) return [];
      return [[shopId, Number(sentAt) + pauseAfterMs(paceSeconds(marketplace, interval, messages), itemId)]];
    }),
  );
}
