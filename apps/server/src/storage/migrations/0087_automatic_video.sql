-- Videos of automatic answers. `used_by` null: until a setting or a rule that names it is saved. A video comes in parts, as one
-- of a quick reply does.
create table automatic_video (
  video_id uuid primary key default uuidv7(),
  account_id uuid not null references account on delete cascade,
  -- Who brings it.
  member_id uuid not null,
  -- The browser's id of it, by which an upload that was cut off goes on.
  client_id uuid not null,
  used_by uuid,
  -- Name, number of bytes, size and length: the contract's shape of a video.
  video jsonb not null,
  -- A JPEG; null where the browser could draw none.
  cover bytea,
  -- All parts are here, and make a video.
  is_whole boolean not null default false,
  created_at bigint not null,
  constraint automatic_video_client unique (account_id, client_id)
);
create index automatic_video_used on automatic_video (account_id, used_by);

create table automatic_video_part (
  video_id uuid not null references automatic_video on delete cascade,
  -- From 0; every part but the last has the same length.
  number integer not null,
  account_id uuid not null,
  bytes bytea not null,
  primary key (video_id, number)
);
-- A film is compressed already.
alter table automatic_video_part alter column bytes set storage external;

alter table automatic_video enable row level security, force row level security;
alter table automatic_video_part enable row level security, force row level security;
grant select, insert, update, delete on automatic_video, automatic_video_part to pasar_app;
-- The engine sends them, and housekeeping deletes those that nothing uses.
grant select, delete on automatic_video to pasar_engine;
grant select on automatic_video_part to pasar_engine;
create policy tenant on automatic_video to pasar_app, pasar_engine
  using (account_id is not distinct from (select pasar_account()))
  with check (account_id is not distinct from (select pasar_account()));
create policy tenant on automatic_video_part to pasar_app, pasar_engine
  using (account_id is not distinct from (select pasar_account()))
  with check (account_id is not distinct from (select pasar_account()));

-- Null: no member brings it, because the answer is automatic.
alter table outgoing_video alter column member_id drop not null;
-- The video of an automatic answer: its bytes are read there and not copied, because hundreds of buyers may get the same answer.
alter table outgoing_video add column automatic_video_id uuid references automatic_video on delete set null;
create index outgoing_video_automatic on outgoing_video (automatic_video_id) where automatic_video_id is not null;
