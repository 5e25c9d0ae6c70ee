-- The queue of buyers who wait for an answer, the longest wait first.
create index conversation_waiting on conversation (account_id, waiting_since, conversation_id)
  where waiting_since is not null;
-- Answers that failed or are unconfirmed and that nobody has dismissed, the oldest first.
create index delivery_failed on delivery (account_id, created_at, delivery_id) where state in ('refused', 'unconfirmed');
