-- A main account may demand a second factor of all members of its account.
alter table account add column is_factor_demanded boolean not null default false;

grant select on second_factor to pasar_identity;
create policy identity_reads on second_factor for select to pasar_identity using (true);

-- Tells as well whether the member has yet to set up the second factor that the account demands: until then a session
-- opens nothing else.
drop function pasar_find_session_member(bytea);
create function pasar_find_session_member(wanted bytea)
  returns table (account_id uuid, member_id uuid, account_name text, username text, name text, is_main boolean,
    permission_code_list text[], is_remembered boolean, is_due boolean, lacks_factor boolean)
  language sql stable security definer set search_path = public, pg_temp
  as $$ select m.account_id, m.member_id, a.name, m.username, m.name, m.is_main, m.permission_code_list,
      s.is_remembered, s.expires_at < now() + s.life_s * interval '1 second' * 29 / 30,
      a.is_factor_demanded
        and not exists (select from second_factor f where f.member_id = m.member_id and f.confirmed_at is not null)
        and not exists (select from passkey p where p.member_id = m.member_id)
    from session s join member m on m.member_id = s.member_id join account a on a.account_id = s.account_id
    where s.token_hash = wanted and s.expires_at > now() $$;

revoke all on function pasar_find_session_member(bytea) from public;
grant execute on function pasar_find_session_member(bytea) to pasar_app;
-- Handed over last, for the same reason as the look-ups of login and session.
grant create on schema public to pasar_identity;
alter function pasar_find_session_member(bytea) owner to pasar_identity;
revoke create on schema public from pasar_identity;
