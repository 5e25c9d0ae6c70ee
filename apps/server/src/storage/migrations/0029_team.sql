-- What a main account says of its sub-accounts: their shops by a rule, their group, and how their usernames begin. What
-- a member sees of the devices on which the member is logged in.

-- Sub-accounts log in as `handle:name`, so that two accounts may both have a sub-account `anna`.
alter table account add column handle text default 'team-' || substr(replace(gen_random_uuid()::text, '-', ''), 1, 12);
alter table member
  -- The heading under which the main account has put the member; null for none.
  add column group_name text,
  -- The shops that the member answers for: named shops, all of some countries, or all.
  add column shop_rule text not null default 'shops' check (shop_rule in ('shops', 'countries', 'all')),
  add column shop_countries text[] not null default '{}';

-- Row security binds the owner of the tables too.
alter table account no force row level security;
alter table member no force row level security;
-- The beginning of the sub-accounts' names where they have one, else of the main member's name, made unique.
with wanted as (
  select a.account_id, coalesce(
      (select nullif(regexp_replace(lower(split_part(m.username, ':', 1)), '[^a-z0-9_-]', '', 'g'), '') from member m
         where m.account_id = a.account_id and not m.is_main and m.username like '%_:_%' order by m.created_at limit 1),
      (select nullif(regexp_replace(lower(split_part(m.username, '@', 1)), '[^a-z0-9_-]', '', 'g'), '') from member m
         where m.account_id = a.account_id and m.is_main order by m.created_at limit 1),
      'team') as handle
  from account a
), counted as (
  select account_id, handle, row_number() over (partition by handle order by account_id) as turn from wanted
)
update account set handle = case turn when 1 then counted.handle
    else counted.handle || '-' || substr(replace(account.account_id::text, '-', ''), 25) end
from counted where counted.account_id = account.account_id;
alter table account alter column handle set not null;
create unique index account_handle on account (handle);
alter table account force row level security;
alter table member force row level security;

-- A handle that no account has: the wanted one where it is free.
create function pasar_free_handle(wanted text) returns text
  language sql stable security definer set search_path = public, pg_temp
  as $$ select case when exists (select from account where handle = cleaned.handle)
      then cleaned.handle || '-' || substr(replace(gen_random_uuid()::text, '-', ''), 1, 8) else cleaned.handle end
    from (select coalesce(nullif(left(regexp_replace(lower(wanted), '[^a-z0-9_-]', '', 'g'), 24), ''), 'team') as handle) cleaned $$;
revoke all on function pasar_free_handle(text) from public;
grant execute on function pasar_free_handle(text) to pasar_app;
-- Handed over last, for the same reason as the look-ups of login and session.
grant create on schema public to pasar_identity;
alter function pasar_free_handle(text) owner to pasar_identity;
revoke create on schema public from pasar_identity;

-- A shop that is added is given to the members whose rule names it, in the transaction that adds it.
create function pasar_grant_by_rule() returns trigger language plpgsql
  as $$ begin
    insert into member_shop (account_id, member_id, shop_id)
      select new.account_id, m.member_id, new.shop_id from member m
      where m.account_id = new.account_id and not m.is_main
        and (m.shop_rule = 'all' or m.shop_rule = 'countries' and new.country = any(m.shop_countries))
      on conflict do nothing;
    return null;
  end $$;
create trigger grant_by_rule after insert on shop for each row execute function pasar_grant_by_rule();

-- Where a session was opened, for the member who looks at the list of devices.
alter table session
  add column session_id uuid not null unique default gen_random_uuid(),
  add column user_agent text,
  add column address text;
