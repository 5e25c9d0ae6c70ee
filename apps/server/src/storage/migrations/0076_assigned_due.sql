-- The queue of one member begins with what is due first, as every queue. The index of what waits longest stays for the count of
-- an account's rules; in a shop nothing reads it any more.
drop index conversation_shop_assigned_waiting;
create index conversation_assigned_due on conversation (account_id, assignee_id, due_at, conversation_id)
  where due_at is not null and assignee_id is not null;
create index conversation_shop_assigned_due on conversation (shop_id, assignee_id, due_at, conversation_id)
  where due_at is not null and assignee_id is not null;
