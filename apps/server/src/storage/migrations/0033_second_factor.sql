-- The authenticator app of a member. Its secret lies in `secret`, owned by the member.
create table second_factor (
  member_id uuid primary key references member on delete cascade,
  account_id uuid not null references account on delete cascade,
  -- Null until a code has shown that the app has the secret: until then no login asks for it.
  confirmed_at timestamptz,
  -- The period of 30 seconds of the last code: a code works once.
  used_step bigint,
  -- SHA-256 of each recovery code that is not used yet.
  recovery_hashes bytea[] not null default '{}',
  -- Wrong codes since `wrong_since`; counted for the member, because whoever gets here knows the password.
  wrong_count integer not null default 0,
  wrong_since timestamptz
);
create index second_factor_account on second_factor (account_id);
alter table second_factor enable row level security, force row level security;
grant select, insert, update, delete on second_factor to pasar_app;
create policy tenant on second_factor to pasar_app
  using (account_id is not distinct from (select pasar_account())
    and ((select pasar_sees_all()) or member_id = (select pasar_member())))
  with check (account_id is not distinct from (select pasar_account())
    and ((select pasar_sees_all()) or member_id = (select pasar_member())));
