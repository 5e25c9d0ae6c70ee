-- Which person at the operator's OpenID Connect provider a member is. Made once, by the member itself.
create table sign_on_link (
  member_id uuid primary key references member on delete cascade,
  account_id uuid not null references account on delete cascade,
  issuer text not null,
  subject text not null,
  linked_at timestamptz not null default now(),
  unique (issuer, subject)
);
create index sign_on_link_account on sign_on_link (account_id);
alter table sign_on_link enable row level security, force row level security;
grant select, insert, delete on sign_on_link to pasar_app;
create policy tenant on sign_on_link to pasar_app
  using (account_id is not distinct from (select pasar_account())
    and ((select pasar_sees_all()) or member_id = (select pasar_member())))
  with check (account_id is not distinct from (select pasar_account())
    and ((select pasar_sees_all()) or member_id = (select pasar_member())));

-- A login names no account.
grant select on sign_on_link to pasar_identity;
create policy identity_reads on sign_on_link for select to pasar_identity using (true);
create function pasar_find_sign_on(at_issuer text, wanted text) returns table (account_id uuid, member_id uuid)
  language sql stable security definer set search_path = public, pg_temp
  as $$ select l.account_id, l.member_id from sign_on_link l where l.issuer = at_issuer and l.subject = wanted $$;
revoke all on function pasar_find_sign_on(text, text) from public;
grant execute on function pasar_find_sign_on(text, text) to pasar_app;
-- Handed over last, for the same reason as the look-ups of login and session.
grant create on schema public to pasar_identity;
alter function pasar_find_sign_on(text, text) owner to pasar_identity;
revoke create on schema public from pasar_identity;

-- An API token: a program that acts for the account. It is a member that is no person, so that permission keys, shops and
-- row security hold for it as for a sub-account; the token itself is its session.
alter table member add column is_token boolean not null default false;
create table api_token (
  member_id uuid primary key references member on delete cascade,
  account_id uuid not null references account on delete cascade,
  -- The last letters of the token, by which a person finds it again.
  hint text not null,
  expires_at timestamptz not null,
  created_at timestamptz not null default now(),
  -- At most a minute before the last use, and from where.
  used_at timestamptz,
  used_from text
);
create index api_token_account on api_token (account_id);
alter table api_token enable row level security, force row level security;
grant select, insert, update, delete on api_token to pasar_app;
create policy tenant on api_token to pasar_app
  using (account_id is not distinct from (select pasar_account())
    and ((select pasar_sees_all()) or member_id = (select pasar_member())))
  with check (account_id is not distinct from (select pasar_account())
    and ((select pasar_sees_all()) or member_id = (select pasar_member())));

-- Tells tokens apart. A token is due when its last use has to be noted; nothing prolongs it, and it needs no second factor.
grant select on api_token to pasar_identity;
create policy identity_reads on api_token for select to pasar_identity using (true);
drop function pasar_find_session_member(bytea);
create function pasar_find_session_member(wanted bytea)
  returns table (account_id uuid, member_id uuid, account_name text, username text, name text, is_main boolean,
    permission_code_list text[], is_remembered boolean, is_due boolean, lacks_factor boolean, is_token boolean)
  language sql stable security definer set search_path = public, pg_temp
  as $$ select m.account_id, m.member_id, a.name, m.username, m.name, m.is_main, m.permission_code_list,
      s.is_remembered,
      case when m.is_token then exists (select from api_token t
          where t.member_id = m.member_id and (t.used_at is null or t.used_at < now() - interval '1 minute'))
        else s.expires_at < now() + s.life_s * interval '1 second' * 29 / 30 end,
      a.is_factor_demanded and not m.is_token
        and not exists (select from second_factor f where f.member_id = m.member_id and f.confirmed_at is not null)
        and not exists (select from passkey p where p.member_id = m.member_id),
      m.is_token
    from session s join member m on m.member_id = s.member_id join account a on a.account_id = s.account_id
    where s.token_hash = wanted and s.expires_at > now() $$;

revoke all on function pasar_find_session_member(bytea) from public;
grant execute on function pasar_find_session_member(bytea) to pasar_app;
grant create on schema public to pasar_identity;
alter function pasar_find_session_member(bytea) owner to pasar_identity;
revoke create on schema public from pasar_identity;

-- How many failed logins of a member the trail has told lately.
create index audit_entry_failed on audit_entry (member_id, at) where action in ('login_failed', 'login_code_failed');
