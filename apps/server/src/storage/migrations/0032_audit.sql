-- Who did what: written by the calls themselves, and by nobody changed.
create table audit_entry (
  entry_id uuid primary key default uuidv7(),
  account_id uuid not null references account on delete cascade,
  at timestamptz not null default now(),
  -- Without a reference, and with the names of that time: the entries outlive the member and the shop.
  member_id uuid not null,
  member_name text not null,
  username text not null,
  address text not null,
  action text not null,
  shop_id uuid,
  shop_name text,
  subject text
);
create index audit_entry_account on audit_entry (account_id, entry_id);
create index audit_entry_member on audit_entry (member_id, entry_id);
create index audit_entry_shop on audit_entry (shop_id, entry_id) where shop_id is not null;
alter table audit_entry enable row level security, force row level security;
-- No right to change or delete, for any member and any process that serves members.
grant select, insert on audit_entry to pasar_app;
grant select, delete on audit_entry to pasar_engine;
create policy own_writes on audit_entry for insert to pasar_app
  with check (account_id is not distinct from (select pasar_account())
    and ((select pasar_sees_all()) or member_id = (select pasar_member())));
-- Only the main account reads.
create policy main_reads on audit_entry for select to pasar_app, pasar_engine
  using (account_id is not distinct from (select pasar_account()) and (select pasar_sees_all()));
create policy engine_cleans on audit_entry for delete to pasar_engine
  using (account_id is not distinct from (select pasar_account()));
