-- Returns, reviews and notifications of the shops, as their marketplaces tell them. `record` is the type of the domain that
-- has the table's name; the columns beside it repeat what lists are filtered and sorted by. Times are milliseconds since the
-- epoch; `known_at` (when the row came) and `read_at` are the server's,
-- the others are the marketplace's.
create table shop_return (
  case_id uuid primary key default uuidv7(),
  account_id uuid not null references account on delete cascade,
  shop_id uuid not null references shop on delete cascade,
  return_id text not null,
  -- `ReturnCase` of the domain.
  record jsonb not null,
  order_id text not null,
  buyer_id text,
  status text not null,
  is_open boolean not null,
  -- `AfterSalesKind` of the domain: `return` or `refund`.
  kind text not null,
  -- When the case began.
  since bigint not null,
  -- Until when the seller must answer; the greatest bigint where the marketplace does not say.
  respond_by bigint not null,
  known_at bigint not null,
  read_at bigint not null,
  constraint shop_return_id unique (shop_id, return_id)
);
-- What must be answered first, then what is open longest: for the account, and merged from the lists of some shops.
create index shop_return_due on shop_return (account_id, respond_by, since, case_id) where is_open;
create index shop_return_shop_due on shop_return (shop_id, respond_by, since, case_id) where is_open;
create index shop_return_closed on shop_return (account_id, since, case_id) where not is_open;
create index shop_return_shop_closed on shop_return (shop_id, since, case_id) where not is_open;
create index shop_return_order on shop_return (shop_id, order_id);
create index shop_return_buyer on shop_return (shop_id, buyer_id) where buyer_id is not null;
-- Orders with a refund are open cases while they are young.
create index shop_order_refund on shop_order (account_id, changed_at) where status = 'refund';

create table shop_review (
  review_entry_id uuid primary key default uuidv7(),
  account_id uuid not null references account on delete cascade,
  shop_id uuid not null references shop on delete cascade,
  review_id text not null,
  -- `Review` of the domain.
  record jsonb not null,
  buyer_id text,
  stars integer not null,
  is_answered boolean not null,
  created_at bigint not null,
  -- The place in a list of the lowest stars first, of equal ones the newest: one number, because a list has one order.
  lowest_place bigint not null generated always as ((stars::bigint << 48) - created_at) stored,
  known_at bigint not null,
  read_at bigint not null,
  constraint shop_review_id unique (shop_id, review_id)
);
create index shop_review_newest on shop_review (account_id, created_at, review_entry_id);
create index shop_review_shop_newest on shop_review (shop_id, created_at, review_entry_id);
create index shop_review_lowest on shop_review (account_id, lowest_place, review_entry_id);
create index shop_review_shop_lowest on shop_review (shop_id, lowest_place, review_entry_id);
create index shop_order_number on shop_order (shop_id, order_number);

create table shop_notification (
  notification_entry_id uuid primary key default uuidv7(),
  account_id uuid not null references account on delete cascade,
  shop_id uuid not null references shop on delete cascade,
  notification_id text not null,
  -- `ShopNotification` of the domain.
  record jsonb not null,
  kind text not null,
  is_read boolean not null,
  at bigint not null,
  known_at bigint not null,
  read_at bigint not null,
  constraint shop_notification_id unique (shop_id, notification_id)
);
create index shop_notification_newest on shop_notification (account_id, at, notification_entry_id);
create index shop_notification_shop_newest on shop_notification (shop_id, at, notification_entry_id);
create index shop_notification_read on shop_notification (account_id, is_read, at, notification_entry_id);
create index shop_notification_shop_read on shop_notification (shop_id, is_read, at, notification_entry_id);
create index shop_notification_kind on shop_notification (account_id, kind, at, notification_entry_id);
create index shop_notification_shop_kind on shop_notification (shop_id, kind, at, notification_entry_id);
-- What stands on top: `URGENT_NOTIFICATION_KINDS` of the domain.
create index shop_notification_urgent on shop_notification (account_id, at, notification_entry_id)
  where not is_read and kind in ('violation', 'frozen_product', 'failed_delivery');
create index shop_notification_shop_urgent on shop_notification (shop_id, at, notification_entry_id)
  where not is_read and kind in ('violation', 'frozen_product', 'failed_delivery');

-- How many rows of a shop have which values, kept by each change.
create table shop_return_count (
  shop_id uuid not null references shop on delete cascade,
  kind text not null,
  is_open boolean not null,
  account_id uuid not null references account on delete cascade,
  count bigint not null,
  primary key (shop_id, kind, is_open)
);
create table shop_review_count (
  shop_id uuid not null references shop on delete cascade,
  stars integer not null,
  is_answered boolean not null,
  account_id uuid not null references account on delete cascade,
  count bigint not null,
  primary key (shop_id, stars, is_answered)
);
create table shop_notification_count (
  shop_id uuid not null references shop on delete cascade,
  kind text not null,
  is_read boolean not null,
  account_id uuid not null references account on delete cascade,
  count bigint not null,
  primary key (shop_id, kind, is_read)
);
do $$ declare name text; keys text; begin
  for name, keys in values ('shop_return', 'shop_id, kind, is_open'), ('shop_review', 'shop_id, stars, is_answered'),
    ('shop_notification', 'shop_id, kind, is_read') loop
    execute format('create function pasar_add_%1$s_counts() returns trigger language plpgsql as $f$ begin
      insert into %1$s_count (%2$s, account_id, count)
        select %2$s, account_id, count(*) from added group by %2$s, account_id order by %2$s
        on conflict (%2$s) do update set count = %1$s_count.count + excluded.count;
      return null;
    end $f$', name, keys);
    execute format('create function pasar_move_%1$s_counts() returns trigger language plpgsql as $f$ begin
      insert into %1$s_count (%2$s, account_id, count)
        select %2$s, account_id, sum(change) from (select %2$s, account_id, 1 as change from added union all
          select %2$s, account_id, -1 from taken) moved
        group by %2$s, account_id having sum(change) <> 0 order by %2$s
        on conflict (%2$s) do update set count = %1$s_count.count + excluded.count;
      return null;
    end $f$', name, keys);
    execute format('create trigger add_counts after insert on %1$s referencing new table as added
      for each statement execute function pasar_add_%1$s_counts()', name);
    execute format('create trigger move_counts after update on %1$s referencing new table as added old table as taken
      for each statement execute function pasar_move_%1$s_counts()', name);
  end loop;
end $$;

-- Up to which moment a member has seen a list. `subject` is a `ReadingSubject` of the domain.
create table seen_list (
  member_id uuid not null references member on delete cascade,
  subject text not null,
  account_id uuid not null references account on delete cascade,
  seen_until bigint not null,
  primary key (member_id, subject)
);
alter table seen_list enable row level security, force row level security;
grant select, insert, update on seen_list to pasar_app;
create policy tenant on seen_list to pasar_app
  using (account_id is not distinct from (select pasar_account()))
  with check (account_id is not distinct from (select pasar_account()));

do $$ declare name text; begin
  foreach name in array array['shop_return', 'shop_review', 'shop_notification', 'shop_return_count',
    'shop_review_count', 'shop_notification_count'] loop
    execute format('alter table %I enable row level security, force row level security', name);
    execute format('grant select, insert, update, delete on %I to pasar_app, pasar_engine', name);
    execute format('create policy tenant on %I to pasar_app, pasar_engine
      using (account_id is not distinct from (select pasar_account()) and ((select pasar_sees_all()) or shop_id in
        (select granted.shop_id from member_shop granted where granted.member_id = (select pasar_member()))))
      with check (account_id is not distinct from (select pasar_account()) and ((select pasar_sees_all()) or shop_id in
        (select granted.shop_id from member_shop granted where granted.member_id = (select pasar_member()))))', name);
  end loop;
end $$;
-- What a member has not seen yet.
create index shop_review_low on shop_review (account_id, known_at) where stars between 1 and 2;
