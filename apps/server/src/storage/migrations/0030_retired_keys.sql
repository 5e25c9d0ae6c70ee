-- Keys that a rotation has replaced, by their ids: nothing may be sealed with them any more, so that they can be thrown
-- away. The id stands in each envelope from its second byte on; envelopes of the first version have none.
create table retired_key (
  key_id bytea primary key,
  retired_at timestamptz not null default now()
);
alter table retired_key enable row level security, force row level security;
grant select on retired_key to pasar_app, pasar_engine;
grant insert on retired_key to pasar_engine;
create policy everybody_reads on retired_key for select to pasar_app, pasar_engine using (true);
create policy engine_retires on retired_key for insert to pasar_engine with check (true);

create function pasar_refuse_retired_key() returns trigger language plpgsql set search_path from current as $$
begin
  if exists (select from retired_key
      where get_byte(new.envelope, 0) = 1 or key_id = substring(new.envelope from 2 for 8)) then
    raise exception 'the master key of this process was replaced by a rotation' using errcode = 'object_not_in_prerequisite_state';
  end if;
  return new;
end $$;
create trigger retired_key before insert or update of envelope on secret
  for each row execute function pasar_refuse_retired_key();

-- Changes whenever a person gives other credentials, and not when the same secret is sealed with another key.
alter table secret add mark uuid not null default gen_random_uuid();

-- A rotation asks for the accounts that have secrets under other keys; it reads them inside each account.
grant select (account_id, envelope) on secret to pasar_identity;
create policy identity_finds_keys on secret for select to pasar_identity using (true);
create function pasar_accounts_sealed_otherwise(wanted bytea) returns setof uuid
  language sql stable security definer set search_path from current
  as $$ select distinct account_id from secret where substring(envelope from 1 for 9) <> '\x02'::bytea || wanted $$;
revoke all on function pasar_accounts_sealed_otherwise(bytea) from public;
grant execute on function pasar_accounts_sealed_otherwise(bytea) to pasar_engine;
grant create on schema public to pasar_identity;
alter function pasar_accounts_sealed_otherwise(bytea) owner to pasar_identity;
revoke create on schema public from pasar_identity;
