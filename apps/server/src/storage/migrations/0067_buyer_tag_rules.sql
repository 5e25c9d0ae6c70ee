-- By which rules buyers get tags. Without a row, by none.
create table buyer_tag_rules (
  account_id uuid primary key references account on delete cascade,
  -- `BuyerTagRule` of the domain, in their order. A rule whose tag is gone gives nothing; an id of a shop that is gone
  -- matches nothing.
  rules jsonb not null
);

-- Who changed the rules, and what.
create table buyer_tag_rule_change (
  change_id uuid primary key default uuidv7(),
  account_id uuid not null references account on delete cascade,
  changed_at bigint not null,
  -- The name of the member; it stays when the member is deleted.
  changed_by text not null,
  -- `BuyerTagRuleEvent` of the domain.
  event jsonb not null
);
create index buyer_tag_rule_change_newest on buyer_tag_rule_change (account_id, changed_at, change_id);

-- How far the changes of an account are looked at. A row exists only while one of its rules is on.
create table buyer_tag_watch (
  account_id uuid primary key references account on delete cascade,
  -- Every change up to this number was looked at, the last time at `looked_at`.
  seq bigint not null,
  looked_at bigint not null,
  -- Whether a rule that is on asks about orders.
  wants_orders boolean not null
);

-- Buyers whose orders have changed since they were looked at. Rows are only added and taken away.
create table buyer_tag_due (
  due_id uuid primary key default uuidv7(),
  account_id uuid not null references account on delete cascade,
  shop_id uuid not null references shop on delete cascade,
  buyer_ids text[] not null
);
create index buyer_tag_due_account on buyer_tag_due (account_id, due_id);
create index buyer_tag_due_shop on buyer_tag_due (shop_id);

-- To whom a rule has given its tag: it gives it to a buyer once, so that a member who takes it off is not contradicted.
create table buyer_tag_given (
  rule_id uuid not null,
  tag_id uuid not null references buyer_tag on delete cascade,
  shop_id uuid not null references shop on delete cascade,
  buyer_id text not null,
  account_id uuid not null references account on delete cascade,
  conversation_id uuid not null references conversation on delete cascade,
  primary key (shop_id, buyer_id, rule_id, tag_id)
);
create index buyer_tag_given_rule on buyer_tag_given (account_id, rule_id);
create index buyer_tag_given_tag on buyer_tag_given (tag_id);
create index buyer_tag_given_conversation on buyer_tag_given (conversation_id);

-- A look at the buyers of the last days, from the newest conversation back, carried out by a task.
create table buyer_tag_sweep (
  sweep_id uuid primary key default uuidv7(),
  account_id uuid not null references account on delete cascade,
  -- Null: all rules that are on, because changes were lost before they were looked at.
  rule_id uuid,
  -- Messages sent before this moment are not looked at.
  since bigint not null,
  -- The last conversation that was looked at; null before the first.
  place_at bigint,
  place_id uuid,
  -- Conversations to look at as they were counted at the beginning, and what has become of them so far.
  total integer not null,
  looked_count integer not null default 0,
  tagged_count integer not null default 0,
  begun_at bigint not null,
  ended_at bigint
);
create index buyer_tag_sweep_account on buyer_tag_sweep (account_id, rule_id);

do $$
declare
  name text;
begin
  foreach name in array array['buyer_tag_rules', 'buyer_tag_rule_change', 'buyer_tag_watch', 'buyer_tag_due',
      'buyer_tag_given', 'buyer_tag_sweep'] loop
    execute format('alter table %I enable row level security, force row level security', name);
  end loop;
  foreach name in array array['buyer_tag_rules', 'buyer_tag_rule_change', 'buyer_tag_watch', 'buyer_tag_sweep'] loop
    execute format('create policy tenant on %I to pasar_app, pasar_engine
      using (account_id is not distinct from (select pasar_account()))
      with check (account_id is not distinct from (select pasar_account()))', name);
  end loop;
  foreach name in array array['buyer_tag_due', 'buyer_tag_given'] loop
    execute format('create policy tenant on %I to pasar_app, pasar_engine
      using (account_id is not distinct from (select pasar_account()) and ((select pasar_sees_all()) or shop_id in
        (select granted.shop_id from member_shop granted where granted.member_id = (select pasar_member()))))
      with check (account_id is not distinct from (select pasar_account()) and ((select pasar_sees_all()) or shop_id in
        (select granted.shop_id from member_shop granted where granted.member_id = (select pasar_member()))))', name);
  end loop;
end $$;
grant select, insert, update on buyer_tag_rules to pasar_app;
grant select on buyer_tag_rules to pasar_engine;
grant select, insert on buyer_tag_rule_change to pasar_app;
grant select, insert, update, delete on buyer_tag_watch to pasar_app;
grant select, update on buyer_tag_watch to pasar_engine;
grant select, insert, delete on buyer_tag_due to pasar_app, pasar_engine;
grant select, delete on buyer_tag_given to pasar_app;
grant select, insert, delete on buyer_tag_given to pasar_engine;
grant select, insert, update, delete on buyer_tag_sweep to pasar_app, pasar_engine;
-- One look finds the work of all accounts.
create policy engine_finds_work on buyer_tag_watch for select to pasar_engine using (true);
create policy engine_finds_work on buyer_tag_due for select to pasar_engine using (true);
create policy engine_finds_work on account_counter for select to pasar_engine using (true);

-- The role that answers members cannot write to the queue of tasks.
create function pasar_begin_buyer_tag_sweep() returns trigger
  language plpgsql security definer set search_path = public, pg_temp
  as $$ begin
    perform graphile_worker.add_job('buyer-tag-sweep', json_build_object('accountId', new.account_id,
      'input', json_build_object('sweepId', new.sweep_id)), job_key => 'buyer-tag-sweep/' || new.sweep_id,
      max_attempts => 20);
    return null;
  end $$;
revoke all on function pasar_begin_buyer_tag_sweep() from public;
create trigger begin_buyer_tag_sweep after insert on buyer_tag_sweep
  for each row execute function pasar_begin_buyer_tag_sweep();
grant create on schema public to pasar_engine;
alter function pasar_begin_buyer_tag_sweep() owner to pasar_engine;
revoke create on schema public from pasar_engine;

-- The rule that gave a tag; `added_by` is then the name that the rule had.
alter table buyer_tag_relation add column rule_id uuid;
