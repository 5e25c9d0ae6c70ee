-- Orders of unbound shops whose buyers have had a message of order care. A shop that is authorized again has new rows, and its
-- orders are read anew: the buyers would get the message twice.
create table order_cared_before (
  account_id uuid not null references account on delete cascade,
  marketplace text not null,
  platform_shop_id text not null,
  order_id text not null,
  -- `OrderCareKind` of the domain.
  care_kind text not null,
  unbound_at bigint not null,
  primary key (account_id, marketplace, platform_shop_id, order_id, care_kind)
);
create index order_cared_before_old on order_cared_before (account_id, unbound_at);
alter table order_cared_before enable row level security, force row level security;
grant select, insert, update, delete on order_cared_before to pasar_app, pasar_engine;
create policy tenant on order_cared_before to pasar_app, pasar_engine
  using (account_id is not distinct from (select pasar_account()))
  with check (account_id is not distinct from (select pasar_account()));
