import type pg from 'pg';
import { searchPrefix } from '../../src/records/search-index.ts';

/**
 * So many orders, reviews, notifications and remarks of every shop. Every second buyer of `fillConversations` has an order, in
 * the loud shop as well.
 */
export async function fillLists(owner: pg.Client, rows: number, loud = ''): Promise<void> {
  await owner.query(
    `insert into shop_order (account_id, shop_id, order_id, record, order_number, buyer_id, status, total, currency, created_at,
       changed_at, read_at, status_known_at, is_ratable, has_note)
     select account_id, shop_id, number::text, jsonb_build_object('orderNumber', 'N' || number, 'buyerName', 'somchai',
         'orderId', number::text, 'wireStatus', '2', 'status', 'finished', 'total', '{"amount": "1", "currency": "SGD"}'::jsonb,
         'createdAt', number, 'changedAt', number, 'items', '[]'::jsonb, 'isRatable', false, 'buyerId', null,
         'sellerNote', null, 'paymentMethod', null, 'shippingFee', null, 'address', null, 'carrier', null,
         'trackingNumber', null, 'cancelReason', null),
       'N' || number, 'b' || 2 * number, case when number % 50 = 0 then 'in_cancel' else 'finished' end, 1, 'SGD', number, number, 1, 1, false, false
     from shop, generate_series(1, ${rows}) number`,
  );
  await owner.query(
    `update shop_order o set buyer_id = 'l' || substr(buyer_id, 2) from shop s
     where s.shop_id = o.shop_id and s.platform_shop_id = $1`,
    [loud],
  );
  await owner.query(
    `insert into shop_review (account_id, shop_id, review_id, record, stars, is_answered, created_at, known_at, read_at)
     select account_id, shop_id, number::text, jsonb_build_object('reviewId', number::text, 'orderNumber', 'N' || number,
         'buyerId', null, 'buyerName', 'somchai', 'stars', 1 + number % 5, 'comment', '', 'reply', null, 'productId', null,
         'productName', null, 'pictureUrls', '[]'::jsonb, 'createdAt', number),
       1 + number % 5, false, number, 1, 1
     from shop, generate_series(1, ${rows}) number`,
  );
  await owner.query(
    `insert into shop_notification (account_id, shop_id, notification_id, record, kind, is_read, at, known_at, read_at)
     select account_id, shop_id, number::text, jsonb_build_object('notificationId', number::text, 'kind', 'order',
         'wireKind', 'order', 'title', 't', 'text', 't', 'isRead', false, 'at', number),
       case when number % 10 = 0 then 'violation' else 'order' end, number % 3 = 0, number, 1, 1
     from shop, generate_series(1, ${rows}) number`,
  );
  await owner.query(
    `insert into remark (account_id, shop_id, buyer_id, buyer_name, kind, status, finished_at, finished_by, content, due_at,
       author, created_at)
     select account_id, shop_id, case when number % 50 = 0 then 'often' else number::text end, 'somchai', 'pre_sales',
       case when number % 10 = 0 then 'wait' else 'finished' end, case when number % 10 > 0 then 1 end,
       case when number % 10 > 0 then 'a' end, 'c', number, 'a', number
     from shop, generate_series(1, ${rows}) number`,
  );
}

/** An entry of the search for each message, note, remark and order, all with the same word. */
export async function fillSearch(owner: pg.Client, accountId: string): Promise<void> {
  await owner.query(
    `insert into search_entry (subject_id, account_id, kind, shop_id, at, words)
     select message_id, account_id, 'message', shop_id, sent_at, array_to_tsvector(array[$2 || 'word']) from message
       where account_id = $1
     union all
     select note_id, account_id, 'note', null, written_at, array_to_tsvector(array[$3 || 'word']) from buyer_note
     union all
     select note_id, account_id, 'teamNote', shop_id, written_at, array_to_tsvector(array[$6 || 'word']) from conversation_note
     union all
     select remark_id, account_id, 'remark', shop_id, created_at, array_to_tsvector(array[$4 || 'word']) from remark
     union all
     select entry_id, account_id, 'order', shop_id, created_at, array_to_tsvector(array[$5 || 'word']) from shop_order`,
    [
      accountId,
      ...(['message', 'note', 'remark', 'order', 'teamNote'] as const).map((kind) => searchPrefix(accountId, kind)),
    ],
  );
}
