-- Nobody's queue with the longest wait first: along the index of all who wait, a page read the whole queue in front of the
-- first conversation that is nobody's. See decision 68.
create index conversation_unassigned_waiting on conversation (account_id, waiting_since, conversation_id)
  where waiting_since is not null and assignee_id is null;
create index conversation_shop_unassigned_waiting on conversation (shop_id, waiting_since, conversation_id)
  where waiting_since is not null and assignee_id is null;
