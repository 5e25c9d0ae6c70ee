-- Passkeys: keys of a member's devices that log in without a password.
create table passkey (
  passkey_id uuid primary key default uuidv7(),
  account_id uuid not null references account on delete cascade,
  member_id uuid not null references member on delete cascade,
  -- As the device names the key: unique in the world.
  credential_id bytea not null unique,
  -- COSE, as the device gave it.
  public_key bytea not null,
  -- Counts the uses, where the device counts them; a smaller number tells of a copied key.
  sign_count bigint not null,
  transports text[] not null,
  -- The device's maker keeps copies of it on the person's other devices.
  is_synced boolean not null,
  name text not null,
  created_at timestamptz not null default now(),
  used_at timestamptz,
  -- When the last answered challenge would have ended: that challenge and earlier ones are answered no more.
  answered_until timestamptz
);
create index passkey_member on passkey (member_id);
create index passkey_account on passkey (account_id);
alter table passkey enable row level security, force row level security;
grant select, insert, update, delete on passkey to pasar_app;
create policy tenant on passkey to pasar_app
  using (account_id is not distinct from (select pasar_account())
    and ((select pasar_sees_all()) or member_id = (select pasar_member())))
  with check (account_id is not distinct from (select pasar_account())
    and ((select pasar_sees_all()) or member_id = (select pasar_member())));

-- A login by a passkey names no account.
grant select on passkey to pasar_identity;
create policy identity_reads on passkey for select to pasar_identity using (true);
create function pasar_find_passkey(wanted bytea) returns table (account_id uuid, member_id uuid)
  language sql stable security definer set search_path = public, pg_temp
  as $$ select p.account_id, p.member_id from passkey p where p.credential_id = wanted $$;
revoke all on function pasar_find_passkey(bytea) from public;
grant execute on function pasar_find_passkey(bytea) to pasar_app;
-- Handed over last, for the same reason as the look-ups of login and session.
grant create on schema public to pasar_identity;
alter function pasar_find_passkey(bytea) owner to pasar_identity;
revoke create on schema public from pasar_identity;
