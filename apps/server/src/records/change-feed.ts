import { CHANGE_ACCESS, type Change } from '@pasar/api';
import { type AccountId, asMemberId, type MemberId, type WebhookEventName } from '@pasar/domain';
import type pg from 'pg';
import { type Database, type Transaction, wholeAccount } from '../storage/database.ts';
import { jsonList, jsonListAs } from '../storage/storable.ts';
import { OUTBOX, WAKING, WATCHING } from './webhook-events.ts';

type Unnumbered<C> = C extends Change ? Omit<C, 'seq'> : never;
/**
 * A change to append: its payload, and the shop that decides who sees it or the one member it is addressed to. With both, the
 * member sees it, and it is deleted with the shop.
 */
export interface NewChange {
  readonly change: Unnumbered<Change>;
  readonly shopId: string | null;
  readonly memberId: string | null;
  /**
   * A message that was not stored before, a shop of which only counters moved, or a conversation of which only the tags
   * changed: webhooks are told so, or not at all.
   */
  readonly nature?: 'new message' | 'counters' | 'tags';
}

export const CHANGE_CHANNEL = 'pasar_change';
export const WORK_CHANNEL = 'pasar_work';
export const SIGN_IN_CHANNEL = 'pasar_sign_in';
export const LEASE_CHANNEL = 'pasar_lease';
/** A session ended; the payload names its account. A trigger of the table notifies it. */
export const SESSION_CHANNEL = 'pasar_session';

/**
 * Appends changes as the last statement of a transaction, and tells the account's webhooks of them. The counter row stays locked until the commit, so numbers are
 * gapless in commit order. NOTIFY only wakes readers, which then read the rows.
 */
export async function appendChanges(
  transaction: Transaction,
  accountId: AccountId,
  changes: readonly NewChange[],
): Promise<void> {
  if (changes.length > 0) await transaction.query(appendingOf(accountId, changes));
}

/** Deletes the changes that tell of these shops or conversations, also those that are addressed to one member. */
export async function forgetChanges(
  transaction: Transaction,
  { shops, conversations }: { readonly shops: readonly string[]; readonly conversations: readonly string[] },
): Promise<void> {
  await transaction.query('select pasar_forget_changes($1, $2)', [shops, conversations]);
}

/** What webhooks are told of a change; null for nothing. Exported for its test. */
export function webhookEventOf({ change, nature, memberId }: NewChange): WebhookEventName | null {
  if (memberId !== null) return null;
  if (change.kind === 'conversation') return nature === 'tags' ? null : 'conversation.changed';
  if (change.kind === 'shop') return nature === 'counters' ? null : 'shop.changed';
  if (change.kind !== 'message') return null;
  if (nature !== 'new message') return 'message.changed';
  return change.message.author === 'buyer' ? 'message.received' : 'message.sent';
}

/** The same as a statement, for a caller that sends it together with the commit. */
export function appendingOf(accountId: AccountId, changes: readonly NewChange[]): pg.QueryConfig {
  return {
    name: 'append-changes',
    text: `with counter as (
             update account_counter set seq = seq + $2 where account_id = $1 returning seq - $2 as base),
           item as materialized (
             select item.* from unnest($3::uuid[], $4::uuid[], ${jsonListAs('$5', 'json')}, $6::text[], $7::text[])
               with ordinality as item (shop_id, member_id, payload, kind, event, number)),
           appended as (
             insert into change (account_id, seq, kind, shop_id, member_id, payload)
             select $1, counter.base + item.number, item.kind, item.shop_id, item.member_id, item.payload
             from counter, item),
           ${WATCHING},
           news as materialized (
             select uuidv7() as event_id, event, shop_id, (payload -> kind ->> 'conversationId')::uuid as conversation_id,
               (payload -> kind ->> 'sentAt')::bigint as sent_at,
               json_build_object('shopId', shop_id, kind, payload -> kind) as data
             from item where event is not null and exists (select from watching)),
           ${OUTBOX}
           select pg_notify('${CHANGE_CHANNEL}', $1::text), ${WAKING}`,
    values: [
      accountId,
      changes.length,
      changes.map((item) => item.shopId),
      changes.map((item) => item.memberId),
      jsonList(changes.map((item) => JSON.stringify(item.change))),
      changes.map((item) => item.change.kind),
      changes.map(webhookEventOf),
    ],
  };
}

/** The number of the account's newest change. */
export async function readSeq(transaction: Transaction, accountId: AccountId): Promise<number> {
  const counter = await transaction.query<{ seq: string }>({
    name: 'read-seq',
    text: 'select seq from account_counter where account_id = $1',
    values: [accountId],
  });
  return Number(counter.rows[0]?.seq ?? 0);
}

/** Wakes the runners of the connections that serve these shops, in whichever process they run. */
export async function notifyWork(transaction: Transaction, ...shopIds: readonly string[]): Promise<void> {
  await transaction.query({
    name: 'notify-work',
    text: `select pg_notify('${WORK_CHANNEL}', connection_id::text) from (
       select distinct connection_id from shop where shop_id = any($1::uuid[])) woken`,
    values: [shopIds],
  });
}

/** Wakes the engines: a sign-in waits. */
export async function notifySignIn(transaction: Transaction): Promise<void> {
  await transaction.query(`select pg_notify('${SIGN_IN_CHANNEL}', '')`);
}

export interface FeedChange {
  readonly seq: number;
  /** The JSON text of the contract's `Change`. */
  readonly text: string;
}
export interface FeedPage {
  /**
   * The changes that each member may see, in order. The database decides it, and answers nothing else. Members who see
   * the same changes share one list; a member who was removed has none.
   */
  readonly told: ReadonlyMap<MemberId, readonly FeedChange[]>;
  /** Every change of the account up to this number was judged. */
  readonly upTo: number;
  /** The changes before this number are gone: too old, or lost with a crash of the database. */
  readonly oldest: number;
  readonly head: number;
}

/** For the kinds of rows see `pasar_read_feed`. */
interface FeedRow {
  readonly head: string;
  readonly seq: string | null;
  readonly payload: string | null;
  readonly members: readonly string[] | null;
  readonly told: readonly string[] | null;
}

/** The contract's table in the form of the database function: the key that each kind needs, null for none. */
const KINDS = Object.keys(CHANGE_ACCESS);
const KEYS = Object.values(CHANGE_ACCESS).map((access) => (access.kind === 'permission' ? access.key : null));

/** The members who read, and whether an empty list of permission keys means every key. */
export interface FeedViewers {
  readonly memberIds: readonly MemberId[];
  readonly emptyMeansAll: boolean;
}

/** The next changes of an account after `since` for these members, out of at most `limit` changes. */
export async function readFeed(
  database: Pick<Database, 'one'>,
  accountId: AccountId,
  since: number,
  limit: number,
  viewers: FeedViewers,
): Promise<FeedPage> {
  const { rows } = await database.one<FeedRow>(wholeAccount(accountId), {
    name: 'read-feed',
    text: `select counter.seq as head, item.*
           from account_counter counter, lateral pasar_read_feed($2, counter.seq, $3, $4, $5, $6, $7) item
           where counter.account_id = $1`,
    values: [accountId, since, limit, viewers.memberIds, KINDS, KEYS, viewers.emptyMeansAll],
  });
  const changes = new Map<string, FeedChange>();
  const head = Number(rows[0]?.head ?? 0);
  let upTo = since;
  let oldest = head + 1;
  for (const { seq, payload, told } of rows) {
    if (seq === null) continue;
    // The number is inserted into the stored text, which is otherwise passed on unchanged.
    if (payload !== null) changes.set(seq, { seq: Number(seq), text: `{"seq":${seq},${payload.slice(1)}` });
    else {
      upTo = Number(seq);
      oldest = Number(told?.[0] ?? oldest);
    }
  }
  const told = new Map<MemberId, readonly FeedChange[]>();
  for (const row of rows) {
    const seen = (row.told ?? []).flatMap((seq) => changes.get(seq) ?? []);
    for (const memberId of row.members ?? []) told.set(asMemberId(memberId), seen);
  }
  return { told, upTo, oldest, head };
}
