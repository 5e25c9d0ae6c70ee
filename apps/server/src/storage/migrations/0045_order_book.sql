-- The order book: the orders of all shops as their marketplaces tell them. Times are milliseconds since the epoch; those of
-- an order are the marketplace's, `read_at` is the server's.
create table shop_order (
  entry_id uuid primary key default uuidv7(),
  account_id uuid not null references account on delete cascade,
  shop_id uuid not null references shop on delete cascade,
  order_id text not null,
  -- The order with everything that the list tells of it: `OrderRecord` of the domain. The columns below repeat what lists
  -- are filtered and sorted by.
  record jsonb not null,
  order_number text not null,
  buyer_id text,
  status text not null,
  total numeric not null,
  currency text not null,
  created_at bigint not null,
  changed_at bigint not null,
  read_at bigint not null,
  -- When Pasar first knew of the status, by the server's clock.
  status_known_at bigint not null,
  is_ratable boolean not null,
  has_note boolean not null,
  constraint shop_order_id unique (shop_id, order_id)
);
-- A list of all shops, and one that is merged from the lists of some shops.
create index shop_order_newest on shop_order (account_id, created_at, entry_id);
create index shop_order_shop_newest on shop_order (shop_id, created_at, entry_id);
create index shop_order_changed on shop_order (account_id, changed_at, entry_id);
create index shop_order_shop_changed on shop_order (shop_id, changed_at, entry_id);
create index shop_order_status on shop_order (account_id, status, created_at, entry_id);
create index shop_order_shop_status on shop_order (shop_id, status, created_at, entry_id);
create index shop_order_buyer on shop_order (shop_id, buyer_id) where buyer_id is not null;
alter table shop_order enable row level security, force row level security;
grant select, insert, update, delete on shop_order to pasar_app, pasar_engine;

-- How many orders of a shop have a status, kept by each change of the orders.
create table shop_order_count (
  shop_id uuid not null references shop on delete cascade,
  status text not null,
  account_id uuid not null references account on delete cascade,
  count bigint not null,
  primary key (shop_id, status)
);
alter table shop_order_count enable row level security, force row level security;
grant select, insert, update, delete on shop_order_count to pasar_app, pasar_engine;

create function pasar_add_order_counts() returns trigger language plpgsql
  as $$ begin
    insert into shop_order_count (shop_id, status, account_id, count)
      select shop_id, status, account_id, count(*) from added group by 1, 2, 3 order by 1, 2
      on conflict (shop_id, status) do update set count = shop_order_count.count + excluded.count;
    return null;
  end $$;
create function pasar_move_order_counts() returns trigger language plpgsql
  as $$ begin
    insert into shop_order_count (shop_id, status, account_id, count)
      select shop_id, status, account_id, sum(change) from (
        select shop_id, status, account_id, 1 as change from added union all
        select shop_id, status, account_id, -1 from taken) moved
      group by 1, 2, 3 having sum(change) <> 0 order by 1, 2
      on conflict (shop_id, status) do update set count = shop_order_count.count + excluded.count;
    return null;
  end $$;
create function pasar_take_order_counts() returns trigger language plpgsql
  as $$ begin
    update shop_order_count c set count = c.count - gone.count
      from (select shop_id, status, count(*) as count from taken group by 1, 2) gone
      where c.shop_id = gone.shop_id and c.status = gone.status;
    return null;
  end $$;
create trigger add_order_counts after insert on shop_order referencing new table as added
  for each statement execute function pasar_add_order_counts();
create trigger move_order_counts after update on shop_order referencing new table as added old table as taken
  for each statement execute function pasar_move_order_counts();
create trigger take_order_counts after delete on shop_order referencing old table as taken
  for each statement execute function pasar_take_order_counts();

-- What an order is searched by: its number, its tracking number, the buyer's name, the SKUs and the titles.
create function pasar_order_words(record jsonb) returns text language sql immutable parallel safe
  return pasar_folded(concat_ws(e'\n', record ->> 'orderNumber', record ->> 'trackingNumber', record ->> 'buyerName',
    (select string_agg(concat_ws(e'\n', item ->> 'sellerSku', item ->> 'title'), e'\n')
      from jsonb_array_elements(record -> 'items') item)));
-- Every three neighbouring characters of a text, as numbers that differ from account to account. A shorter text gives none.
create function pasar_text_parts(account uuid, folded text) returns bigint[] language sql immutable parallel safe
  return (select array_agg(distinct hashtextextended(account::text || substring(folded from at for 3), 0))
    from generate_series(1, length(folded) - 2) at);
-- A table of its own, as for the names of buyers: most changes of an order change no word of it.
create table shop_order_words (
  entry_id uuid primary key references shop_order on delete cascade,
  account_id uuid not null,
  parts bigint[] not null
);
create index shop_order_words_parts on shop_order_words using gin (parts);
alter table shop_order_words enable row level security, force row level security;
grant select, insert, update on shop_order_words to pasar_identity;
create policy identity_finds on shop_order_words to pasar_identity using (true) with check (true);
create function pasar_keep_order_words() returns trigger
  language plpgsql security definer set search_path = public, pg_temp
  as $$ begin
    insert into shop_order_words
      values (new.entry_id, new.account_id,
        coalesce(pasar_text_parts(new.account_id, left(pasar_order_words(new.record), 2000)), '{}'))
      on conflict (entry_id) do update set parts = excluded.parts;
    return null;
  end $$;
create trigger keep_order_words after insert on shop_order for each row execute function pasar_keep_order_words();
create trigger keep_changed_order_words after update of record on shop_order for each row
  when (pasar_order_words(old.record) is distinct from pasar_order_words(new.record))
  execute function pasar_keep_order_words();
-- At most `most` orders of the transaction's account that may contain the words, which are at least three characters. The
-- caller reads the orders themselves, under row security, and compares the words.
create function pasar_find_orders(words text, most integer) returns setof uuid
  language sql stable security definer rows 50 set search_path = public, pg_temp set enable_bitmapscan = on
  as $$ select w.entry_id from shop_order_words w
    where w.parts @> pasar_text_parts(pasar_account(), pasar_folded(words)) and w.account_id = pasar_account()
    limit most $$;
revoke all on function pasar_keep_order_words(), pasar_find_orders(text, integer) from public;
grant execute on function pasar_find_orders(text, integer) to pasar_app;
grant create on schema public to pasar_identity;
alter function pasar_keep_order_words() owner to pasar_identity;
alter function pasar_find_orders(text, integer) owner to pasar_identity;
revoke create on schema public from pasar_identity;

-- How often a list of an account's shops is read by itself. Without a row it is not read: a member begins. `subject` is a
-- `ReadingSubject` of the domain.
create table reading_setting (
  account_id uuid not null references account on delete cascade,
  subject text not null,
  every_minutes integer not null,
  primary key (account_id, subject)
);
alter table reading_setting enable row level security, force row level security;
grant select, insert, update on reading_setting to pasar_app;
grant select on reading_setting to pasar_engine;
create policy tenant on reading_setting to pasar_app, pasar_engine
  using (account_id is not distinct from (select pasar_account()))
  with check (account_id is not distinct from (select pasar_account()));
-- A login looks for lists of its shops that were never read, in one look with those that are due.
create policy engine_finds_work on reading_setting for select to pasar_engine using (true);

-- How far a list of a shop is read. Lists come newest first, so a reading goes back in time to `floor_at`.
create table reading (
  shop_id uuid not null references shop on delete cascade,
  subject text not null,
  account_id uuid not null references account on delete cascade,
  -- `ReadingState` of the domain.
  state text not null default 'waiting',
  -- When the next reading begins by itself.
  due_at bigint not null,
  started_at bigint,
  ended_at bigint,
  -- Of a reading that is not at its end: the marketplace's cursor of the next page, the newest record that it saw at its
  -- beginning, and the record that it has come down to. All null before its first page.
  cursor text,
  top_at bigint,
  reached_at bigint,
  -- The reading ends below this moment.
  floor_at bigint,
  -- All records up to this moment are stored; null before the first reading has ended.
  complete_to bigint,
  found integer not null default 0,
  unreadable integer not null default 0,
  refusal_reason text,
  refusal_detail text,
  primary key (shop_id, subject)
);
create index reading_due on reading (shop_id, due_at) where state <> 'stopped';
alter table reading enable row level security, force row level security;
grant select, insert, update, delete on reading to pasar_app, pasar_engine;
-- The lookout asks about the shops of all accounts that a process serves.
create policy engine_finds_work on reading for select to pasar_engine using (true);

do $$ declare name text; begin
  foreach name in array array['shop_order', 'shop_order_count', 'reading'] loop
    execute format('create policy tenant on %I to pasar_app, pasar_engine
      using (account_id is not distinct from (select pasar_account()) and ((select pasar_sees_all()) or shop_id in
        (select granted.shop_id from member_shop granted where granted.member_id = (select pasar_member()))))
      with check (account_id is not distinct from (select pasar_account()) and ((select pasar_sees_all()) or shop_id in
        (select granted.shop_id from member_shop granted where granted.member_id = (select pasar_member()))))', name);
  end loop;
end $$;
