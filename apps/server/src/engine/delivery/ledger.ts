import type { ConversationRef } from '@pasar/connector-kit';
import pg from 'pg';
import { DELIVERY_COLUMNS, type DeliveryRow } from '../../records/rows.ts';
import { wholeAccount } from '../../storage/database.ts';
import type { ConversationRefRow, RunnerContext } from '../connection/runner-context.ts';

/** A delivery with its conversation. */
export type ClaimedDelivery = DeliveryRow & ConversationRefRow;

const HELD = `exists (select from connection_lease lease where lease.connection_id = $1 and lease.token = $2
  and lease.expires_at > clock_timestamp())`;

const joined = DELIVERY_COLUMNS.split(',')
  .map((name) => `delivery.${name.trim()}`)
  .join(', ');

/**
 * Why an automatic message waits: its shop or its account is stopped, or the connection is not live, so that what people have
 * written meanwhile may not be known yet.
 */
const heldBack = (delivery: string) => `(
  exists (select from automatic_stop s where coalesce(s.shop_id, ${delivery}.shop_id) = ${delivery}.shop_id)
  or not exists (select from connection n where n.connection_id = $1 and n.state = 'live'))`;

/** How many messages of a shop may be claimed now: those of persons, or the automatic ones. */
export interface Lane {
  readonly shopId: string;
  readonly isAutomatic: boolean;
  readonly free: number;
}

/**
 * Claims due deliveries, oldest first: one at a time in a conversation, so that messages arrive in the order they were
 * written, and at most `free` for each shop, so that a busy shop delays no other shop of the same login. In a conversation a
 * member's message goes before automatic ones that still wait. An automatic message waits until it is known of the automatic
 * messages before it whether they have arrived, and an automatic answer also of the members' messages. Automatic messages
 * leave only while the connection is live: before, what people have written meanwhile is not known yet. The lease is checked
 * in the same statement.
 */
export async function claimDeliveries(context: RunnerContext, lanes: readonly Lane[]): Promise<ClaimedDelivery[]> {
  const { owner, database, clock } = context;
  const claimed = await database.one<ClaimedDelivery>(wholeAccount(owner.accountId), {
    name: 'claim-deliveries',
    text: `update delivery set state = 'claimed', attempt = delivery.attempt + 1, claim_token = $2,
               reopened_at = case when delivery.attempt = 0 then null else delivery.reopened_at end
             from conversation c
             where c.conversation_id = delivery.conversation_id and ${HELD} and delivery.delivery_id in (
               select due.delivery_id from unnest($3::uuid[], $5::int[], $6::boolean[]) as lane (shop_id, free, is_automatic)
               cross join lateral (select d.delivery_id from delivery d
                 where d.shop_id = lane.shop_id and d.state = 'pending' and d.not_before <= $4
                   and (d.cause is not null) = lane.is_automatic and not (lane.is_automatic and ${heldBack('d')})
                   and not exists (select from delivery other where other.conversation_id = d.conversation_id
                     and (other.state in ('claimed', 'intent')
                       or (other.state = 'doubted' and (d.cause = 'autoReply' or d.cause is not null and other.cause is not null))
                       or (other.state = 'pending'
                       and (other.cause is not null, other.created_at, other.delivery_id)
                         < (d.cause is not null, d.created_at, d.delivery_id))))
                 order by d.created_at, d.delivery_id limit lane.free for update skip locked) due)
             returning ${joined}, c.platform_conversation_id, c.buyer_id, c.address`,
    values: [
      owner.connectionId,
      owner.token,
      lanes.map((lane) => lane.shopId),
      clock.now(),
      lanes.map((lane) => lane.free),
      lanes.map((lane) => lane.isAutomatic),
    ],
  });
  return claimed.rows;
}

/**
 * Makes pending again what this process has claimed without knowing it: the claim was committed, and the database's
 * answer was lost with the connection. These rows never reached the wire. `known`: the deliveries that are under way.
 */
export async function returnLostClaims(context: RunnerContext, known: readonly string[]): Promise<void> {
  const { owner, database } = context;
  await database.one(wholeAccount(owner.accountId), {
    name: 'return-lost-claims',
    text: `update delivery set state = 'pending', attempt = attempt - 1, claim_token = null
             where shop_id = any($3::uuid[]) and state = 'claimed' and claim_token = $2 and ${HELD}
               and delivery_id <> all($4::uuid[])`,
    values: [owner.connectionId, owner.token, [...owner.shopIds.values()], known],
  });
}

/**
 * What the intent of a message came to. `held`: an automatic message that must wait, because its shop was stopped or the
 * connection is not live. `over`: an automatic message that is not wanted any more. `lost`: this process no longer holds the
 * claim.
 */
export type Intent = 'recorded' | 'held' | 'over' | 'lost';

/**
 * Commits the intent before the first byte leaves. Only after `recorded` may anything be sent. An automatic message is over
 * when its time is over, when a person has answered the buyer's message meanwhile or said that it needs no answer, when an
 * earlier part of a message to many buyers has failed or its task was stopped before a part of it went, or when its shop was
 * taken out of order care before.
 */
export async function recordIntent(context: RunnerContext, deliveryId: string): Promise<Intent> {
  const { owner, database, clock } = context;
  const judged = await database.one<{ intent: Intent }>(wholeAccount(owner.accountId), {
    name: 'record-intent',
    text: `with judged as (select d.delivery_id, case
               when coalesce(d.not_after, $4) < $4 then 'over'
               when d.cause is null then 'recorded'
               when d.cause = 'autoReply' and not exists (select from conversation c
                 where c.conversation_id = d.conversation_id and c.waiting_since is not null
                   and greatest(c.last_reply_position, c.set_aside_position, -1) < d.anchor_position) then 'over'
               when d.bulk_item_id is not null and not exists (select from bulk_send_item i
                 join bulk_send_task t using (task_id) where i.item_id = d.bulk_item_id and i.state = 'sent'
                   and ((t.state <> 'stopped' and (t.care_day is null or not exists (select from order_care_setting chosen
                     where chosen.account_id = t.account_id and i.shop_id <> all(chosen.shop_ids))))
                   or i.done_parts <> '{}' or exists (select from delivery other
                     where other.bulk_item_id = i.item_id and other.state in ('intent', 'doubted')))) then 'over'
               when ${heldBack('d')} then 'held'
               else 'recorded' end as intent
             from delivery d where d.delivery_id = $3 and d.state = 'claimed' and d.claim_token = $2 and ${HELD} for update),
           recorded as (update delivery d set state = 'intent', intent_at = $4 from judged
             where d.delivery_id = judged.delivery_id and judged.intent = 'recorded' returning d.delivery_id)
           select judged.intent from judged`,
    values: [owner.connectionId, owner.token, deliveryId, clock.now()],
  });
  return judged.rows[0]?.intent ?? 'lost';
}

/**
 * The conversation of a delivery was reopened and continues as `reopened`. When the conversation has a new id, its row
 * takes that id, so that the buyer is listed once; when another row has that id already, the delivery moves to that
 * row. The next attempt, and a look after a crash, use the target that is committed here. False: this process no longer
 * holds the claim.
 */
export async function recordReopening(
  context: RunnerContext,
  delivery: ClaimedDelivery,
  reopened: ConversationRef,
): Promise<boolean> {
  try {
    return await moveToReopened(context, delivery, reopened);
  } catch (error) {
    // A list named the new id at the same moment, so a row with that id exists now.
    if (error instanceof pg.DatabaseError && error.code === UNIQUE_VIOLATION)
      return moveToReopened(context, delivery, reopened);
    throw error;
  }
}
const UNIQUE_VIOLATION = '23505';

function moveToReopened(
  { owner, database, clock }: RunnerContext,
  { conversation_id: conversationId, delivery_id: deliveryId }: ClaimedDelivery,
  { platformConversationId, address }: ConversationRef,
): Promise<boolean> {
  return database.within(wholeAccount(owner.accountId), async (transaction) => {
    await transaction.query(
      `update conversation c set platform_conversation_id = $4, address = $5
       where c.conversation_id = $3 and ${HELD} and not exists (select from conversation other
         where other.shop_id = c.shop_id and other.platform_conversation_id = $4)`,
      [owner.connectionId, owner.token, conversationId, platformConversationId, JSON.stringify(address)],
    );
    const moved = await transaction.query(
      `update delivery set reopened_at = $5, conversation_id = target.conversation_id
       from conversation target
       where delivery.delivery_id = $3 and delivery.state = 'intent' and delivery.claim_token = $2 and ${HELD}
         and target.shop_id = delivery.shop_id and target.platform_conversation_id = $4`,
      [owner.connectionId, owner.token, deliveryId, platformConversationId, clock.now()],
    );
    return moved.rowCount === 1;
  });
}

/**
 * Rows that an earlier owner left. Claimed rows never reached the wire and become pending again; rows in intent may
 * have been accepted, and must be looked for.
 */
export function adoptLeftovers(context: RunnerContext): Promise<number> {
  const { owner, database, clock } = context;
  return database.within(wholeAccount(owner.accountId), async (transaction) => {
    const shops = [...owner.shopIds.values()];
    await transaction.query(
      `update delivery set state = 'pending', not_before = 0
       where shop_id = any($3::uuid[]) and state = 'claimed' and claim_token is distinct from $2 and ${HELD}`,
      [owner.connectionId, owner.token, shops],
    );
    const doubted = await transaction.query(
      `update delivery set state = 'doubted', look_until = $4::bigint + $5
       where shop_id = any($3::uuid[]) and state = 'intent' and claim_token is distinct from $2 and ${HELD}`,
      [owner.connectionId, owner.token, shops, clock.now(), context.doubt.windowMs],
    );
    return doubted.rowCount ?? 0;
  });
}

/** The deliveries in doubt at this connection, with the conversations to look in. */
export async function findDoubted(context: RunnerContext): Promise<ClaimedDelivery[]> {
  const { owner, database } = context;
  const found = await database.one<ClaimedDelivery>(wholeAccount(owner.accountId), {
    name: 'find-doubted',
    text: `select ${joined}, c.platform_conversation_id, c.buyer_id, c.address
             from delivery join conversation c on c.conversation_id = delivery.conversation_id
             where delivery.shop_id = any($1::uuid[]) and delivery.state = 'doubted'
             order by delivery.created_at, delivery.delivery_id`,
    values: [[...owner.shopIds.values()]],
  });
  return found.rows;
}
