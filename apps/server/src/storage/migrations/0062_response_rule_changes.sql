-- Who changed the rules of answers, and from what to what. Null stands for what the marketplace is known to want.
create table response_rule_change (
  change_id uuid primary key default uuidv7(),
  account_id uuid not null references account on delete cascade,
  marketplace text not null,
  country text not null,
  changed_at bigint not null,
  -- The name of the member; it stays when the member is deleted.
  changed_by text not null,
  rule_before jsonb,
  rule_after jsonb
);
create index response_rule_change_newest on response_rule_change (account_id, changed_at, change_id);
alter table response_rule_change enable row level security, force row level security;
grant select, insert, delete on response_rule_change to pasar_app;
create policy tenant on response_rule_change to pasar_app
  using (account_id is not distinct from (select pasar_account()))
  with check (account_id is not distinct from (select pasar_account()));
