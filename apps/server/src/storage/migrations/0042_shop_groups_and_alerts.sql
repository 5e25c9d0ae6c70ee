-- Groups of shops, made by the main account and used wherever shops are chosen. A group gives no rights.
create table shop_group (
  group_id uuid primary key default uuidv7(),
  account_id uuid not null references account on delete cascade,
  name text not null,
  color text not null,
  constraint shop_group_name unique (account_id, name)
);
create table shop_group_shop (
  group_id uuid not null references shop_group on delete cascade,
  shop_id uuid not null references shop on delete cascade,
  account_id uuid not null references account on delete cascade,
  primary key (group_id, shop_id)
);
create index shop_group_shop_shop on shop_group_shop (shop_id);
do $$
declare
  name text;
begin
  foreach name in array array['shop_group', 'shop_group_shop'] loop
    execute format('alter table %I enable row level security, force row level security', name);
    execute format('grant select, insert, update, delete on %I to pasar_app', name);
  end loop;
end $$;
create policy tenant on shop_group to pasar_app
  using (account_id is not distinct from (select pasar_account()))
  with check (account_id is not distinct from (select pasar_account()));
create policy tenant on shop_group_shop to pasar_app
  using (account_id is not distinct from (select pasar_account()) and ((select pasar_sees_all()) or shop_id in
    (select granted.shop_id from member_shop granted where granted.member_id = (select pasar_member()))))
  with check (account_id is not distinct from (select pasar_account()) and ((select pasar_sees_all()) or shop_id in
    (select granted.shop_id from member_shop granted where granted.member_id = (select pasar_member()))));
