import {
  type AutomaticContent,
  type AutomaticPart,
  type BulkSendConditions,
  type BulkSendTaskView,
  bulkSendConditions,
  bulkSendContent,
  sendMessageConfigView,
} from '@pasar/api';
import {
  type AccountId,
  asShopId,
  type BulkPause,
  type BuyerLanguage,
  buyerLanguage,
  type Country,
  isQuiet,
  MARKETPLACES,
  type Marketplace,
  quietOf,
  SEND_LIMITS,
  type SendCause,
  type SendMessageConfig,
  USUAL_SEND_MESSAGE_CONFIG,
} from '@pasar/domain';
import type { z } from 'zod';
import type { Transaction } from '../storage/database.ts';
import type { BulkSendTaskTable } from '../storage/gen/tables.ts';
import { type AutomaticValues, lastTexts, NO_VALUES, orderVariablesIn, partsFor } from './automatic.ts';
import type { Judging, MessageSize } from './bulk-send-recipients.ts';
import { appendChanges, type NewChange } from './change-feed.ts';
import { applyToDelivery, lockDeliveries, storeDeliveries } from './deliveries.ts';
import { valuesOfOrder } from './order-values.ts';
import { toDeliveryView } from './rows.ts';

export type TaskRow = Readonly<BulkSendTaskTable>;

export const contentOfTask = (row: Pick<TaskRow, 'content'>): AutomaticContent => bulkSendContent.parse(row.content);
export const conditionsOfTask = (row: Pick<TaskRow, 'conditions'>): BulkSendConditions =>
  bulkSendConditions.parse(row.conditions);

/** Tells of tasks of a cause, as the last statement of a transaction, with what else has changed in it. */
export const tellTasks = (
  transaction: Transaction,
  accountId: AccountId,
  cause: SendCause,
  changes: readonly NewChange[] = [],
): Promise<void> =>
  appendChanges(transaction, accountId, [...changes, { change: { kind: cause }, shopId: null, memberId: null }]);

export async function readSendConfig(
  transaction: Transaction,
  accountId: AccountId,
): Promise<z.infer<typeof sendMessageConfigView>> {
  const found = await transaction.query<{ config: object }>({
    name: 'send-message-config',
    text: 'select config from send_message_config where account_id = $1',
    values: [accountId],
  });
  return sendMessageConfigView.parse({ ...USUAL_SEND_MESSAGE_CONFIG, ...found.rows[0]?.config });
}

/** All texts of a content, in every language. */
const textsOf = ({ parts, variants }: AutomaticContent): readonly string[] =>
  [parts, ...variants.map((variant) => variant.parts)]
    .flat()
    .flatMap((part) => (part.kind === 'text' ? [part.text] : []));

const HOLES = /\{\w+\}/g;
export const isTooLong = (text: string, marketplace: Marketplace): boolean =>
  [...text].length > SEND_LIMITS[marketplace].textLength.most;

/** What each part needs of an order, in every language; null: some part needs nothing of it. */
function needsOf({ parts, variants }: AutomaticContent): MessageSize['needs'] {
  const needs = [parts, ...variants.map((variant) => variant.parts)]
    .flat()
    .map((part) => (part.kind === 'text' ? orderVariablesIn(part.text) : []));
  return needs.some((names) => names.length === 0) ? null : needs;
}

/** A text counts without its variables here. */
export const sizeOf = (content: AutomaticContent, country: Country | null = null): MessageSize => ({
  country,
  needs: needsOf(content),
  parts: Math.max(content.parts.length, ...content.variants.map((variant) => variant.parts.length)),
  tooLongAt: MARKETPLACES.filter((marketplace) =>
    textsOf(content).some((text) => isTooLong(text.replaceAll(HOLES, ''), marketplace)),
  ),
});

/** By what recipients of a message to many buyers are left out. */
export const judgingOf = (
  content: AutomaticContent,
  conditions: BulkSendConditions,
  config: SendMessageConfig,
  now: number,
): Judging => ({
  conditions,
  config,
  messages: [sizeOf(content)],
  care: null,
  now,
});

/** What the parts of a message are filled with. */
export interface Recipient {
  readonly shop_id: string;
  /** Null: there is no conversation with the buyer yet. */
  readonly conversation_id: string | null;
  readonly buyer_name: string;
  readonly order_id: string | null;
  readonly order_number: string | null;
  readonly shop_name: string;
  readonly country: Country;
}

/** The message of a recipient, in the buyer's language and with the variables filled in. */
export async function renderFor(
  transaction: Transaction,
  content: AutomaticContent,
  recipient: Recipient,
): Promise<readonly AutomaticPart[]> {
  // Only a message in several languages asks for the buyer's.
  const texts = content.variants.length === 0 ? [] : await lastTexts(transaction, recipient.conversation_id);
  const language: BuyerLanguage = buyerLanguage(recipient.country, texts);
  return partsFor(content, language, await valuesFor(transaction, recipient));
}

async function valuesFor(transaction: Transaction, recipient: Recipient): Promise<AutomaticValues> {
  const { shop_id: shopId, order_id: orderId, order_number: order } = recipient;
  const ofOrder = orderId === null ? NO_VALUES : await valuesOfOrder(transaction, shopId, orderId);
  return { ...ofOrder, buyer: recipient.buyer_name, shop: recipient.shop_name, order };
}

/** Why nothing can be sent by a shop at present; null: it can. */
export interface ShopSituation {
  readonly country: Country;
  /** False also after a login, until what people have written meanwhile is read. */
  readonly is_live: boolean;
  readonly is_stopped: boolean;
  /** Until when a program sends the task. */
  readonly host_until: string | null;
}
export const SITUATION = `s.country, n.state = 'live' as is_live, exists (select from automatic_stop a
    where a.account_id = s.account_id and coalesce(a.shop_id, s.shop_id) = s.shop_id) as is_stopped`;
export function pauseOf(shop: ShopSituation, config: SendMessageConfig, now: number): BulkPause | null {
  if (shop.host_until !== null && Number(shop.host_until) > now) return 'hosted';
  if (shop.is_stopped) return 'automaticStopped';
  if (!shop.is_live) return 'notLoggedIn';
  return isQuiet(now, quietOf(config, shop.country), shop.country) ? 'quiet' : null;
}

/** The pauses of running tasks, by task. */
export async function readPauses(
  transaction: Transaction,
  tasks: readonly TaskRow[],
  config: SendMessageConfig,
  now: number,
): Promise<ReadonlyMap<string, BulkSendTaskView['pauses']>> {
  const running = tasks.filter(({ state }) => state === 'processing').map((row) => row.task_id);
  if (running.length === 0) return new Map();
  const found = await transaction.query<ShopSituation & { readonly task_id: string; readonly shop_id: string }>({
    name: 'bulk-send-pauses',
    text: `select t.task_id, s.shop_id, t.host_until, ${SITUATION}
      from bulk_send_task t cross join shop s join connection n using (connection_id)
      where t.task_id = any($1::uuid[]) and s.account_id = t.account_id and exists (select from bulk_send_item i
        where i.task_id = t.task_id and i.shop_id = s.shop_id and (i.state = 'wait' or (i.state = 'sent'
          and exists (select from delivery d where d.bulk_item_id = i.item_id and d.state = 'pending'))))`,
    values: [running],
  });
  const paused = found.rows.flatMap((row) => {
    const pause = pauseOf(row, config, now);
    return pause === null ? [] : [{ taskId: row.task_id, shopId: asShopId(row.shop_id), pause }];
  });
  return new Map(
    [...Map.groupBy(paused, ({ taskId }) => taskId)].map(([taskId, rows]) => [
      taskId,
      rows.map(({ shopId, pause }) => ({ shopId, pause })),
    ]),
  );
}

/**
 * Takes back what waits in the ledger for a task, in all shops or in some, so that its recipients wait again. A recipient of whom a part is on the
 * wire gets the other parts too. Rows that another transaction holds are on their way; waiting for them could block both.
 * Gives what to tell at the end of the transaction. Locks recipients, so the caller locks the task after it.
 */
export async function withdrawWaiting(
  transaction: Transaction,
  accountId: AccountId,
  taskId: string,
  shopIds: readonly string[] | null = null,
): Promise<readonly NewChange[]> {
  const held = await transaction.query<{ delivery_id: string; item_id: string }>(
    `select d.delivery_id, i.item_id from bulk_send_item i join delivery d on d.bulk_item_id = i.item_id
     where i.task_id = $1 and i.state = 'sent' and d.state = 'pending' and ($2::uuid[] is null or i.shop_id = any($2))
     for update of d skip locked`,
    [taskId, shopIds],
  );
  const open = await transaction.query<{ item_id: string; open: string }>(
    `select bulk_item_id as item_id, count(*) as open from delivery
     where bulk_item_id = any($1::uuid[]) and state in ('pending', 'claimed', 'intent', 'doubted') group by bulk_item_id`,
    [held.rows.map((row) => row.item_id)],
  );
  const openOf = new Map(open.rows.map((row) => [row.item_id, Number(row.open)]));
  const whole = [...Map.groupBy(held.rows, (row) => row.item_id)].filter(
    ([id, rows]) => openOf.get(id) === rows.length,
  );
  if (whole.length === 0) return [];
  const deliveryIds = whole.flatMap(([, rows]) => rows.map((row) => row.delivery_id));
  const changes = await takeBack(transaction, accountId, deliveryIds);
  await transaction.query(
    `update bulk_send_item set state = 'wait', attempt = attempt + 1, sent_at = null where item_id = any($1::uuid[])`,
    [whole.map(([itemId]) => itemId)],
  );
  return changes;
}

/** After what waited in the ledger was withdrawn: the runs of its shops may have ended with it, so running tasks begin again. */
export async function beginAgain(transaction: Transaction, taskIds: readonly string[]): Promise<void> {
  await transaction.query(
    "update bulk_send_task set state = 'wait' where task_id = any($1::uuid[]) and state = 'processing' and open > 0",
    [taskIds],
  );
}

/** Puts deliveries away that belong to no recipient any more: each takes the event of its state. The caller has locked them. */
export async function takeBack(
  transaction: Transaction,
  accountId: AccountId,
  deliveryIds: readonly string[],
): Promise<readonly NewChange[]> {
  await transaction.query('update delivery set bulk_item_id = null where delivery_id = any($1::uuid[])', [deliveryIds]);
  const loaded = await lockDeliveries(transaction, accountId, deliveryIds, []);
  for (const delivery of loaded) {
    applyToDelivery(delivery, { event: delivery.state.state === 'refused' ? 'dismiss' : 'withdraw' });
  }
  const stored = await storeDeliveries(transaction, loaded);
  return stored.map((row) => ({
    change: { kind: 'delivery', delivery: toDeliveryView(row) },
    shopId: row.shop_id,
    memberId: null,
  }));
}
