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

-- A video of a quick reply, kept as long as the reply. It comes in parts, as a video on its way to a buyer does.
create table quick_reply_video (
  video_id uuid primary key default uuidv7(),
  account_id uuid not null references account on delete cascade,
  -- The member who stored it.
  member_id uuid not null references member on delete cascade,
  -- The browser's id of it, by which an upload that was cut off goes on.
  client_id uuid not null,
  -- Null until a reply that names the video is saved.
  reply_id uuid references quick_reply on delete cascade,
  -- Name, number of bytes, size and length: the contract's shape of a video.
  video jsonb not null,
  -- A JPEG; null where the browser could draw none.
  cover bytea,
  -- All parts are here, and make a video.
  is_whole boolean not null default false,
  created_at bigint not null,
  constraint quick_reply_video_client unique (account_id, client_id)
);
create index quick_reply_video_reply on quick_reply_video (reply_id);
create index quick_reply_video_member on quick_reply_video (member_id);

create table quick_reply_video_part (
  video_id uuid not null references quick_reply_video on delete cascade,
  -- From 0; every part but the last has the same length.
  number integer not null,
  account_id uuid not null,
  bytes bytea not null,
  primary key (video_id, number)
);
-- A film is compressed already.
alter table quick_reply_video_part alter column bytes set storage external;

alter table quick_reply_video enable row level security, force row level security;
alter table quick_reply_video_part enable row level security, force row level security;
grant select, insert, update, delete on quick_reply_video, quick_reply_video_part to pasar_app;
-- As the pictures of replies.
create policy tenant on quick_reply_video to pasar_app
  using (account_id is not distinct from (select pasar_account()) and case
    when reply_id is null then member_id = (select pasar_member())
    else reply_id in (select seen.reply_id from quick_reply seen) end)
  with check (account_id is not distinct from (select pasar_account()) and case
    when reply_id is null then member_id = (select pasar_member())
    else reply_id in (select seen.reply_id from quick_reply seen) end);
create policy tenant on quick_reply_video_part to pasar_app
  using (account_id is not distinct from (select pasar_account())
    and video_id in (select seen.video_id from quick_reply_video seen))
  with check (account_id is not distinct from (select pasar_account())
    and video_id in (select seen.video_id from quick_reply_video seen));
