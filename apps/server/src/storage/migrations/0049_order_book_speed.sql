-- The lists of the order book with what they are filtered by, so that a filter that few orders pass is decided in the index:
-- only the orders of the page are read, whatever their number.
drop index shop_order_newest, shop_order_shop_newest, shop_order_changed, shop_order_shop_changed, shop_order_status,
  shop_order_shop_status;
create index shop_order_newest on shop_order (account_id, created_at, entry_id)
  include (shop_id, status, total, currency, has_note, is_ratable);
create index shop_order_shop_newest on shop_order (shop_id, created_at, entry_id)
  include (account_id, status, total, currency, has_note, is_ratable);
create index shop_order_changed on shop_order (account_id, changed_at, entry_id)
  include (shop_id, created_at, status, total, currency, has_note, is_ratable);
create index shop_order_shop_changed on shop_order (shop_id, changed_at, entry_id)
  include (account_id, created_at, status, total, currency, has_note, is_ratable);
create index shop_order_status on shop_order (account_id, status, created_at, entry_id)
  include (shop_id, changed_at, total, currency, has_note, is_ratable);
create index shop_order_shop_status on shop_order (shop_id, status, created_at, entry_id)
  include (account_id, changed_at, total, currency, has_note, is_ratable);
-- The orders of a buyer in all shops, and in one.
drop index shop_order_buyer;
create index shop_order_buyer on shop_order (buyer_id, shop_id) where buyer_id is not null;

-- The words of all orders of a statement are kept together: a trigger for each order took more time than the order itself.
drop trigger keep_order_words on shop_order;
create function pasar_keep_new_order_words() returns trigger
  language plpgsql security definer set search_path = public, pg_temp
  as $$ begin
    insert into shop_order_words (entry_id, account_id, parts)
      select entry_id, account_id, coalesce(pasar_text_parts(account_id, left(pasar_order_words(record), 2000)), '{}')
      from added;
    return null;
  end $$;
create trigger keep_order_words after insert on shop_order referencing new table as added
  for each statement execute function pasar_keep_new_order_words();
revoke all on function pasar_keep_new_order_words() from public;
grant create on schema public to pasar_identity;
alter function pasar_keep_new_order_words() owner to pasar_identity;
revoke create on schema public from pasar_identity;

-- Whether words are common is asked of every 64th order first, because a look for common words reads all entries of their parts.
-- For common words the ids are null: the caller counts them, and reads the list in its order until a page is full.
create index shop_order_words_sample on shop_order_words using gin (parts)
  where get_byte(uuid_send(entry_id), 15) < 4;
-- Its owner replaces the function: the role that migrates may own nothing of that role's.
grant create on schema public to pasar_identity;
set role pasar_identity;
create or replace function pasar_find_orders(words text, most integer) returns setof uuid
  language plpgsql stable security definer rows 50 set search_path = public, pg_temp set enable_bitmapscan = on
  as $$ declare
    wanted bigint[] = pasar_text_parts(pasar_account(), pasar_folded(words));
    -- More than the 64th part, because a sample may hold some more than its share.
    enough integer = greatest(most / 50, 20);
  begin
    if enough = (select count(*) from (select from shop_order_words w
        where get_byte(uuid_send(w.entry_id), 15) < 4 and w.parts @> wanted and w.account_id = pasar_account()
        limit enough) common) then
      return query select null::uuid from generate_series(1, most);
    else
      return query select w.entry_id from shop_order_words w
        where w.parts @> wanted and w.account_id = pasar_account() limit most;
    end if;
  end $$;
reset role;
revoke create on schema public from pasar_identity;
