-- Accounts, their members and sessions, and the roles and functions on which row security rests everywhere.

-- The second wall: the application connects as roles that own nothing, and every table forces row security. Each
-- transaction names its account, and how far it sees inside the account: all shops, or those of one member.
do $$
declare
  name text;
begin
  foreach name in array array['pasar_app', 'pasar_engine', 'pasar_identity', 'pasar_feed'] loop
    if not exists (select from pg_roles where rolname = name) then execute format('create role %I nologin', name); end if;
    execute format('grant %I to %I', name, current_user);
  end loop;
end $$;
grant usage on schema public to pasar_app, pasar_engine;

create function pasar_account() returns uuid language sql stable parallel safe
  return nullif(current_setting('pasar.account_id', true), '')::uuid;
create function pasar_member() returns uuid language sql stable parallel safe
  return nullif(current_setting('pasar.member_id', true), '')::uuid;
-- 'all' is the main account and the engine inside one account; anything else is one member's shops.
create function pasar_sees_all() returns boolean language sql stable parallel safe
  return coalesce(current_setting('pasar.shops', true), '') = 'all';

-- Ids that grow with time, so that new rows lie together in their indexes. PostgreSQL 18 makes them itself; before it a
-- function of the same name does: 48 bits of milliseconds, the version, 12 bits of the part of a millisecond, the variant,
-- 62 random bits.
do $$
begin
  if current_setting('server_version_num')::int < 180000 then
    create function uuidv7() returns uuid language sql volatile parallel safe as $body$
      select encode(substring(int8send(micros / 1000) from 3)
        || substring(int4send(28672 + (micros % 1000 * 4096 / 1000)::int) from 3)
        || substring(uuid_send(gen_random_uuid()) from 9), 'hex')::uuid
      from (select (extract(epoch from clock_timestamp()) * 1000000)::bigint as micros) as clock
    $body$;
  end if;
end $$;

-- A tenant: one seller with all of the seller's data.
create table account (
  account_id uuid primary key default uuidv7(),
  name text not null,
  -- The account does without the boost proxy that the operator of the product gives to all accounts.
  is_boost_declined boolean not null default false,
  created_at timestamptz not null default now()
);

-- A person who signs in: the main account or a sub-account. Usernames are unique across tenants, because a login names
-- no tenant.
create table member (
  member_id uuid primary key default uuidv7(),
  account_id uuid not null references account on delete cascade,
  username text not null,
  name text not null,
  password_hash text not null,
  is_main boolean not null,
  permission_code_list text[] not null default '{}',
  created_at timestamptz not null default now()
);
create unique index member_username on member (lower(username));
create index member_account on member (account_id);

-- The session of a member. Only the hash of the cookie's token is kept.
create table session (
  token_hash bytea primary key,
  account_id uuid not null references account on delete cascade,
  member_id uuid not null references member on delete cascade,
  expires_at timestamptz not null,
  created_at timestamptz not null default now()
);
create index session_member on session (member_id);

-- A session's windows end with it, however it is deleted: by a logout, a removed member or a removed account. NOTIFY
-- names each account once a transaction; the server then asks which sessions are open.
CREATE FUNCTION pasar_tell_session_end() RETURNS trigger LANGUAGE plpgsql
  AS $$ BEGIN PERFORM pg_notify('pasar_session', OLD.account_id::text); RETURN NULL; END $$;
CREATE TRIGGER session_end AFTER DELETE ON "session" FOR EACH ROW EXECUTE FUNCTION pasar_tell_session_end();

-- The newest change number of an account. Locked last in every transaction, so that numbers are gapless in commit order.
create table account_counter (
  account_id uuid primary key references account on delete cascade,
  seq bigint not null default 0
);

-- AES-256-GCM envelopes, bound to account, owner row and field.
create table secret (
  account_id uuid not null references account on delete cascade,
  owner_id uuid not null,
  field text not null,
  envelope bytea not null,
  primary key (owner_id, field)
);

-- IS NOT DISTINCT FROM, because no index serves it: the policy stays a filter, and the planner uses each statement's
-- own conditions. With `=` a batch of 500 rows was planned as 500 scans of the whole account.
do $$
declare
  name text;
begin
  foreach name in array array['account', 'member', 'session', 'account_counter', 'secret'] loop
    execute format('alter table %I enable row level security, force row level security', name);
    execute format('grant select, insert, update, delete on %I to pasar_app, pasar_engine', name);
    execute format('create policy tenant on %I to pasar_app, pasar_engine
      using (account_id is not distinct from (select pasar_account()))
      with check (account_id is not distinct from (select pasar_account()))', name);
  end loop;
end $$;

-- Look-ups of logins and sessions name no account. They go through two functions, and the roles see nothing else.
grant usage on schema public to pasar_identity;
grant select on member, session, account to pasar_identity;
create policy identity_reads on member for select to pasar_identity using (true);
create policy identity_reads on session for select to pasar_identity using (true);
create function pasar_find_login(wanted text)
  returns table (account_id uuid, member_id uuid, password_hash text)
  language sql stable security definer set search_path from current
  as $$ select m.account_id, m.member_id, m.password_hash from member m where lower(m.username) = lower(wanted) $$;
create function pasar_find_session(wanted bytea)
  returns table (account_id uuid, member_id uuid)
  language sql stable security definer set search_path from current
  as $$ select s.account_id, s.member_id from session s where s.token_hash = wanted and s.expires_at > now() $$;
revoke all on function pasar_find_login(text), pasar_find_session(bytea) from public;
grant execute on function pasar_find_login(text), pasar_find_session(bytea) to pasar_app;
-- Handed over last: a database owner that does not inherit the role could neither revoke nor grant afterwards, and
-- would only get a warning. A function's new owner must have the right to create in the schema while it takes the
-- function over.
grant create on schema public to pasar_identity;
alter function pasar_find_login(text) owner to pasar_identity;
alter function pasar_find_session(bytea) owner to pasar_identity;
revoke create on schema public from pasar_identity;
