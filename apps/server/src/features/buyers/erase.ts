import type { CALLS, CallInput } from '@pasar/api';
import { asConversationId } from '@pasar/domain';
import { lockTags } from '../../records/buyer-tags.ts';
import { appendChanges, forgetChanges, type NewChange } from '../../records/change-feed.ts';
import { countersOf, moveShopCounters, NO_COUNTERS, type ShopCounters } from '../../records/counters.ts';
import { recountQuarantine } from '../../records/quarantine.ts';
import { CONVERSATION_COLUMNS, type ConversationRow } from '../../records/rows.ts';
import { shopChanges, shopChangesOf } from '../../records/shop-changes.ts';
import type { Transaction } from '../../storage/database.ts';
import { type Answer, fail, success } from '../answer.ts';
import type { MemberContext } from '../handler.ts';
import { findBuyer } from './find-buyer.ts';

type Call = typeof CALLS.buyers.eraseBuyer;

/**
 * Deletes all that the account has of a buyer of one marketplace. A hash stays, by which a later list or history of the
 * marketplace is known to be about the buyer; the conversation then comes back only for what is written afterwards.
 */
export async function eraseBuyer(
  { transaction, member, now }: Pick<MemberContext, 'transaction' | 'member' | 'now'>,
  { conversationId }: CallInput<Call>,
): Promise<Answer<Record<string, never>>> {
  const buyer = await findBuyer(transaction, conversationId);
  if (buyer === null) return fail('not_found');
  const { accountId } = member.scope;
  const { buyer_id: buyerId, marketplace } = buyer;
  await lockTags(transaction, accountId);
  const conversations = await lockAll(transaction, accountId, { buyerId, marketplace });
  const ids = conversations.map((row) => row.conversation_id);
  const waiting = await transaction.query(
    `select from delivery where conversation_id = any($1::uuid[]) and state in ('pending', 'claimed', 'intent', 'doubted')
     limit 1`,
    [ids],
  );
  if (waiting.rowCount !== 0) return fail('buyer_answers_waiting');
  await transaction.query(
    `insert into erased_buyer (account_id, buyer_hash, erased_at) values ($1, pasar_buyer_hash($1, $2, $3), $4)
     on conflict (account_id, buyer_hash) do update set erased_at = excluded.erased_at`,
    [accountId, marketplace, buyerId, now],
  );
  await deleteTraces(transaction, accountId, { ids, buyerId, marketplace });
  await transaction.query('delete from conversation where conversation_id = any($1::uuid[])', [ids]);
  const shops = await moveShopCounters(transaction, lostCounters(conversations));
  const unreadable = await shopChangesOf(transaction, await recountQuarantine(transaction, accountId));
  await appendChanges(transaction, accountId, [
    ...goneFrom(conversations),
    ...shopChanges(shops),
    ...unreadable,
    { change: { kind: 'buyerNotes' }, shopId: null, memberId: null },
    { change: { kind: 'remarks' }, shopId: null, memberId: null },
    { change: { kind: 'buyerTags' }, shopId: null, memberId: null },
  ]);
  return success({});
}

interface Buyer {
  readonly buyerId: string;
  readonly marketplace: string;
}

/** The buyer's conversations in all shops, locked in the order in which the engine locks them. */
async function lockAll(
  transaction: Transaction,
  accountId: string,
  { buyerId, marketplace }: Buyer,
): Promise<readonly ConversationRow[]> {
  const found = await transaction.query<ConversationRow>(
    `select ${CONVERSATION_COLUMNS} from conversation where conversation_id in (
       select known.conversation_id from conversation_buyer known join shop using (shop_id)
       where known.account_id = $1 and known.buyer_id = $2 and shop.marketplace = $3)
     order by conversation_id for update`,
    [accountId, buyerId, marketplace],
  );
  return found.rows;
}

/** What is not tied to the rows of the conversations. */
async function deleteTraces(
  transaction: Transaction,
  accountId: string,
  { ids, buyerId, marketplace }: Buyer & { readonly ids: readonly string[] },
): Promise<void> {
  const ofShops =
    'account_id = $1 and shop_id in (select shop_id from shop where account_id = $1 and marketplace = $3)';
  for (const table of ['known_buyer', 'consulted_product', 'shop_fan']) {
    await transaction.query(`delete from ${table} where ${ofShops} and buyer_id = $2`, [
      accountId,
      buyerId,
      marketplace,
    ]);
  }
  // That an order has had a message of order care stays, without the person: no buyer gets it twice.
  await transaction.query(
    `update bulk_send_item set conversation_id = null, buyer_name = '', parts = null
     where conversation_id = any($1::uuid[]) and care_kind is not null`,
    [ids],
  );
  await transaction.query(
    `update bulk_send_item i set buyer_name = '' from shop_order o where o.account_id = $1 and o.buyer_id = $2
       and o.shop_id in (select shop_id from shop where account_id = $1 and marketplace = $3)
       and i.shop_id = o.shop_id and i.order_id = o.order_id and i.conversation_id is null and i.buyer_name <> ''`,
    [accountId, buyerId, marketplace],
  );
  // A fan who has no conversation yet gets nothing any more.
  await transaction.query(
    `update bulk_send_item set buyer_name = '', buyer_id = null where ${ofShops} and buyer_id = $2`,
    [accountId, buyerId, marketplace],
  );
  // Orders are the shop's books, so they stay, without the person.
  await transaction.query(
    `update shop_order set buyer_id = null, record = record || '{"buyerId": null, "buyerName": "", "address": null}'
     where ${ofShops} and buyer_id = $2`,
    [accountId, buyerId, marketplace],
  );
  await transaction.query(
    `update shop_return set buyer_id = null,
       record = record || '{"buyerId": null, "buyerName": null, "buyerText": null, "pictureUrls": []}'
     where ${ofShops} and buyer_id = $2`,
    [accountId, buyerId, marketplace],
  );
  await transaction.query(
    `update shop_review set buyer_id = null, record = record || '{"buyerId": null, "buyerName": ""}'
     where ${ofShops} and buyer_id = $2`,
    [accountId, buyerId, marketplace],
  );
  await transaction.query(`delete from remark where ${ofShops} and buyer_id = $2`, [accountId, buyerId, marketplace]);
  await transaction.query('delete from buyer_note where account_id = $1 and buyer_id = $2 and marketplace = $3', [
    accountId,
    buyerId,
    marketplace,
  ]);
  await transaction.query(
    `delete from translation where account_id = $1 and text_hash in (
       select sha256(convert_to(said.text, 'UTF8')) from message m, unnest(array[m.content ->> 'text', m.original])
         as said (text) where m.conversation_id = any($2::uuid[]) and said.text is not null)`,
    [accountId, ids],
  );
  // An item that could not be read may name the buyer or the conversation. Shorter words would be found anywhere.
  await transaction.query(
    `delete from quarantine q using (
       select convert_to($2, 'UTF8') as word union
       select convert_to(platform_conversation_id, 'UTF8') from conversation where conversation_id = any($4::uuid[])) named
     where q.account_id = $1 and length(named.word) >= 6 and position(named.word in q.bytes) > 0
       and q.connection_id in (select connection_id from connection where account_id = $1 and marketplace = $3)`,
    [accountId, buyerId, marketplace, ids],
  );
  await transaction.query('delete from webhook_event where conversation_id = any($1::uuid[])', [ids]);
  // Windows that were away are told of the end of the conversations instead.
  await forgetChanges(transaction, { shops: [], conversations: ids });
}

/** By shop: what its counters lose with the conversations. */
function lostCounters(conversations: readonly ConversationRow[]): ReadonlyMap<string, ShopCounters> {
  const lost = new Map<string, ShopCounters>();
  for (const row of conversations) {
    const { unread, waiting } = countersOf(row);
    if (unread === 0 && waiting === 0) continue;
    const sum = lost.get(row.shop_id) ?? NO_COUNTERS;
    lost.set(row.shop_id, { unread: sum.unread - unread, waiting: sum.waiting - waiting });
  }
  return lost;
}

function goneFrom(conversations: readonly ConversationRow[]): NewChange[] {
  const byShop = Map.groupBy(conversations, (row) => row.shop_id);
  return [...byShop].map(([shopId, rows]) => ({
    change: { kind: 'gone', conversationIds: rows.map((row) => asConversationId(row.conversation_id)) },
    shopId,
    memberId: null,
  }));
}
