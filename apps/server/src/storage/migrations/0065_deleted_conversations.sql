-- Up to where a member has deleted a conversation. It is in no list but that of the deleted ones until a message is
-- newer than this position.
alter table conversation add column deleted_position bigint;
alter table conversation add column is_deleted boolean not null
  generated always as (coalesce(deleted_position >= coalesce(last_position, 0), false)) stored;
create index conversation_deleted on conversation (account_id, last_message_at, conversation_id) where is_deleted;
create index conversation_shop_deleted on conversation (shop_id, last_message_at, conversation_id) where is_deleted;
