-- The newest message that the tasks of a shop have put into the ledger.
create index bulk_send_item_shop_sent on bulk_send_item (shop_id, sent_at) where sent_at is not null;

-- The id that a form or a program has given to what it saves, so that a save that is repeated makes no second task.
alter table bulk_send_task add column client_id uuid;
create unique index bulk_send_task_client on bulk_send_task (member_id, client_id) where client_id is not null;
