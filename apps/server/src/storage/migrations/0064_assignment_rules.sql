-- By which rules an account's waiting buyers are assigned. Without a row, by none.
create table assignment_rules (
  account_id uuid primary key references account on delete cascade,
  is_on boolean not null,
  -- `AssignmentRule` of the domain, in their order. An id in it whose shop, tag or member is gone matches nothing.
  rules jsonb not null
);
alter table assignment_rules enable row level security, force row level security;
grant select, insert, update on assignment_rules to pasar_app;
create policy tenant on assignment_rules to pasar_app
  using (account_id is not distinct from (select pasar_account()))
  with check (account_id is not distinct from (select pasar_account()));

-- Who changed the rules, and what.
create table assignment_rule_change (
  change_id uuid primary key default uuidv7(),
  account_id uuid not null references account on delete cascade,
  changed_at bigint not null,
  -- The name of the member; it stays when the member is deleted.
  changed_by text not null,
  -- `AssignmentRuleEvent` of the domain.
  event jsonb not null
);
create index assignment_rule_change_newest on assignment_rule_change (account_id, changed_at, change_id);
alter table assignment_rule_change enable row level security, force row level security;
grant select, insert on assignment_rule_change to pasar_app;
create policy tenant on assignment_rule_change to pasar_app
  using (account_id is not distinct from (select pasar_account()))
  with check (account_id is not distinct from (select pasar_account()));

-- When a rule has last chosen a member: a number that grows with each choice of the rule.
create table assignment_turn (
  account_id uuid not null references account on delete cascade,
  rule_id uuid not null,
  member_id uuid not null references member on delete cascade,
  turn bigint not null,
  primary key (account_id, rule_id, member_id)
);
create index assignment_turn_member on assignment_turn (member_id);
alter table assignment_turn enable row level security, force row level security;
grant select, insert, update, delete on assignment_turn to pasar_app;
create policy tenant on assignment_turn to pasar_app
  using (account_id is not distinct from (select pasar_account()))
  with check (account_id is not distinct from (select pasar_account()));

-- The rule that assigned a conversation. Its name stays when the rule is changed or removed.
alter table conversation_assignment add column rule_id uuid, add column rule_name text;

-- How many buyers wait for a member of the transaction's account, in all shops: the limit of a member is one for all of
-- them, also where the caller sees few. A closed conversation does not count. Stops counting at `most`.
create function pasar_waiting_of(member uuid, most integer) returns integer
  language sql stable security definer set search_path = public, pg_temp set enable_bitmapscan = off
  as $$ select count(*)::integer from (select from conversation c
    where c.account_id = pasar_account() and c.assignee_id = member and c.waiting_since is not null
      and c.status <> 'closed'
    order by c.waiting_since limit most) waits $$;
revoke all on function pasar_waiting_of(uuid, integer) from public;
grant execute on function pasar_waiting_of(uuid, integer) to pasar_app, pasar_engine;
grant create on schema public to pasar_engine;
alter function pasar_waiting_of(uuid, integer) owner to pasar_engine;
revoke create on schema public from pasar_engine;

-- The task that assigns many conversations obeys the same limit.
grant select on chat_setting to pasar_engine;
create policy engine_reads on chat_setting for select to pasar_engine
  using (account_id is not distinct from (select pasar_account()));
