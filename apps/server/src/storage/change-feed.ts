import type { Change } from '@pasar/api';
import type { AccountId } from '@pasar/domain';
import type { Transaction } from './database.ts';
import { jsonList, jsonListAs } from './storable.ts';

type Unnumbered<C> = C extends Change ? Omit<C, 'seq'> : never;
/** A change to append: its payload, the shop that decides who sees it, or the one member it is aimed at. */
export interface NewChange {
  readonly change: Unnumbered<Change>;
  readonly shopId: string | null;
  readonly memberId: string | null;
}

export const CHANGE_CHANNEL = 'pasar_change';
export const WORK_CHANNEL = 'pasar_work';
export const SIGN_IN_CHANNEL = 'pasar_sign_in';
export const LEASE_CHANNEL = 'pasar_lease';

/**
 * Appends changes as the last statement of a transaction: the counter row stays locked until commit, so numbers are
 * gapless in commit order. NOTIFY only wakes readers; the rows are the truth.
 */
export async function appendChanges(
  transaction: Transaction,
  accountId: AccountId,
  changes: readonly NewChange[],
): Promise<void> {
  if (changes.length === 0) return;
  await transaction.query({
    name: 'append-changes',
    text: `with counter as (
             update account_counter set seq = seq + $2 where account_id = $1 returning seq - $2 as base),
           appended as (
             insert into change (account_id, seq, kind, shop_id, member_id, payload)
             select $1, counter.base + item.number, item.kind, item.shop_id, item.member_id, item.payload
             from counter, unnest($3::uuid[], $4::uuid[], ${jsonListAs('$5', 'json')}, $6::text[]) with ordinality
               as item (shop_id, member_id, payload, kind, number))
           select pg_notify('${CHANGE_CHANNEL}', $1::text)`,
    values: [
      accountId,
      changes.length,
      changes.map((item) => item.shopId),
      changes.map((item) => item.memberId),
      jsonList(changes.map((item) => JSON.stringify(item.change))),
      changes.map((item) => item.change.kind),
    ],
  });
}

/** Wakes the runner of the connection that serves a shop, in whatever process it runs: something waits for it. */
export async function notifyWork(transaction: Transaction, shopId: string): Promise<void> {
  await transaction.query(`select pg_notify('${WORK_CHANNEL}', connection_id::text) from shop where shop_id = $1`, [
    shopId,
  ]);
}

/** Wakes the engines: somebody waits to be signed in. */
export async function notifySignIn(transaction: Transaction): Promise<void> {
  await transaction.query(`select pg_notify('${SIGN_IN_CHANNEL}', '')`);
}

/** Whom a change is for: the one member it is aimed at, else whoever sees the shop, else everybody in the account. */
export interface ChangeAudience {
  readonly shopId: string | null;
  readonly memberId: string | null;
}
export interface FeedChange {
  readonly seq: number;
  /** Its place in the page's `audiences`. */
  readonly audience: number;
  /** The JSON text of the contract's `Change`. */
  readonly text: string;
}
export interface FeedPage {
  /** In order. */
  readonly changes: readonly FeedChange[];
  /** Each once. */
  readonly audiences: readonly ChangeAudience[];
  /** Everything of the account up to here is in `changes` or before them. */
  readonly upTo: number;
  readonly head: number;
  /** Who may see which shop, as of this page, is what it was at any other read that gave the same. */
  readonly grantsVersion: string;
}

/**
 * The next changes of an account after `since`, whoever they are for: who is told which is for the reader to judge. The
 * transaction sees the whole account, and no other comes in sight.
 */
export async function readFeed(
  transaction: Transaction,
  accountId: AccountId,
  since: number,
  limit: number,
): Promise<FeedPage> {
  const found = await transaction.query<{
    head: string;
    grants_version: string;
    seq: string | null;
    shop_id: string | null;
    member_id: string | null;
    payload: string;
  }>({
    name: 'read-feed',
    text: `select counter.seq as head, counter.grants_version, item.*
           from account_counter counter left join lateral pasar_read_feed($2, counter.seq, $3) item on true
           where counter.account_id = $1`,
    values: [accountId, since, limit],
  });
  const head = Number(found.rows[0]?.head ?? 0);
  const changes: FeedChange[] = [];
  const places = new Map<string, number>();
  const audiences: ChangeAudience[] = [];
  for (const { seq, shop_id: shopId, member_id: memberId, payload } of found.rows) {
    if (seq === null) continue;
    const key = `${shopId} ${memberId}`;
    const audience = places.get(key) ?? audiences.push({ shopId, memberId }) - 1;
    places.set(key, audience);
    // note: the number is written into the text, which is otherwise told as it was stored.
    changes.push({ seq: Number(seq), audience, text: `{"seq":${seq},${payload.slice(1)}` });
  }
  const last = changes.at(-1);
  return {
    changes,
    audiences,
    head,
    upTo: changes.length === limit && last ? last.seq : Math.max(head, since),
    grantsVersion: found.rows[0]?.grants_version ?? '',
  };
}
