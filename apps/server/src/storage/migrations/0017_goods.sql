-- The favourite products of a shop, in their order, by the marketplace's ids; shared by all members who see the shop.
create table favorite_products (
  shop_id uuid primary key references shop on delete cascade,
  account_id uuid not null references account on delete cascade,
  product_ids text[] not null
);
alter table favorite_products enable row level security, force row level security;
grant select, insert, update on favorite_products to pasar_app;
create policy tenant on favorite_products to pasar_app
  using (account_id is not distinct from (select pasar_account()) and ((select pasar_sees_all()) or shop_id in
    (select granted.shop_id from member_shop granted where granted.member_id = (select pasar_member()))))
  with check (account_id is not distinct from (select pasar_account()) and ((select pasar_sees_all()) or shop_id in
    (select granted.shop_id from member_shop granted where granted.member_id = (select pasar_member()))));

-- The products that a buyer has asked about, by the marketplace's ids, with the time of the newest question in
-- milliseconds: kept with the buyer's messages, and by the call of the specification.
create table consulted_product (
  shop_id uuid not null references shop on delete cascade,
  account_id uuid not null references account on delete cascade,
  buyer_id text not null,
  product_id text not null,
  asked_at bigint not null,
  primary key (shop_id, buyer_id, product_id)
);
alter table consulted_product enable row level security, force row level security;
grant select, insert, update on consulted_product to pasar_app, pasar_engine;
create policy tenant on consulted_product to pasar_app, pasar_engine
  using (account_id is not distinct from (select pasar_account()) and ((select pasar_sees_all()) or shop_id in
    (select granted.shop_id from member_shop granted where granted.member_id = (select pasar_member()))))
  with check (account_id is not distinct from (select pasar_account()) and ((select pasar_sees_all()) or shop_id in
    (select granted.shop_id from member_shop granted where granted.member_id = (select pasar_member()))));
