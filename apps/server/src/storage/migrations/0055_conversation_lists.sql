-- Saved views of the conversation list, and actions on many conversations.

create table conversation_view (
  view_id uuid primary key default uuidv7(),
  account_id uuid not null references account on delete cascade,
  member_id uuid not null references member on delete cascade,
  name text not null,
  -- A shared view is seen by all members.
  is_shared boolean not null,
  -- The list: `ConversationListing` of the contract.
  listing jsonb not null
);
create unique index conversation_view_name on conversation_view (member_id, lower(name));
create index conversation_view_account on conversation_view (account_id);
alter table conversation_view enable row level security, force row level security;
grant select, insert, update, delete on conversation_view to pasar_app;
create policy tenant on conversation_view to pasar_app
  using (account_id is not distinct from (select pasar_account()))
  with check (account_id is not distinct from (select pasar_account()));

-- One action on many conversations, carried out by a task.
create table bulk_action (
  bulk_id uuid primary key default uuidv7(),
  account_id uuid not null references account on delete cascade,
  -- Null once the member is gone; the action goes on.
  member_id uuid references member on delete set null,
  -- `BulkSetting` of the domain.
  setting jsonb not null,
  -- `running`, `done` or `stopped`.
  state text not null default 'running',
  -- The conversations that the member chose, and how many of them have come to which end so far.
  total integer not null,
  changed_count integer not null default 0,
  same_count integer not null default 0,
  failed_count integer not null default 0,
  -- The action that this one takes back.
  undoes uuid references bulk_action on delete set null,
  is_undone boolean not null default false,
  begun_at bigint not null,
  ended_at bigint
);
create index bulk_action_member on bulk_action (account_id, member_id, begun_at);
create index bulk_action_old on bulk_action (begun_at);

create table bulk_item (
  bulk_id uuid not null references bulk_action on delete cascade,
  conversation_id uuid not null references conversation on delete cascade,
  account_id uuid not null,
  shop_id uuid not null,
  -- `waiting`, `changed`, `same` or `failed`.
  outcome text not null default 'waiting',
  -- Why it failed: a reason of the domain.
  reason text,
  primary key (bulk_id, conversation_id)
);
create index bulk_item_conversation on bulk_item (conversation_id);
create index bulk_item_failed on bulk_item (bulk_id, conversation_id) where outcome = 'failed';

do $$
declare
  name text;
begin
  foreach name in array array['bulk_action', 'bulk_item'] loop
    execute format('alter table %I enable row level security, force row level security', name);
    execute format('grant select, insert, update, delete on %I to pasar_app, pasar_engine', name);
  end loop;
end $$;
create policy tenant on bulk_action to pasar_app, pasar_engine
  using (account_id is not distinct from (select pasar_account()))
  with check (account_id is not distinct from (select pasar_account()));
create policy tenant on bulk_item to pasar_app, pasar_engine
  using (account_id is not distinct from (select pasar_account()) and ((select pasar_sees_all()) or shop_id in
    (select granted.shop_id from member_shop granted where granted.member_id = (select pasar_member()))))
  with check (account_id is not distinct from (select pasar_account()) and ((select pasar_sees_all()) or shop_id in
    (select granted.shop_id from member_shop granted where granted.member_id = (select pasar_member()))));

-- The role that answers members cannot write to the queue of tasks. The row of an action puts its task there.
create function pasar_begin_bulk_action() returns trigger
  language plpgsql security definer set search_path = public, pg_temp
  as $$ begin
    perform graphile_worker.add_job('bulk-action', json_build_object('accountId', new.account_id,
      'input', json_build_object('bulkId', new.bulk_id)), job_key => 'bulk-action/' || new.bulk_id, max_attempts => 20);
    return null;
  end $$;
revoke all on function pasar_begin_bulk_action() from public;
create trigger begin_bulk_action after insert on bulk_action for each row execute function pasar_begin_bulk_action();
grant create on schema public to pasar_engine;
alter function pasar_begin_bulk_action() owner to pasar_engine;
revoke create on schema public from pasar_engine;

-- The task also gives tags to buyers, and takes them away.
grant select on buyer_tag to pasar_engine;
create policy engine_reads on buyer_tag for select to pasar_engine
  using (account_id is not distinct from (select pasar_account()));
grant insert, delete on buyer_tag_relation to pasar_engine;

-- When the buyer was answered outside Pasar, as a program has told.
alter table known_buyer add column replied_at bigint;

-- The marketplace's own tags of the conversation, as its list tells them; null: it tells none.
alter table conversation add column session_tags text[];
create index conversation_shop_session_tags on conversation (shop_id, last_message_at, conversation_id)
  where session_tags <> '{}';
