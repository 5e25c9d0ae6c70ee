-- Who follows a shop, for messages to many buyers. Read when a member asks for it, with a row of `reading`.
create table shop_fan (
  shop_id uuid not null references shop on delete cascade,
  -- The marketplace's id of the person.
  buyer_id text not null,
  account_id uuid not null references account on delete cascade,
  buyer_name text not null,
  -- When the reading began that saw the person last: `started_at` of the reading.
  reading_at bigint not null,
  primary key (shop_id, buyer_id)
);
create index shop_fan_old on shop_fan (account_id, reading_at);
alter table shop_fan enable row level security, force row level security;
grant select, insert, update, delete on shop_fan to pasar_app, pasar_engine;
create policy tenant on shop_fan to pasar_app, pasar_engine
  using (account_id is not distinct from (select pasar_account()) and ((select pasar_sees_all()) or shop_id in
    (select granted.shop_id from member_shop granted where granted.member_id = (select pasar_member()))))
  with check (account_id is not distinct from (select pasar_account()) and ((select pasar_sees_all()) or shop_id in
    (select granted.shop_id from member_shop granted where granted.member_id = (select pasar_member()))));

-- The fan whom a recipient is; null for a recipient who was chosen otherwise. A fan may have no conversation yet.
alter table bulk_send_item add column buyer_id text;
create index bulk_send_item_buyer on bulk_send_item (shop_id, buyer_id) where buyer_id is not null;
