-- Webhooks: where an account wants to be told of events, the events that wait to be told, and the log of the deliveries.
create table webhook (
  webhook_id uuid primary key default uuidv7(),
  account_id uuid not null references account on delete cascade,
  address text not null,
  events text[] not null,
  -- Null: the events of all shops, also of later ones.
  shop_ids uuid[],
  is_on boolean not null default true,
  -- Why the server switched it off; null where a person did, or where it is on.
  off_reason text check (off_reason in ('failing', 'gone')),
  off_at timestamptz,
  -- Messages that were sent before this time (milliseconds) are history and are not told.
  since bigint not null,
  -- Failed tries since the last success, and since when.
  failures integer not null default 0,
  failing_since timestamptz,
  paused_until timestamptz not null default '-infinity',
  -- The process that delivers. What a process writes whose claim has lapsed is refused.
  claim_holder uuid,
  claim_until timestamptz not null default '-infinity',
  created_at timestamptz not null default now()
);
create index webhook_account on webhook (account_id, webhook_id);

-- An event with its body, written in the transaction of what it tells.
create table webhook_event (
  event_id uuid primary key,
  account_id uuid not null references account on delete cascade,
  -- No references: the event outlives the shop and the conversation that it tells of.
  shop_id uuid,
  conversation_id uuid,
  body text not null,
  happened_at timestamptz not null default clock_timestamp()
);
create index webhook_event_account on webhook_event (account_id, happened_at);
create index webhook_event_conversation on webhook_event (conversation_id) where conversation_id is not null;

-- One event on its way to one webhook. Without a reference to the webhook: a message must not fail to be stored because
-- a webhook is deleted at the same moment.
create table webhook_delivery (
  webhook_id uuid not null,
  event_id uuid not null references webhook_event on delete cascade,
  account_id uuid not null references account on delete cascade,
  event text not null,
  state text not null default 'waiting' check (state in ('waiting', 'delivered', 'failed')),
  attempts integer not null default 0,
  due_at timestamptz not null default '-infinity',
  -- Of the last try: the code of the answer, or why there was none.
  status integer,
  failure text,
  tried_at timestamptz,
  primary key (webhook_id, event_id)
);
create index webhook_delivery_due on webhook_delivery (webhook_id, due_at, event_id) where state = 'waiting';
create index webhook_delivery_event on webhook_delivery (event_id);
create index webhook_delivery_account on webhook_delivery (account_id);

do $$
declare
  name text;
begin
  foreach name in array array['webhook', 'webhook_event', 'webhook_delivery'] loop
    execute format('alter table %I enable row level security, force row level security', name);
    execute format('grant select, insert, update, delete on %I to pasar_app, pasar_engine', name);
  end loop;
  -- Only the main account and the engine read events and deliveries. Every member's transaction may add them.
  foreach name in array array['webhook_event', 'webhook_delivery'] loop
    execute format('create policy tenant on %I to pasar_app, pasar_engine
      using (account_id is not distinct from (select pasar_account()) and (select pasar_sees_all()))', name);
    execute format('create policy tells on %I for insert to pasar_app, pasar_engine
      with check (account_id is not distinct from (select pasar_account()))', name);
  end loop;
end $$;
-- Every transaction of the account has to see who wants to be told; only the main account and the engine change it.
create policy tenant_read on webhook for select to pasar_app, pasar_engine
  using (account_id is not distinct from (select pasar_account()));
create policy tenant on webhook to pasar_app, pasar_engine
  using (account_id is not distinct from (select pasar_account()) and (select pasar_sees_all()))
  with check (account_id is not distinct from (select pasar_account()) and (select pasar_sees_all()));
-- One look finds the waiting deliveries of all accounts. What the events say is seen only inside the account.
create policy engine_finds_work on webhook for select to pasar_engine using (true);
create policy engine_finds_work on webhook_delivery for select to pasar_engine using (true);
