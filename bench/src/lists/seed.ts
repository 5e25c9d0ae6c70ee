import type { OwnedConnection } from '../../../apps/server/src/engine/ingest/types.ts';
import { makeTenant, type TestDatabase } from '../../../apps/server/tests/harness/database.ts';

/** An account with its main account and a sub-account who sees a few of the shops. */
export interface Seeded {
  readonly accountId: string;
  readonly main: string;
  readonly mainId: string;
  readonly sub: string;
  readonly subId: string;
  /** The tag that every tenth buyer has. */
  readonly tagId: string;
  /** The login of all shops. */
  readonly connection: OwnedConnection;
}
export const PASSWORD = 'right';
export const SHOPS = 200;
/** Shops of the sub-account; the last of the marketplaces has the fewest and oldest conversations. */
const GRANTED = 5;
const NOW = 1_760_000_000_000;

/** Characters and words of which names are made: two Chinese characters, a Thai name, or a Latin one. */
const SURNAMES = '王李张刘陈杨黄赵吴周徐孙马朱胡郭何林高罗郑梁谢宋唐许韩冯邓曹';
const GIVEN = '芳美玲伟娜敏静丽强磊军洋勇艳杰娟涛明超兰霞平刚桂英华玉萍红梅';
const THAI = 'สมชาย,สมหญิง,ณัฐพงศ์,วิไลวรรณ,ประเสริฐ,กาญจนา,อนุชา,ปิยะดา,ธนากร,ศิริพร,วราภรณ์,ชัยวัฒน์';
const THAI_LAST = 'ใจดี,แสงทอง,ศรีสุข,วงศ์ใหญ่,บุญมา,ทองคำ,รักไทย,จันทร์เพ็ญ,สายชล,พรหมมา,แก้วใส,มั่นคง';
const LATIN = 'Nattapong,Siriporn,Budi,Putri,Ahmad,Nurul,Maria,Jose,Minh,Linh,Somchai,Anong';

/**
 * Fills an account with shops of uneven size: the first third of the shops (Shopee) has most conversations, the last
 * third (TikTok Shop) a fiftieth of them, all older than the others. One conversation has a hundredth of the messages.
 */
export async function seedAccount(
  database: TestDatabase,
  name: string,
  conversations: number,
  messages: number,
): Promise<Seeded> {
  const ids = Array.from({ length: SHOPS }, (_, number) => `${number}`);
  const granted = Array.from({ length: GRANTED }, (_, number) => `${(number * SHOPS) / GRANTED}`);
  const sub = {
    username: `${name}:sub`,
    password: PASSWORD,
    name: 'sub',
    permissionCodeList: ['chat' as const],
    shops: granted.map((platformShopId) => ({ marketplace: 'shopee' as const, platformShopId })),
  };
  const { accountId, mainId, connections } = await makeTenant(database, name, [ids], [sub]);
  const [connection] = connections;
  if (connection === undefined) throw new Error('an account without a login');
  const { owner } = database;
  await owner.query(
    `update shop set marketplace = (array['shopee', 'lazada', 'tiktok'])[platform_shop_id::int * 3 / ${SHOPS} + 1]
     where account_id = $1`,
    [accountId],
  );
  await owner.query(
    `insert into conversation (account_id, shop_id, platform_conversation_id, buyer_id, buyer_name, status, is_pinned, address,
       last_message_at, last_message, unread_count, waiting_since, due_at, history)
     select s.account_id, s.shop_id, number::text, number::text, case number % 3
         when 0 then substr($4, 1 + (random() * 29)::int, 1) || substr($5, 1 + (random() * 29)::int, 1)
         when 1 then (string_to_array($6, ','))[1 + number % 12] || ' ' || (string_to_array($7, ','))[1 + (random() * 11)::int]
         else (string_to_array($8, ','))[1 + number % 12] || ' ' || number end,
       'activated', number % 2000 = 0, '{}', at,
       '{"author": "buyer", "text": "Is this still available?", "placeholder": null, "status": "available"}',
       case number % 20 when 0 then 1 + number % 3 else 0 end, case number % 40 when 0 then at end,
       case number % 40 when 0 then at + 43200000 end, 'complete'
     from generate_series(1, $2::int) number
     cross join lateral (select case when number % 50 = 0 then 134 + number / 50 % 66
         else ((number * 7919 % 134) ^ 2 / 134)::int end as shop) place
     cross join lateral (select $3::bigint - case when number % 50 = 0 then 40000000000 else 0 end
         - (random() * 20000000000)::bigint as at) time
     join shop s on s.account_id = $1 and s.platform_shop_id = shop::text`,
    [accountId, conversations, NOW, SURNAMES, GIVEN, THAI, THAI_LAST, LATIN],
  );
  await owner.query(
    `update shop s set unread_count = n.unread, waiting_count = n.waiting
     from (select shop_id, sum(unread_count) as unread, count(*) filter (where waiting_since is not null) as waiting
       from conversation where account_id = $1 group by shop_id) n
     where n.shop_id = s.shop_id`,
    [accountId],
  );
  await owner.query(
    "update shop set country = case platform_shop_id::int % 10 when 3 then 'TH' else 'SG' end where account_id = $1",
    [accountId],
  );
  await owner.query(
    `update conversation set assignee_id = case platform_conversation_id::int % 10 when 1 then $2::uuid
       else (select member_id from member where account_id = $1 and not is_main) end
     where account_id = $1 and (platform_conversation_id::int % 10 in (1, 2) or platform_conversation_id::int % 80 = 0)`,
    [accountId, mainId],
  );
  // As Lazada marks some of its conversations.
  await owner.query(
    `update conversation c set session_tags =
       case platform_conversation_id::int % 10 when 0 then array['official'] else array[]::text[] end
     from shop s where s.shop_id = c.shop_id and s.account_id = $1 and s.marketplace = 'lazada'`,
    [accountId],
  );
  // Every third buyer has an order; few of them ask for a cancellation.
  await owner.query(
    `insert into shop_order (account_id, shop_id, order_id, record, order_number, buyer_id, status, total, currency,
       created_at, changed_at, read_at, status_known_at, is_ratable, has_note)
     select account_id, shop_id, buyer_id, '{"items": []}', (260000000 + buyer_id::int)::text, buyer_id,
       case when buyer_id::int % 501 = 0 then 'in_cancel' else 'finished' end, 1, 'SGD', last_message_at, last_message_at, 1, 1,
       false, false
     from conversation where account_id = $1 and buyer_id::int % 3 = 0`,
    [accountId],
  );
  await owner.query(
    `insert into message (account_id, shop_id, conversation_id, platform_message_id, position, sent_at, author, content)
     select c.account_id, c.shop_id, c.conversation_id, c.platform_conversation_id || '/' || number, number,
       c.last_message_at - 60000 * number, (array['buyer', 'seller'])[1 + number % 2],
       '{"type": "text", "text": "Is this still available? I would like the blue one, please."}'
     from conversation c cross join lateral generate_series(1,
       case c.platform_conversation_id when '1' then $2::int / 100 else $2::int / $3::int end) number
     where c.account_id = $1`,
    [accountId, messages, conversations],
  );
  await owner.query(
    `insert into delivery (account_id, shop_id, conversation_id, member_id, client_id, content, state, created_at)
     select account_id, shop_id, conversation_id, $2, gen_random_uuid(), '{"type":"text","text":"Yes, it is."}',
       case platform_conversation_id::int % 1000 when 0 then 'refused' else 'confirmed' end, last_message_at
     from conversation where account_id = $1 and platform_conversation_id::int % 50 = 0`,
    [accountId, mainId],
  );
  const tagId = await tagSome(database, accountId);
  await owner.query(
    `update conversation set deleted_position = coalesce(last_position, 0)
     where account_id = $1 and waiting_since is null and platform_conversation_id::int % 30 = 7`,
    [accountId],
  );
  const subs = await owner.query<{ member_id: string }>(
    'select member_id from member where account_id = $1 and not is_main',
    [accountId],
  );
  const subId = subs.rows[0]?.member_id;
  if (subId === undefined) throw new Error('an account without a sub-account');
  return { accountId, main: name, mainId, sub: `${name}:sub`, subId, tagId, connection };
}

/** Gives a tag to every tenth buyer, spread over those who wait and those who do not. */
async function tagSome({ owner }: TestDatabase, accountId: string): Promise<string> {
  const made = await owner.query<{ tag_id: string }>(
    "insert into buyer_tag (account_id, name, color) values ($1, 'Loyal', 'blue') returning tag_id",
    [accountId],
  );
  const tagId = made.rows[0]?.tag_id;
  if (tagId === undefined) throw new Error('no tag');
  await owner.query(
    `with tagged as (update conversation set was_tagged = true
       where account_id = $1 and (platform_conversation_id::int + platform_conversation_id::int / 40) % 10 = 0 returning *)
     insert into buyer_tag_relation (account_id, tag_id, shop_id, buyer_id, conversation_id, added_by, added_at,
       last_message_at, waiting_since, due_at, is_unreplied, is_unread, is_pinned, is_deleted)
     select account_id, $2, shop_id, buyer_id, conversation_id, 'main', 1, last_message_at, waiting_since, due_at,
       waiting_since is not null, unread_count > 0, is_pinned, is_deleted
     from tagged`,
    [accountId, tagId],
  );
  return tagId;
}
