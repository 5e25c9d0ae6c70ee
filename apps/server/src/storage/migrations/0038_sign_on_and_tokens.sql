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
