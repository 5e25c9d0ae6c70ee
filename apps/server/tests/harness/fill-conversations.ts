import type pg from 'pg';

/** So many conversations in shops 11 to 13, and as many in the loud shop, which are newer and wait longer. */
export async function fillConversations(owner: pg.Client, rows: number, loud: string): Promise<void> {
  await owner.query(
    `insert into conversation (account_id, shop_id, platform_conversation_id, buyer_id, buyer_name, status, is_pinned, address,
       last_message_at, unread_count, waiting_since, due_at)
     select s.account_id, s.shop_id, number::text, case when number % 60 = 3 then 'b' else 'b' || number end, 'buyer ' || number, 'activated', number % 50 = 0, '{}',
       1000000 + number, case number % 20 when 0 then 1 else 0 end, case number % 10 when 0 then 1000000 + number end, case number % 10 when 0 then 1000000 + number end
     from generate_series(1, ${rows}) number join shop s on s.platform_shop_id = (11 + number % 3)::text`,
  );
  await owner.query(
    `insert into conversation (account_id, shop_id, platform_conversation_id, buyer_id, buyer_name, status, is_pinned, address,
       last_message_at, unread_count, waiting_since, due_at)
     select account_id, shop_id, 'loud ' || number, case when number % 60 = 3 then 'b' else 'l' || number end, 'loud ' || number, 'activated', number % 50 = 0, '{}', 2000000 + number, 1, case number % 2 when 0 then number end, case number % 2 when 0 then number end
     from generate_series(1, ${rows}) number join shop on platform_shop_id = $1`,
    [loud],
  );
}

/** So many imports and sign-ins of a member, and notes about buyers. */
export async function fillMemberLists(
  owner: pg.Client,
  rows: number,
  { accountId, mainId }: { readonly accountId: string; readonly mainId: string },
): Promise<void> {
  await owner.query(
    `insert into shop_import (account_id, member_id, file_name, created_at)
     select $1, $2, 'f', number from generate_series(1, ${rows}) number`,
    [accountId, mainId],
  );
  await owner.query(
    `insert into sign_in (account_id, member_id, marketplace, country, identifier, state, created_at)
     select $1, $2, 'shopee', 'SG', number::text, 'failed', number from generate_series(1, ${rows}) number`,
    [accountId, mainId],
  );
  await owner.query(
    `insert into buyer_note (account_id, marketplace, buyer_id, author, text, written_at)
     select $1, 'shopee', case when number % 50 = 0 then 'b' else number::text end, 'a', 't', number
     from generate_series(1, ${rows}) number`,
    [accountId],
  );
  await owner.query(
    `insert into conversation_note (note_id, account_id, shop_id, conversation_id, author_id, author_name, text, written_at)
     select gen_random_uuid(), account_id, shop_id, conversation_id, $2, 'a', 't', last_message_at
     from conversation where account_id = $1 order by conversation_id limit ${rows}`,
    [accountId, mainId],
  );
}

/**
 * The same conversations in the shop of another account, half of them pinned and the others deleted where they can be: if pinned and
 * deleted ones were few, reading those of all accounts would be as cheap as the account's index.
 */
export async function repeatForNeighbour(owner: pg.Client): Promise<void> {
  await owner.query(
    `insert into conversation (account_id, shop_id, platform_conversation_id, buyer_id, buyer_name, status, is_pinned, address,
       last_message_at, unread_count, waiting_since, due_at)
     select s.account_id, s.shop_id, c.conversation_id::text, buyer_id, buyer_name, status, last_message_at % 2 = 0, address,
       last_message_at, c.unread_count, waiting_since, due_at
     from conversation c join shop s on s.platform_shop_id = '99'`,
  );
}

/** Deletes some conversations in which nobody waits, across all shops, and of the neighbour every such conversation that is not pinned. */
export const deleteSome = (owner: pg.Client) =>
  owner.query(
    `update conversation c set deleted_position = coalesce(last_position, 0)
     from shop s where s.shop_id = c.shop_id and c.waiting_since is null and c.unread_count = 0 and not c.is_pinned
       and (c.last_message_at % 20 = 7 or s.platform_shop_id = '99')`,
  );
