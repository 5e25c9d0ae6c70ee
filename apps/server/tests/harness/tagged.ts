import type { AccountId } from '@pasar/domain';
import type pg from 'pg';

/** Two tags, each given to the buyer of every conversation of the account. Returns their ids. */
export async function tagEverybody(owner: pg.Client, accountId: AccountId): Promise<readonly string[]> {
  await owner.query(
    `with tag as (insert into buyer_tag (account_id, name, color) values ($1, 'Loyal', 'blue'), ($1, 'Rare', 'red')
       returning tag_id, account_id)
     insert into buyer_tag_relation (account_id, tag_id, shop_id, buyer_id, conversation_id, added_by, added_at,
       last_message_at, waiting_since, due_at, is_unreplied, is_unread, is_pinned, is_deleted)
     select account_id, tag_id, shop_id, platform_conversation_id, conversation_id, 'a', 1, last_message_at,
       waiting_since, due_at, waiting_since is not null, unread_count > 0, is_pinned, is_deleted
     from conversation join tag using (account_id)`,
    [accountId],
  );
  await owner.query('update conversation set was_tagged = true where account_id = $1', [accountId]);
  const made = await owner.query<{ tag_id: string }>('select tag_id from buyer_tag where account_id = $1', [accountId]);
  return made.rows.map((row) => row.tag_id);
}
