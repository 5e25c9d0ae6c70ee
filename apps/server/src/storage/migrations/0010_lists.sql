-- What the lists of the desk walk: of one shop, of some shops, and by the name of a buyer.

-- A list of some shops (a sub-account's, or those of a marketplace) is merged from the lists of each shop.
create index conversation_shop_unread on conversation (shop_id, last_message_at, conversation_id)
  where unread_count > 0 or is_marked_unread;
create index conversation_shop_pinned on conversation (shop_id, last_message_at, conversation_id) where is_pinned;
create index conversation_shop_waiting on conversation (shop_id, waiting_since, conversation_id)
  where waiting_since is not null;
create index delivery_shop_failed on delivery (shop_id, created_at, delivery_id)
  where state in ('refused', 'unconfirmed');
drop index delivery_shown;
create index delivery_shown on delivery (account_id, created_at, delivery_id)
  where state not in ('confirmed', 'dismissed');
create index delivery_shop_shown on delivery (shop_id, created_at, delivery_id)
  where state not in ('confirmed', 'dismissed');
-- The imports of one member.
create index shop_import_member on shop_import (member_id, created_at);

-- As names and words are compared: without the difference of upper and lower case, of full and half width.
create function pasar_folded(words text) returns text language sql immutable parallel safe
  return lower(normalize(words, NFKC));

-- Every character and every two neighbouring characters of a name, as numbers that differ from account to account, so
-- that a search finds nothing of other accounts. Different parts may have the same number, so a search
-- also compares the name itself. Pairs, because many names have only two characters.
create function pasar_name_parts(account uuid, name text) returns bigint[] language sql immutable parallel safe
  return (with folded as (select left(pasar_folded(name), 300) as text)
    select array_agg(distinct hashtextextended(account::text || substring(text from at for size), 0))
    from folded, generate_series(1, length(text)) at, generate_series(1, 2) size);

-- The parts of the buyers' names. A table of its own, because every message writes its conversation's row anew, with all
-- its index entries, while a name rarely changes. Neither the application nor the engine can read it.
create table conversation_name (
  conversation_id uuid primary key references conversation on delete cascade,
  account_id uuid not null,
  parts bigint[] not null
);
-- Row security binds the owner of the tables too.
alter table conversation no force row level security;
insert into conversation_name
  select conversation_id, account_id, coalesce(pasar_name_parts(account_id, buyer_name), '{}') from conversation;
alter table conversation force row level security;
create index conversation_name_parts on conversation_name using gin (parts) with (fastupdate = off);

alter table conversation_name enable row level security, force row level security;
grant select, insert, update on conversation_name to pasar_identity;
-- An index on parts of names cannot serve a statement whose rows a policy restricts, because PostgreSQL does not hold the
-- comparison of arrays for safe there. So the restriction to one account is in the function below.
create policy identity_finds on conversation_name to pasar_identity using (true) with check (true);

create function pasar_keep_name_parts() returns trigger
  language plpgsql security definer set search_path = public, pg_temp
  as $$ begin
    insert into conversation_name
      values (new.conversation_id, new.account_id, coalesce(pasar_name_parts(new.account_id, new.buyer_name), '{}'))
      on conflict (conversation_id) do update set parts = excluded.parts;
    return null;
  end $$;
create trigger keep_name_parts after insert on conversation for each row execute function pasar_keep_name_parts();
create trigger keep_changed_name_parts after update of buyer_name on conversation for each row
  when (old.buyer_name is distinct from new.buyer_name) execute function pasar_keep_name_parts();

-- At most `most` conversations of the transaction's account whose buyers' names may contain the words. The
-- caller reads the conversations themselves, under row security, and compares the names.
create function pasar_find_names(words text, most integer) returns setof uuid
  language sql stable security definer rows 50 set search_path = public, pg_temp set enable_bitmapscan = on
  as $$ select n.conversation_id from conversation_name n
    where n.parts @> pasar_name_parts(pasar_account(), words) and n.account_id = pasar_account() limit most $$;

revoke all on function pasar_keep_name_parts(), pasar_find_names(text, integer) from public;
grant execute on function pasar_find_names(text, integer) to pasar_app;
-- Handed over last, for the same reason as the look-ups of login and session.
grant create on schema public to pasar_identity;
alter function pasar_keep_name_parts() owner to pasar_identity;
alter function pasar_find_names(text, integer) owner to pasar_identity;
revoke create on schema public from pasar_identity;
