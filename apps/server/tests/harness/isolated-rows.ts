import { ingest } from '../../src/engine/ingest/ingest.ts';
import type { OwnedConnection } from '../../src/engine/ingest/types.ts';
import { listing, messageAt, type TestDatabase, type TestTenant } from './database.ts';

export const ownerOf = (tenant: TestTenant): OwnedConnection => {
  const [owner] = tenant.connections;
  if (!owner) throw new Error('no connection');
  return owner;
};

/** In every shop a conversation, a message, a delivery, a wish and an unreadable item. */
export async function fillShops(database: TestDatabase, tenant: TestTenant, shops: readonly string[]): Promise<void> {
  const owner = ownerOf(tenant);
  for (const shop of shops) {
    await ingest(database.engine, tenant.accountId, [
      { kind: 'event', owner, event: { kind: 'conversation.listed', conversation: listing(shop, `c-${shop}`) } },
      {
        kind: 'event',
        owner,
        event: { kind: 'message.received', message: messageAt(shop, `c-${shop}`, 1, 'buyer'), via: 'live' },
      },
    ]);
    await database.owner.query(
      `with c as (select * from conversation where account_id = $1 and platform_conversation_id = $2),
         d as (insert into delivery (account_id, shop_id, conversation_id, member_id, client_id, content, state, created_at, refusal_reason)
           select account_id, shop_id, conversation_id, $3, gen_random_uuid(), '{"type":"text","text":"hello"}', 'refused', 1, 'message_refused' from c
           returning delivery_id, account_id, shop_id),
         i as (insert into delivery_image (delivery_id, account_id, shop_id, name, type, bytes) select delivery_id, account_id, shop_id, 'a.png', 'image/png', '\\x89' from d),
         v as (insert into outgoing_video
             (account_id, shop_id, conversation_id, member_id, client_id, video, touched_at)
           select account_id, shop_id, conversation_id, $3, gen_random_uuid(), '{}', 1 from c
           returning video_id, account_id, shop_id),
         p as (insert into outgoing_video_part (video_id, number, account_id, shop_id, bytes) select video_id, 0, account_id, shop_id, '\\x00' from v),
         o as (insert into setting_outbox (account_id, shop_id, conversation_id, slot, setting) select account_id, shop_id, conversation_id, 'pin', '{}' from c),
         cn as (insert into conversation_note (note_id, account_id, shop_id, conversation_id, author_id, author_name, text, written_at)
           select gen_random_uuid(), account_id, shop_id, conversation_id, $3, 'main', 'note', 1 from c returning *),
         nm as (insert into note_mention (note_id, member_id, account_id, shop_id, written_at) select note_id, $3, account_id, shop_id, 1 from cn),
         dr as (insert into draft (member_id, conversation_id, account_id, shop_id, text, changed_at) select $3, conversation_id, account_id, shop_id, 'd', 1 from c),
         ca as (insert into conversation_assignment (account_id, shop_id, conversation_id, at) select account_id, shop_id, conversation_id, 1 from c),
         t as (insert into translation (account_id, text_hash, target_language, translated, created_at)
           values ($1, convert_to($2, 'UTF8'), 'en', 'x', 1)),
         w as (insert into translation_switch (account_id, shop_id, conversation_id, is_on) select account_id, shop_id, conversation_id, true from c),
         k as (insert into known_buyer (account_id, shop_id, buyer_id) select account_id, shop_id, buyer_id from c),
         n as (insert into buyer_note (account_id, marketplace, buyer_id, member_id, author, text, written_at)
           select account_id, 'shopee', buyer_id, $3, 'main', 'note', 1 from c),
         r as (insert into remark (account_id, shop_id, buyer_id, buyer_name, kind, content, author, created_at)
           select account_id, shop_id, buyer_id, buyer_name, 'pre_sales', 'remark', 'main', 1 from c
           returning remark_id, account_id),
         rp as (insert into remark_picture (account_id, remark_id, place, type, bytes, created_at) select account_id, remark_id, 1, 'image/png', '\\x89', 1 from r),
         g as (insert into buyer_tag (account_id, name, color) values ($1, $2, 'blue') returning tag_id),
         b as (insert into buyer_tag_relation (account_id, tag_id, shop_id, buyer_id, conversation_id, added_by, added_at,
             last_message_at, is_unread, is_pinned)
           select account_id, tag_id, shop_id, buyer_id, conversation_id, 'main', 1, 1, false, false from c, g),
         br as (insert into buyer_tag_rules (account_id, rules) values ($1, '[]') on conflict do nothing),
         bc as (insert into buyer_tag_rule_change (account_id, changed_at, changed_by, event) values ($1, 1, 'main', '{}')),
         bw as (insert into buyer_tag_watch (account_id, seq, looked_at, wants_orders) values ($1, 0, 1, false)
           on conflict do nothing),
         bd as (insert into buyer_tag_due (account_id, shop_id, buyer_ids) select account_id, shop_id, array[buyer_id] from c),
         bg as (insert into buyer_tag_given (rule_id, tag_id, shop_id, buyer_id, account_id, conversation_id)
           select gen_random_uuid(), tag_id, shop_id, buyer_id, account_id, conversation_id from c, g),
         bs as (insert into buyer_tag_sweep (account_id, rule_id, since, total, begun_at, ended_at)
           values ($1, gen_random_uuid(), 1, 1, 1, 2)),
         l as (insert into conversation_view (account_id, member_id, name, is_shared, listing)
           values ($1, $3, $2, true, '{}')),
         ba as (insert into bulk_action (account_id, member_id, setting, total, begun_at)
           values ($1, $3, '{"kind":"read"}', 1, 1) returning bulk_id),
         bi as (insert into bulk_item (bulk_id, conversation_id, account_id, shop_id)
           select bulk_id, conversation_id, account_id, shop_id from c, ba),
         ar as (insert into assignment_rules (account_id, is_on, rules) values ($1, false, '[]') on conflict do nothing),
         ac as (insert into assignment_rule_change (account_id, changed_at, changed_by, event) values ($1, 1, 'main', '{}')),
         at as (insert into assignment_turn (account_id, rule_id, member_id, turn) values ($1, gen_random_uuid(), $3, 1)),
         rs as (insert into auto_reply_setting (account_id, marketplace, country, setting) values ($1, 'shopee', 'TH', '{}')
           on conflict on constraint auto_reply_setting_once do update set country = 'TH' returning setting_id),
         rk as (insert into auto_reply_keyword (setting_id, account_id, keywords, is_whole, answer)
           select setting_id, $1, '{a}', false, '{}' from rs),
         rv as (insert into auto_reply_version (account_id, version, is_on) values ($1, 1, false) on conflict do nothing),
         rq as (insert into auto_reply_queue (account_id, shop_id, conversation_id, message_id, position, written_at, kind,
             due_at, state)
           select c.account_id, c.shop_id, conversation_id, m.message_id, 1, 1, 'keyword', 1, 'answered'
           from c join message m using (conversation_id)),
         st as (insert into automatic_stop (account_id, shop_id, stopped_at, stopped_by)
           select account_id, shop_id, 1, 'main' from c),
         bt as (insert into bulk_send_task (account_id, member_id, author, name, type, interval_seconds, target, conditions,
             content, state, created_at, cause)
           values ($1, $3, 'main', $2, 'immediate', 15, '{}', '{}', '{}', 'finish', 1, 'bulkSend') returning task_id),
         bi2 as (insert into bulk_send_item (task_id, account_id, shop_id, conversation_id, buyer_name)
           select task_id, account_id, shop_id, conversation_id, buyer_name from c, bt),
         fan as (insert into shop_fan (shop_id, buyer_id, account_id, buyer_name, reading_at)
           select shop_id, buyer_id, account_id, buyer_name, 1 from c),
         cc as (insert into order_care_content (account_id, care_kind, content) values ($1, 'pay', '{}') on conflict do nothing),
         cg as (insert into order_care_setting (account_id, reminders, since, is_on) values ($1, '{}', '{}', false)
           on conflict do nothing),
         ob as (insert into order_cared_before (account_id, marketplace, platform_shop_id, order_id, care_kind, unbound_at)
           values ($1, 'shopee', $2, '1', 'pay', 1)),
         sc as (insert into send_message_config (account_id, config) values ($1, '{}') on conflict do nothing),
         fs as (insert into forgotten_sending (account_id, shop_id, conversation_id, sent_at)
           select account_id, shop_id, conversation_id, 1 from c),
         sl as (insert into send_message_log (account_id, shop_id, conversation_id, sent_at)
           select account_id, shop_id, conversation_id, 1 from c),
         ap as (insert into automatic_picture (account_id, file_name, type, bytes, created_at)
           values ($1, 'a.png', 'image/png', '\\x89', 1)),
         av as (insert into automatic_video (account_id, member_id, client_id, video, created_at)
           values ($1, $3, gen_random_uuid(), '{}', 1) returning video_id),
         aw as (insert into automatic_video_part (video_id, number, account_id, bytes) select video_id, 0, $1, '\\x00' from av),
         cs as (insert into chat_setting (account_id, setting) values ($1, '{}') on conflict do nothing)
       insert into quarantine (account_id, connection_id, shop_id, reason, bytes)
         select account_id, $4, shop_id, 'test', convert_to(platform_conversation_id, 'UTF8') from c`,
      [tenant.accountId, `c-${shop}`, tenant.mainId, owner.connectionId],
    );
  }
}
