-- Order care: messages to buyers at a stage of their order. A task of it is a task of messages to many buyers with this cause.
alter table bulk_send_task add column cause text not null default 'bulkSend',
  -- `OrderCareKind` of the domain; null for a message to many buyers.
  add column care_kind text,
  -- The day in UTC whose automatic messages the task takes, `2026-11-26`; null for a task that a member made. Its content is
  -- then the one that the account has when each message goes out; that of other tasks is an array of content by country.
  add column care_day text,
  add constraint bulk_send_task_care check ((cause = 'orderCare') = (care_kind is not null));
alter table bulk_send_task alter column cause drop default;
create unique index bulk_send_task_care_day on bulk_send_task (account_id, care_kind, care_day) where care_day is not null;
drop index bulk_send_task_newest;
create index bulk_send_task_newest on bulk_send_task (account_id, cause, task_id);

alter table bulk_send_item add column care_kind text;
-- A buyer may have two orders of a task.
drop index bulk_send_item_once;
create unique index bulk_send_item_once on bulk_send_item (task_id, conversation_id) where care_kind is null;
-- A buyer gets a message of a kind once for an order.
create unique index bulk_send_item_care on bulk_send_item (shop_id, order_id, care_kind)
  where care_kind is not null and (state <> 'skip' or done_parts <> '{}');
-- Also whom a task has left out.
create index bulk_send_item_care_order on bulk_send_item (shop_id, order_id, care_kind) where care_kind is not null;
create index bulk_send_item_care_newest on bulk_send_item (account_id, item_id) where care_kind is not null;

-- What buyers get at a stage: in a country, or with no country in every one that has no own.
create table order_care_content (
  content_id uuid primary key default uuidv7(),
  account_id uuid not null references account on delete cascade,
  care_kind text not null,
  country text,
  -- `AutomaticContent` of the contract.
  content jsonb not null,
  constraint order_care_content_once unique nulls not distinct (account_id, care_kind, country)
);
-- Which messages go out by themselves.
create table order_care_setting (
  account_id uuid primary key references account on delete cascade,
  -- By kind: `OrderCareReminder` of the domain.
  reminders jsonb not null,
  -- By kind: since when it is switched on, in milliseconds. Orders whose stage began before get nothing by themselves.
  since jsonb not null,
  -- Null: all shops.
  shop_ids uuid[],
  is_on boolean not null
);
do $$
declare
  name text;
begin
  foreach name in array array['order_care_content', 'order_care_setting'] loop
    execute format('alter table %I enable row level security, force row level security', name);
    execute format('grant select, insert, update, delete on %I to pasar_app, pasar_engine', name);
    execute format('create policy tenant on %I to pasar_app, pasar_engine
      using (account_id is not distinct from (select pasar_account()))
      with check (account_id is not distinct from (select pasar_account()))', name);
  end loop;
end $$;

-- When Pasar first knew of the status together with the marketplace's own word, by the server's clock. Never before
-- `status_known_at`, but for orders that are in the book when this column comes.
alter table shop_order add column word_known_at bigint not null default 0;
create index shop_order_word_known on shop_order (account_id, word_known_at);
create index shop_review_order on shop_review (shop_id, (record ->> 'orderNumber'));

-- The row of the settings puts the look for due orders into the queue. Each look puts the next one there.
create function pasar_plan_order_care() returns trigger
  language plpgsql security definer set search_path = public, pg_temp
  as $$ begin
    perform graphile_worker.add_job('order-care', json_build_object('accountId', new.account_id, 'input', json_build_object()),
      job_key => concat_ws('/', 'order-care', new.account_id, 'all'), max_attempts => 20);
    return null;
  end $$;
create trigger plan_order_care after insert or update on order_care_setting
  for each row when (new.is_on) execute function pasar_plan_order_care();
do $$ begin
  grant create on schema public to pasar_engine;
  revoke all on function pasar_plan_order_care() from public;
  alter function pasar_plan_order_care() owner to pasar_engine;
  revoke create on schema public from pasar_engine;
end $$;
