-- Codes that prove whose a mobile number or a mailbox is, accounts that strangers made with them, and sessions of two
-- lengths.

-- A code that was sent. A request for somebody without an account has a row as well, so that both look the same.
create table entrance_code (
  -- Told to whoever asked for the code. Without it the code opens nothing, so nobody else can use up its tries.
  code_id uuid primary key,
  purpose text not null check (purpose in ('register', 'reset')),
  -- A mobile number or an email address, in lower case.
  target text not null,
  -- From where it was asked for.
  network text not null,
  -- Whom the target logs in; null for nobody.
  account_id uuid references account on delete cascade,
  member_id uuid references member on delete cascade,
  -- Keyed by the server, because a code has few digits.
  code_hash bytea not null,
  created_at timestamptz not null default now(),
  tries integer not null default 0,
  used_at timestamptz
);
create index entrance_code_target on entrance_code (target, created_at);
create index entrance_code_network on entrance_code (network, created_at);
create index entrance_code_account on entrance_code (account_id, created_at) where account_id is not null;
create index entrance_code_created on entrance_code (created_at);
alter table entrance_code enable row level security, force row level security;
grant select, insert, update, delete on entrance_code to pasar_identity;
create policy identity_keeps on entrance_code to pasar_identity using (true) with check (true);

-- Keeps a code unless too many were asked for. The pause between two codes for one target and purpose from one network
-- doubles.
-- A network from which the member is logged in is not held up by what others ask for.
create function pasar_offer_code(given_id uuid, wanted_purpose text, wanted_target text, wanted_network text,
    wanted_address text, given_hash bytea, first_pause_s integer, most_here integer, most_of_target integer,
    most_of_network integer)
  returns table (is_offered boolean, wait_s integer, for_account uuid, for_member uuid)
  language plpgsql volatile security definer set search_path = public, pg_temp
  as $$
  declare
    here integer; last_here timestamptz; of_target integer; of_network integer; is_known boolean;
  begin
    -- Always in this order, so that two requests never wait for each other.
    perform pg_advisory_xact_lock(hashtext('pasar_code_network'), hashtext(wanted_network));
    perform pg_advisory_xact_lock(hashtext('pasar_code'), hashtext(wanted_target));
    delete from entrance_code where created_at < now() - interval '1 day';
    select m.account_id, m.member_id into for_account, for_member from member m where lower(m.username) = wanted_target;
    is_known := exists (select from session s where s.member_id = for_member and s.address = wanted_address);
    select count(*), max(created_at) into here, last_here from entrance_code c
      where c.target = wanted_target and c.network = wanted_network and c.purpose = wanted_purpose;
    select count(*) into of_target from entrance_code c
      where c.target = wanted_target or c.account_id = for_account;
    select count(*) into of_network from entrance_code c
      where c.network = wanted_network and c.created_at > now() - interval '1 hour';
    wait_s := greatest(0, ceil(extract(epoch from last_here - now())
      + first_pause_s * power(2, least(here, 10) - 1)))::integer;
    is_offered := coalesce(wait_s, 0) = 0 and here < most_here and of_network < most_of_network
      and (is_known or of_target < most_of_target);
    if is_offered then
      insert into entrance_code (code_id, purpose, target, network, account_id, member_id, code_hash)
        values (given_id, wanted_purpose, wanted_target, wanted_network, for_account, for_member, given_hash);
      wait_s := (first_pause_s * power(2, least(here, 10)))::integer;
    end if;
    return next;
  end $$;

-- Whether the code is right, which it can be once. Each question counts as a try.
create function pasar_take_code(given_id uuid, wanted_purpose text, wanted_target text, given_hashes bytea[],
    life_s integer, most_tries integer)
  returns table (is_right boolean, for_target text, for_account uuid, for_member uuid)
  language sql volatile security definer set search_path = public, pg_temp
  as $$ update entrance_code c set tries = c.tries + 1,
        used_at = case when c.code_hash = any(given_hashes) then now() end
      where c.code_id = given_id and c.purpose = wanted_purpose and c.used_at is null and c.tries < most_tries
        and (wanted_target is null or c.target = wanted_target) and c.created_at > now() - life_s * interval '1 second'
      returning c.used_at is not null, c.target, c.account_id, c.member_id $$;

revoke all on function
  pasar_offer_code(uuid, text, text, text, text, bytea, integer, integer, integer, integer),
  pasar_take_code(uuid, text, text, bytea[], integer, integer) from public;
grant execute on function
  pasar_offer_code(uuid, text, text, text, text, bytea, integer, integer, integer, integer),
  pasar_take_code(uuid, text, text, bytea[], integer, integer) to pasar_app;
-- Handed over last, for the same reason as the look-ups of login and session.
grant create on schema public to pasar_identity;
alter function pasar_offer_code(uuid, text, text, text, text, bytea, integer, integer, integer, integer)
  owner to pasar_identity;
alter function pasar_take_code(uuid, text, text, bytea[], integer, integer) owner to pasar_identity;
revoke create on schema public from pasar_identity;

-- What a stranger entered who made the account.
create table registration (
  account_id uuid primary key references account on delete cascade,
  referral_code text,
  qq text,
  registered_at timestamptz not null default now()
);
alter table registration enable row level security, force row level security;
grant select, insert on registration to pasar_app;
create policy tenant on registration to pasar_app
  using (account_id is not distinct from (select pasar_account()) and (select pasar_sees_all()))
  with check (account_id is not distinct from (select pasar_account()) and (select pasar_sees_all()));

-- How many seconds a session lives after its last use, and whether its cookies outlive the browser's window.
alter table session
  add column life_s integer not null default 2592000,
  add column is_remembered boolean not null default true;

-- A session is due when a thirtieth of its life has passed since its last prolongation.
drop function pasar_find_session_member(bytea, timestamptz);
create function pasar_find_session_member(wanted bytea)
  returns table (account_id uuid, member_id uuid, account_name text, username text, name text, is_main boolean,
    permission_code_list text[], is_remembered boolean, is_due boolean)
  language sql stable security definer set search_path = public, pg_temp
  as $$ select m.account_id, m.member_id, a.name, m.username, m.name, m.is_main, m.permission_code_list,
      s.is_remembered, s.expires_at < now() + s.life_s * interval '1 second' * 29 / 30
    from session s join member m on m.member_id = s.member_id join account a on a.account_id = s.account_id
    where s.token_hash = wanted and s.expires_at > now() $$;
revoke all on function pasar_find_session_member(bytea) from public;
grant execute on function pasar_find_session_member(bytea) to pasar_app;
grant create on schema public to pasar_identity;
alter function pasar_find_session_member(bytea) owner to pasar_identity;
revoke create on schema public from pasar_identity;
