-- A video on its way: its parts come from the browser one after the other, and stay beside the delivery until that is
-- settled. Pasar does not host videos.
create table outgoing_video (
  video_id uuid primary key default uuidv7(),
  account_id uuid not null references account on delete cascade,
  shop_id uuid not null references shop on delete cascade,
  conversation_id uuid not null references conversation on delete cascade,
  member_id uuid not null,
  -- The client's id of the message.
  client_id uuid not null,
  -- Name, number of bytes, size and length: the contract's shape of a video.
  video jsonb not null,
  -- A JPEG; null where the browser could draw none.
  cover bytea,
  -- Null until all parts are here and the message is in the ledger.
  delivery_id uuid references delivery on delete cascade,
  -- The marketplace's answer to the upload.
  uploaded jsonb,
  -- Its member has cancelled it: nothing that arrives for it later is taken.
  is_cancelled boolean not null default false,
  -- When the browser last put a part.
  touched_at bigint not null,
  constraint outgoing_video_client unique (account_id, client_id),
  constraint outgoing_video_delivery unique (delivery_id)
);
create index outgoing_video_shop on outgoing_video (shop_id);
create index outgoing_video_conversation on outgoing_video (conversation_id);

-- A row for each part, because a value of many megabytes would lie in memory as a whole wherever it is read. Only the
-- video is a foreign key, because each foreign key is checked for every row written.
create table outgoing_video_part (
  video_id uuid not null references outgoing_video on delete cascade,
  -- From 0; every part but the last has the same length.
  number integer not null,
  account_id uuid not null,
  shop_id uuid not null,
  bytes bytea not null,
  primary key (video_id, number)
);
-- A film is compressed already.
alter table outgoing_video_part alter column bytes set storage external;

do $$
declare
  name text;
begin
  foreach name in array array['outgoing_video', 'outgoing_video_part'] loop
    execute format('alter table %I enable row level security, force row level security', name);
    execute format('grant select, insert, update, delete on %I to pasar_app, pasar_engine', name);
    execute format('create policy tenant on %I to pasar_app, pasar_engine
      using (account_id is not distinct from (select pasar_account()) and ((select pasar_sees_all()) or shop_id in
        (select granted.shop_id from member_shop granted where granted.member_id = (select pasar_member()))))
      with check (account_id is not distinct from (select pasar_account()) and ((select pasar_sees_all()) or shop_id in
        (select granted.shop_id from member_shop granted where granted.member_id = (select pasar_member()))))', name);
  end loop;
end $$;
