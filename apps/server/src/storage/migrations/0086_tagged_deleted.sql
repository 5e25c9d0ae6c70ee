-- The deleted conversations with the buyers of a tag: the list walks the relations, which did not repeat that a
-- conversation is deleted, and so looked at the conversation of every buyer with the tag.
alter table buyer_tag_relation add column is_deleted boolean not null default false;
-- Row security binds the owner of the tables too.
alter table buyer_tag_relation no force row level security;
alter table conversation no force row level security;
update buyer_tag_relation r set is_deleted = true from conversation c
  where c.conversation_id = r.conversation_id and c.is_deleted;
alter table buyer_tag_relation force row level security;
alter table conversation force row level security;
create index buyer_tag_relation_deleted on buyer_tag_relation (tag_id, last_message_at, conversation_id) where is_deleted;
create index buyer_tag_relation_shop_deleted on buyer_tag_relation (tag_id, shop_id, last_message_at, conversation_id)
  where is_deleted;

create or replace function pasar_move_tagged() returns trigger language plpgsql
  as $$ begin
    update buyer_tag_relation set last_message_at = new.last_message_at, waiting_since = new.waiting_since,
      due_at = new.due_at, is_unread = new.unread_count > 0 or new.is_marked_unread, is_pinned = new.is_pinned,
      is_unreplied = new.waiting_since is not null
        or coalesce(new.set_aside_position > coalesce(new.last_reply_position, -1), false),
      is_deleted = new.is_deleted
    where conversation_id = new.conversation_id;
    return null;
  end $$;
drop trigger move_tagged on conversation;
create trigger move_tagged
  after update of last_message_at, waiting_since, due_at, set_aside_position, last_reply_position, unread_count,
    is_marked_unread, is_pinned, deleted_position, last_position on conversation
  for each row when (new.was_tagged and
    (old.last_message_at, old.waiting_since, old.due_at, old.set_aside_position, old.last_reply_position,
      old.unread_count > 0 or old.is_marked_unread, old.is_pinned, old.is_deleted)
    is distinct from (new.last_message_at, new.waiting_since, new.due_at, new.set_aside_position, new.last_reply_position,
      new.unread_count > 0 or new.is_marked_unread, new.is_pinned, new.is_deleted))
  execute function pasar_move_tagged();

-- The wishes of an action on many conversations that no marketplace has been told of yet. With the last one the action is done.
create index setting_outbox_bulk on setting_outbox (bulk_id) where bulk_id is not null;
