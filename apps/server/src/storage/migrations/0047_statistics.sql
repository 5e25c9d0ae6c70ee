-- How many orders of a shop were placed within an hour, and their sum, kept by each change of the orders. Figures of days
-- are sums of hours, so the same counters serve every time zone that is whole hours from UTC.
create table shop_order_hour (
  shop_id uuid not null references shop on delete cascade,
  -- The beginning of the hour, in milliseconds since the epoch.
  hour_at bigint not null,
  currency text not null,
  status text not null,
  account_id uuid not null references account on delete cascade,
  count bigint not null,
  total numeric not null,
  primary key (shop_id, hour_at, currency, status)
);
create index shop_order_hour_account on shop_order_hour (account_id, hour_at);
alter table shop_order no force row level security;
insert into shop_order_hour (shop_id, hour_at, currency, status, account_id, count, total)
  select shop_id, created_at - created_at % 3600000, currency, status, account_id, count(*), sum(total)
  from shop_order group by 1, 2, 3, 4, 5;
alter table shop_order force row level security;
alter table shop_order_hour enable row level security, force row level security;
grant select, insert, update, delete on shop_order_hour to pasar_app, pasar_engine;
create policy tenant on shop_order_hour to pasar_app, pasar_engine
  using (account_id is not distinct from (select pasar_account()) and ((select pasar_sees_all()) or shop_id in
    (select granted.shop_id from member_shop granted where granted.member_id = (select pasar_member()))))
  with check (account_id is not distinct from (select pasar_account()) and ((select pasar_sees_all()) or shop_id in
    (select granted.shop_id from member_shop granted where granted.member_id = (select pasar_member()))));

create function pasar_add_order_hours() returns trigger language plpgsql
  as $$ begin
    insert into shop_order_hour as kept (shop_id, hour_at, currency, status, account_id, count, total)
      select shop_id, created_at - created_at % 3600000, currency, status, account_id, count(*), sum(total)
      from added group by 1, 2, 3, 4, 5 order by 1, 2, 3, 4
      on conflict (shop_id, hour_at, currency, status) do update
        set count = kept.count + excluded.count, total = kept.total + excluded.total;
    return null;
  end $$;
create function pasar_move_order_hours() returns trigger language plpgsql
  as $$ begin
    insert into shop_order_hour as kept (shop_id, hour_at, currency, status, account_id, count, total)
      select shop_id, created_at - created_at % 3600000, currency, status, account_id, sum(change), sum(change * total)
      from (
        select shop_id, created_at, currency, status, account_id, total, 1 as change from added union all
        select shop_id, created_at, currency, status, account_id, total, -1 from taken) moved
      group by 1, 2, 3, 4, 5 having sum(change) <> 0 or sum(change * total) <> 0 order by 1, 2, 3, 4
      on conflict (shop_id, hour_at, currency, status) do update
        set count = kept.count + excluded.count, total = kept.total + excluded.total;
    return null;
  end $$;
create function pasar_take_order_hours() returns trigger language plpgsql
  as $$ begin
    update shop_order_hour kept set count = kept.count - gone.count, total = kept.total - gone.total
      from (select shop_id, created_at - created_at % 3600000 as hour_at, currency, status, count(*) as count,
          sum(total) as total from taken group by 1, 2, 3, 4) gone
      where kept.shop_id = gone.shop_id and kept.hour_at = gone.hour_at and kept.currency = gone.currency
        and kept.status = gone.status;
    return null;
  end $$;
create trigger add_order_hours after insert on shop_order referencing new table as added
  for each statement execute function pasar_add_order_hours();
create trigger move_order_hours after update on shop_order referencing new table as added old table as taken
  for each statement execute function pasar_move_order_hours();
create trigger take_order_hours after delete on shop_order referencing old table as taken
  for each statement execute function pasar_take_order_hours();

-- The exchange rates that the main account typed: one unit of `currency` is `rate` units of `base`.
create table currency_rate (
  account_id uuid not null references account on delete cascade,
  currency text not null,
  base text not null,
  rate numeric not null check (rate > 0),
  -- The day of the rate: 2026-11-21.
  as_of text not null,
  saved_by text not null,
  saved_at bigint not null,
  primary key (account_id, currency)
);
alter table currency_rate enable row level security, force row level security;
grant select, insert, update, delete on currency_rate to pasar_app;
create policy tenant on currency_rate to pasar_app
  using (account_id is not distinct from (select pasar_account()))
  with check (account_id is not distinct from (select pasar_account()));
