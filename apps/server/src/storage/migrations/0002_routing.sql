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
  -- All hosts of a proxy that rotates, `host` among them: a failure goes on to the next.
  hosts text[] not null default '{}',
  port integer not null,
  username text,
  -- When it last carried a request of ours to its end.
  tested_at bigint,
  created_at bigint not null,
  constraint ip_subject_name unique (account_id, scope, name)
);

-- A proxy that carried a request of ours, until a member saves it, once. Its values lie in `secret`, owned by the test.
create table proxy_test (
  test_id uuid primary key default uuidv7(),
  account_id uuid not null references account on delete cascade,
  member_id uuid not null references member on delete cascade,
  tested_at bigint not null
);

-- Which of a marketplace's two lines a country's calls take: asked for, and found out after a 403.
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

-- What one member tested is that member's; the main account and the engine see all of the account.
create policy tenant on proxy_test to pasar_app, pasar_engine
  using (account_id is not distinct from (select pasar_account())
    and ((select pasar_sees_all()) or member_id = (select pasar_member())))
  with check (account_id is not distinct from (select pasar_account())
    and ((select pasar_sees_all()) or member_id = (select pasar_member())));
