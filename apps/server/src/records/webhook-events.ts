import type { AccountId, WEBHOOK_TEST, WebhookEventName } from '@pasar/domain';
import type { Transaction } from '../storage/database.ts';
import { jsonList, jsonListAs, storableJson } from '../storage/storable.ts';

/** Wakes the engines: events wait to be delivered. The payload names the account. */
export const WEBHOOK_CHANNEL = 'pasar_webhook';

/**
 * The parts of a statement that put the rows of `news` (event, shop_id, conversation_id, sent_at, data) into the outbox
 * of each webhook of the account `$1` that wants them. They see no webhook where the account has none, and then neither
 * `news` nor anything else here is carried out: `news` must ask for `exists (select from watching)`.
 *
 * A message that was sent before the webhook was switched on is history, which a new shop or a comparison brings.
 */
export const WATCHING = `watching as materialized (
  select webhook_id, events, shop_ids, since from webhook where account_id = $1 and is_on)`;
export const OUTBOX = `wanted as materialized (
    select w.webhook_id, n.event_id from watching w join news n on n.event = any (w.events)
      and (w.shop_ids is null or n.shop_id is null or n.shop_id = any (w.shop_ids))
      and (n.sent_at is null or n.sent_at >= w.since or n.event = 'message.changed')),
  kept as (
    insert into webhook_event (event_id, account_id, shop_id, conversation_id, body)
    select n.event_id, $1, n.shop_id, n.conversation_id, json_build_object('type', n.event,
      'timestamp', to_char(clock_timestamp() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'data', n.data)
    from news n where n.event_id in (select event_id from wanted)),
  queued as (
    insert into webhook_delivery (webhook_id, event_id, account_id, event)
    select w.webhook_id, n.event_id, $1, n.event from wanted w join news n using (event_id))`;
export const WAKING = `(select pg_notify('${WEBHOOK_CHANNEL}', $1::text) from wanted limit 1)`;

/** An event that no change of the live feed tells of. */
export interface WebhookNews {
  readonly event: WebhookEventName;
  /** Null for an event of the whole account, which every webhook may be told of. */
  readonly shopId: string | null;
  /** As `webhookBody` of the contract has it. */
  readonly data: object;
}

/** Tells the account's webhooks of events, in the transaction that causes them. */
export async function tellWebhooks(
  transaction: Transaction,
  accountId: AccountId,
  news: readonly WebhookNews[],
): Promise<void> {
  if (news.length === 0) return;
  await transaction.query({
    name: 'tell-webhooks',
    text: `with ${WATCHING},
      news as materialized (
        select uuidv7() as event_id, told.*, null::uuid as conversation_id, null::bigint as sent_at
        from unnest($2::text[], $3::uuid[], ${jsonListAs('$4', 'json')}) as told (event, shop_id, data)
        where exists (select from watching)),
      ${OUTBOX}
      select ${WAKING}`,
    values: [
      accountId,
      news.map(({ event }) => event),
      news.map(({ shopId }) => shopId),
      jsonList(news.map(({ data }) => storableJson(data))),
    ],
  });
}

/** Puts a test event into the outbox of one webhook, whatever it wants to be told of. */
export async function tellTest(transaction: Transaction, accountId: AccountId, webhookId: string): Promise<void> {
  const event: typeof WEBHOOK_TEST = 'webhook.test';
  await transaction.query(
    `with kept as (
       insert into webhook_event (event_id, account_id, body)
       values (uuidv7(), $1, json_build_object('type', $3::text, 'timestamp',
         to_char(clock_timestamp() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'data', $4::json))
       returning event_id),
     queued as (
       insert into webhook_delivery (webhook_id, event_id, account_id, event) select $2, event_id, $1, $3 from kept)
     select pg_notify('${WEBHOOK_CHANNEL}', $1::text)`,
    [accountId, webhookId, event, JSON.stringify({ text: 'A test of the webhook.' })],
  );
}
