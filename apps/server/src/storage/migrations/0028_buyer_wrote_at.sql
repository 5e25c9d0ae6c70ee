-- When the buyer last wrote. A marketplace may refuse messages to a buyer who has been silent for long, and a window
-- holds too few messages to know. A message that was withdrawn counts, because the buyer did write.
alter table conversation add column buyer_wrote_at bigint;
-- Row security binds the owner of the tables too.
alter table conversation no force row level security;
alter table message no force row level security;
update conversation set buyer_wrote_at = wrote.at
from (select conversation_id, max(sent_at) as at from message where author = 'buyer' group by conversation_id) wrote
where wrote.conversation_id = conversation.conversation_id;
alter table message force row level security;
-- A window that was away reads the changes in the shape of today.
alter table change no force row level security;
update change set payload = jsonb_set(payload::jsonb, '{conversation,buyerWroteAt}', coalesce(
  (select to_jsonb(buyer_wrote_at) from conversation
   where conversation_id = (payload::jsonb #>> '{conversation,conversationId}')::uuid), 'null'))::json
where kind = 'conversation';
alter table change force row level security;
alter table conversation force row level security;
