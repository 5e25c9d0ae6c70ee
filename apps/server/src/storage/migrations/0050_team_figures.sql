-- Team figures: how fast buyers are answered, and by whom. They are made of the messages by a task, conversation by
-- conversation, so that taking a message costs one row. Times are milliseconds since the epoch.

-- The member who sent the message from here; null for messages of buyers, and for those that were sent elsewhere.
alter table message add column member_id uuid;
alter table message no force row level security;
alter table delivery no force row level security;
update message set member_id = delivery.member_id from delivery
  where delivery.account_id = message.account_id and delivery.client_id = message.client_id;
alter table delivery force row level security;
alter table message force row level security;

-- A buyer's wait: from the first message that nobody had answered to the shop's next message.
create table buyer_wait (
  -- The message that began it.
  message_id uuid primary key,
  conversation_id uuid not null references conversation on delete cascade,
  account_id uuid not null,
  shop_id uuid not null,
  asked_at bigint not null,
  -- Null while the buyer waits.
  answered_at bigint,
  -- Null for an answer that was sent elsewhere.
  answered_by uuid,
  -- The buyer had not written for a day, nor had the shop: the wait for a first answer.
  is_first boolean not null
);
create index buyer_wait_conversation on buyer_wait (conversation_id);
create index buyer_wait_shop on buyer_wait (shop_id, asked_at);

-- How many messages of a conversation were sent within an hour, by the buyer, by a member, or by the shop elsewhere.
create table conversation_hour (
  conversation_id uuid not null references conversation on delete cascade,
  -- The beginning of the hour.
  hour_at bigint not null,
  author text not null,
  member_id uuid,
  account_id uuid not null,
  shop_id uuid not null,
  messages integer not null,
  constraint conversation_hour_sender unique nulls not distinct (conversation_id, hour_at, author, member_id)
);
create index conversation_hour_shop on conversation_hour (shop_id, hour_at);

-- Conversations whose figures are to be made anew. A conversation may stand here several times: rows are only added and
-- taken away, so that a batch of messages waits for no other transaction.
create table figures_due (
  due_id uuid primary key default uuidv7(),
  account_id uuid not null references account on delete cascade,
  conversation_id uuid not null
);
create index figures_due_account on figures_due (account_id, due_id);

do $$ declare name text; begin
  foreach name in array array['buyer_wait', 'conversation_hour'] loop
    execute format('create policy tenant on %I to pasar_app, pasar_engine
      using (account_id is not distinct from (select pasar_account()) and ((select pasar_sees_all()) or shop_id in
        (select granted.shop_id from member_shop granted where granted.member_id = (select pasar_member()))))
      with check (account_id is not distinct from (select pasar_account()) and ((select pasar_sees_all()) or shop_id in
        (select granted.shop_id from member_shop granted where granted.member_id = (select pasar_member()))))', name);
  end loop;
  foreach name in array array['buyer_wait', 'conversation_hour', 'figures_due'] loop
    execute format('alter table %I enable row level security, force row level security', name);
    execute format('grant select, insert, update, delete on %I to pasar_app, pasar_engine', name);
  end loop;
end $$;
create policy tenant on figures_due to pasar_app, pasar_engine
  using (account_id is not distinct from (select pasar_account()))
  with check (account_id is not distinct from (select pasar_account()));
-- The task by the clock looks for the accounts that have work.
create policy engine_finds_work on figures_due for select to pasar_engine using (true);

create function pasar_figures_of_new_messages() returns trigger language plpgsql
  as $$ begin
    insert into figures_due (account_id, conversation_id)
      select distinct account_id, conversation_id from added where author in ('buyer', 'seller');
    return null;
  end $$;
create function pasar_figures_of_changed_messages() returns trigger language plpgsql
  as $$ begin
    insert into figures_due (account_id, conversation_id)
      select distinct added.account_id, added.conversation_id from added join taken using (message_id)
      where (added.status, added.member_id) is distinct from (taken.status, taken.member_id);
    return null;
  end $$;
create trigger figures_of_new after insert on message referencing new table as added
  for each statement execute function pasar_figures_of_new_messages();
create trigger figures_of_changed after update on message referencing new table as added old table as taken
  for each statement execute function pasar_figures_of_changed_messages();

alter table conversation no force row level security;
alter table figures_due no force row level security;
insert into figures_due (account_id, conversation_id) select account_id, conversation_id from conversation;
alter table figures_due force row level security;
alter table conversation force row level security;
