-- The links by which the owner of a fresh server makes the first account. Only the hash of a link's token is stored.
create table owner_link (
  token_hash bytea primary key,
  created_at timestamptz not null default now()
);
alter table owner_link enable row level security, force row level security;
grant select, insert, delete on owner_link to pasar_identity;
create policy identity_keeps on owner_link to pasar_identity using (true) with check (true);

create function pasar_has_account() returns boolean
  language sql stable security definer set search_path = public, pg_temp
  as $$ select exists (select from account) $$;

-- Stores a link unless an account exists; answers whether it is stored.
create function pasar_offer_owner_link(given bytea) returns boolean
  language sql volatile security definer set search_path = public, pg_temp
  as $$ with offered as (insert into owner_link (token_hash)
      select given where not exists (select from account) returning 1)
    select exists (select from offered) $$;

create function pasar_is_owner_link(given bytea) returns boolean
  language sql stable security definer set search_path = public, pg_temp
  as $$ select exists (select from owner_link where token_hash = given) and not exists (select from account) $$;

-- Takes the link, and every other one, for the transaction that makes the account. Of two at the same time, the second
-- waits for the first and finds an account.
create function pasar_use_owner_link(given bytea) returns boolean
  language plpgsql volatile security definer set search_path = public, pg_temp
  as $$ begin
    perform pg_advisory_xact_lock(hashtext('pasar_owner_link'));
    if not pasar_is_owner_link(given) then return false; end if;
    delete from owner_link;
    return true;
  end $$;

revoke all on function pasar_has_account(), pasar_offer_owner_link(bytea), pasar_is_owner_link(bytea),
  pasar_use_owner_link(bytea) from public;
grant execute on function pasar_has_account(), pasar_offer_owner_link(bytea), pasar_is_owner_link(bytea),
  pasar_use_owner_link(bytea) to pasar_app;
-- Handed over last, for the same reason as the look-ups of login and session.
grant create on schema public to pasar_identity;
alter function pasar_has_account() owner to pasar_identity;
alter function pasar_offer_owner_link(bytea) owner to pasar_identity;
alter function pasar_is_owner_link(bytea) owner to pasar_identity;
alter function pasar_use_owner_link(bytea) owner to pasar_identity;
revoke create on schema public from pasar_identity;
