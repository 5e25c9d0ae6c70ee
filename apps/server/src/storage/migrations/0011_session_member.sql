-- The member of a session in one look-up, which every call begins with. `is_due`: the session ends before `due_until`.
create policy identity_reads on account for select to pasar_identity using (true);
create function pasar_find_session_member(wanted bytea, due_until timestamptz)
  returns table (account_id uuid, member_id uuid, account_name text, username text, name text, is_main boolean,
    permission_code_list text[], is_due boolean)
  language sql stable security definer set search_path = public, pg_temp
  as $$ select m.account_id, m.member_id, a.name, m.username, m.name, m.is_main, m.permission_code_list,
      s.expires_at < due_until
    from session s join member m on m.member_id = s.member_id join account a on a.account_id = s.account_id
    where s.token_hash = wanted and s.expires_at > now() $$;

revoke all on function pasar_find_session_member(bytea, timestamptz) from public;
grant execute on function pasar_find_session_member(bytea, timestamptz) to pasar_app;
-- Handed over last, for the same reason as the look-ups of login and session.
grant create on schema public to pasar_identity;
alter function pasar_find_session_member(bytea, timestamptz) owner to pasar_identity;
revoke create on schema public from pasar_identity;
