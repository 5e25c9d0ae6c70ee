-- The ways by which requests leave. Times are milliseconds since the epoch.

-- A proxy. Its password lies in `secret`.
create table ip_subject (
  ip_subject_id uuid primary key default uuidv7(),
  account_id uuid not null references account on delete cascade,
  scope text not null,
  name text not null,
  type text not null,
  proxy_type text not null default 'static',
  host text not null,
  -- All hosts of a rotating proxy, `host` among them: after a failure the next host is used.
  hosts text[] not null default '{}',
  port integer not null,
  username text,
  -- When the proxy last completed a request of Pasar's.
  tested_at bigint,
  created_at bigint not null,
  constraint ip_subject_name unique (account_id, scope, name)
);

-- A tested proxy, until a member saves it, once. Its values lie in `secret`, owned by the test.
create table proxy_test (
  test_id uuid primary key default uuidv7(),
  account_id uuid not null references account on delete cascade,
  member_id uuid not null references member on delete cascade,
  tested_at bigint not null
);

-- Whether the calls of a country work over Shopee's other line: tried after a 403, or reported by a client.
create table domain_switch (
  account_id uuid not null references account on delete cascade,
  country text not null,
  result text not null,
  learned_at bigint not null,
  primary key (account_id, country)
);

do $$
declare
  name text;
begin
  foreach name in array array['ip_subject', 'proxy_test', 'domain_switch'] loop
    execute format('alter table %I enable row level security, force row level security', name);
    execute format('grant select, insert, update, delete on %I to pasar_app, pasar_engine', name);
  end loop;
  foreach name in array array['ip_subject', 'domain_switch'] loop
    execute format('create policy tenant on %I to pasar_app, pasar_engine
      using (account_id is not distinct from (select pasar_account()))
      with check (account_id is not distinct from (select pasar_account()))', name);
  end loop;
end $$;

-- A test belongs to the member who made it; the main account and the engine see all tests of the account.
create policy tenant on proxy_test to pasar_app, pasar_engine
  using (account_id is not distinct from (select pasar_account())
    and ((select pasar_sees_all()) or member_id = (select pasar_member())))
  with check (account_id is not distinct from (select pasar_account())
    and ((select pasar_sees_all()) or member_id = (select pasar_member())));
