-- Conversations with their messages, and everything on its way to a marketplace. Positions and ids of marketplaces are
-- 64-bit numbers, which the server handles as decimal strings. Times are milliseconds since the epoch.

-- A conversation with its counters. `unread_count` is the number of buyer messages behind `seller_read_position`;
-- `is_marked_unread` is not part of it. `waiting_since` is the time of the first buyer message behind
-- `last_reply_position`.
create table conversation (
  conversation_id uuid primary key default uuidv7(),
  account_id uuid not null references account on delete cascade,
  shop_id uuid not null references shop on delete cascade,
  platform_conversation_id text not null,
  buyer_id text not null,
  buyer_name text not null,
  buyer_avatar_url text,
  status text not null,
  is_pinned boolean not null,
  is_muted boolean not null default false,
  is_favorite boolean not null default false,
  unread_count integer not null default 0,
  is_marked_unread boolean not null default false,
  waiting_since bigint,
  last_reply_position bigint,
  last_message_at bigint not null default 0,
  last_position bigint,
  last_message jsonb,
  -- The rows were compared with the marketplace's own history up to this position; nothing is missing before it.
  synced_position bigint,
  -- The list's newest message when the history was last compared, whether or not it could be read.
  synced_message_id text,
  seller_read_position bigint,
  buyer_read_position bigint,
  address jsonb not null,
  -- `unknown` until the first page came; `more` with the cursor of the next older page; `complete`.
  history text not null default 'unknown',
  history_cursor text,
  -- A window waits for an older page.
  is_history_wanted boolean not null default false,
  constraint conversation_platform unique (shop_id, platform_conversation_id)
);
-- Lists are in descending order of all columns, so they walk these indexes backwards.
create index conversation_newest on conversation (account_id, last_message_at, conversation_id);
create index conversation_shop_newest on conversation (shop_id, last_message_at, conversation_id);
create index conversation_unread on conversation (account_id, last_message_at, conversation_id)
  where unread_count > 0 or is_marked_unread;
create index conversation_pinned on conversation (account_id, last_message_at, conversation_id) where is_pinned;
create index conversation_history_wanted on conversation (shop_id) where is_history_wanted;

create table message (
  message_id uuid primary key default uuidv7(),
  -- The ids of its conversation's account and shop. Only the conversation is a foreign key, because each foreign key is
  -- checked for every row written.
  account_id uuid not null,
  shop_id uuid not null,
  conversation_id uuid not null references conversation on delete cascade,
  platform_message_id text not null,
  position bigint not null,
  sent_at bigint not null,
  author text not null,
  content jsonb not null,
  status text not null default 'available',
  -- The message that this message quotes.
  quote jsonb,
  marks text[] not null default '{}',
  -- The delivery that this message settles.
  client_id uuid,
  constraint message_platform unique (shop_id, platform_message_id)
);
create index message_order on message (conversation_id, position, platform_message_id);

-- The ledger of outgoing messages: see the delivery states of the domain.
create table delivery (
  delivery_id uuid primary key default uuidv7(),
  account_id uuid not null references account on delete cascade,
  shop_id uuid not null references shop on delete cascade,
  conversation_id uuid not null references conversation on delete cascade,
  member_id uuid not null,
  -- The client's id of the message and its idempotency key on the wire.
  client_id uuid not null,
  -- Empty when a picture is sent.
  text text not null,
  -- The picture that is sent instead of a text: name, type, size and digest.
  image jsonb,
  quote jsonb,
  state text not null,
  attempt integer not null default 0,
  -- When the closed conversation was reopened for this message, which happens once a message.
  reopened_at bigint,
  not_before bigint not null default 0,
  intent_at bigint,
  look_until bigint,
  platform_message_id text,
  refusal_reason text,
  refusal_detail text,
  anchor_position bigint,
  created_at bigint not null,
  -- The lease token of the process that claimed it.
  claim_token bigint,
  constraint delivery_client unique (account_id, client_id)
);
create index delivery_open on delivery (shop_id, state, created_at, delivery_id)
  where state not in ('confirmed', 'refused', 'unconfirmed', 'dismissed');
create index delivery_conversation on delivery (conversation_id, created_at) where state <> 'confirmed';
-- The deliveries that a window shows when it opens.
create index delivery_shown on delivery (account_id, created_at) where state not in ('confirmed', 'dismissed');

-- The bytes of an outgoing picture, until its delivery is confirmed or dismissed: Pasar does not host pictures.
create table delivery_image (
  delivery_id uuid primary key references delivery on delete cascade,
  account_id uuid not null references account on delete cascade,
  shop_id uuid not null references shop on delete cascade,
  name text not null,
  type text not null,
  bytes bytea not null,
  -- The marketplace's answer to the upload.
  uploaded jsonb
);

-- Settings on their way to a marketplace: only the newest wish of each slot of a conversation.
create table setting_outbox (
  account_id uuid not null references account on delete cascade,
  shop_id uuid not null references shop on delete cascade,
  conversation_id uuid not null references conversation on delete cascade,
  -- See `settingSlot` of the domain.
  slot text not null,
  -- The member who made the wish, and is told when it is refused.
  member_id uuid,
  setting jsonb not null,
  version integer not null default 1,
  attempts integer not null default 0,
  not_before bigint not null default 0,
  primary key (conversation_id, slot)
);
create index setting_outbox_shop on setting_outbox (shop_id, not_before);

-- Items that could not be read or stored, with their bytes and the reason.
create table quarantine (
  quarantine_id uuid primary key default uuidv7(),
  account_id uuid not null references account on delete cascade,
  connection_id uuid not null,
  shop_id uuid,
  reason text not null,
  bytes bytea not null,
  created_at timestamptz not null default now()
);
create index quarantine_account on quarantine (account_id, created_at);
-- An unreadable item comes again with every comparison, so it is kept once.
create unique index quarantine_once on quarantine (connection_id, md5(bytes));

do $$
declare
  name text;
begin
  foreach name in array array['conversation', 'message', 'delivery', 'delivery_image', 'setting_outbox', 'quarantine'] loop
    execute format('alter table %I enable row level security, force row level security', name);
    execute format('grant select, insert, update, delete on %I to pasar_app, pasar_engine', name);
    execute format('create policy tenant on %I to pasar_app, pasar_engine
      using (account_id is not distinct from (select pasar_account()) and ((select pasar_sees_all()) or shop_id in
        (select granted.shop_id from member_shop granted where granted.member_id = (select pasar_member()))))
      with check (account_id is not distinct from (select pasar_account()) and ((select pasar_sees_all()) or shop_id in
        (select granted.shop_id from member_shop granted where granted.member_id = (select pasar_member()))))', name);
  end loop;
end $$;

-- The engine looks for work in every account; it changes rows only inside the account that the transaction names.
create policy engine_finds_work on conversation for select to pasar_engine using (true);
create policy engine_finds_work on delivery for select to pasar_engine using (true);
create policy engine_finds_work on setting_outbox for select to pasar_engine using (true);
