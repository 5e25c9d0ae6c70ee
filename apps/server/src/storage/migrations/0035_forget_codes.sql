-- Codes that no limit counts any more go, although nobody asks for another: their targets are people.
create function pasar_forget_codes() returns void
  language sql volatile security definer set search_path = public, pg_temp
  as $$ delete from entrance_code where created_at < now() - interval '1 day' $$;
revoke all on function pasar_forget_codes() from public;
grant execute on function pasar_forget_codes() to pasar_engine;
-- Handed over last, for the same reason as the look-ups of login and session.
grant create on schema public to pasar_identity;
alter function pasar_forget_codes() owner to pasar_identity;
revoke create on schema public from pasar_identity;
