-- Groups of shops, made by the main account and used wherever shops are chosen. A group gives no rights.
create table shop_group (
  group_id uuid primary key default uuidv7(),
  account_id uuid not null references account on delete cascade,
  name text not null,
  color text not null,
  constraint shop_group_name unique (account_id, name)
);
create table shop_group_shop (
  group_id uuid not null references shop_group on delete cascade,
  shop_id uuid not null references shop on delete cascade,
  account_id uuid not null references account on delete cascade,
  primary key (group_id, shop_id)
);
create index shop_group_shop_shop on shop_group_shop (shop_id);
do $$
declare
  name text;
begin
  foreach name in array array['shop_group', 'shop_group_shop'] loop
    execute format('alter table %I enable row level security, force row level security', name);
    execute format('grant select, insert, update, delete on %I to pasar_app', name);
  end loop;
end $$;
create policy tenant on shop_group to pasar_app
  using (account_id is not distinct from (select pasar_account()))
  with check (account_id is not distinct from (select pasar_account()));
create policy tenant on shop_group_shop to pasar_app
  using (account_id is not distinct from (select pasar_account()) and ((select pasar_sees_all()) or shop_id in
    (select granted.shop_id from member_shop granted where granted.member_id = (select pasar_member()))))
  with check (account_id is not distinct from (select pasar_account()) and ((select pasar_sees_all()) or shop_id in
    (select granted.shop_id from member_shop granted where granted.member_id = (select pasar_member()))));

-- What the main account wants to be told of. An account without a row is told in the desk alone.
create table alert_settings (
  account_id uuid primary key references account on delete cascade,
  -- The kinds of alerts that are switched off.
  off_kinds text[] not null default '{}',
  mail_addresses text[] not null default '{}',
  -- The language of the mails: that of the person who saved the settings.
  locale text not null,
  -- Hours in which nothing is sent, as minutes of the day in a time zone; all null for none.
  quiet_from integer,
  quiet_to integer,
  time_zone text
);
-- Something that hurts, from its beginning to its end. Times are milliseconds since the epoch.
create table alert (
  alert_id uuid primary key default uuidv7(),
  account_id uuid not null references account on delete cascade,
  kind text not null,
  -- The login, the proxy or the shop that it is about, and its name at the time.
  subject text not null,
  subject_name text not null,
  -- See `alerts` of the domain; `over` for one that has ended.
  state text not null,
  began_at bigint not null,
  told_at bigint,
  over_at bigint
);
create index alert_newest on alert (account_id, began_at);
create unique index alert_of_subject on alert (account_id, kind, subject) where state <> 'over';
-- Mails that wait to be sent.
create table alert_mail (
  mail_id uuid primary key default uuidv7(),
  account_id uuid not null references account on delete cascade,
  address text not null,
  subject text not null,
  body text not null,
  tries integer not null default 0,
  not_before bigint not null default 0
);
create index alert_mail_account on alert_mail (account_id);
do $$
declare
  name text;
begin
  foreach name in array array['alert_settings', 'alert', 'alert_mail'] loop
    execute format('alter table %I enable row level security, force row level security', name);
    execute format('grant select, insert, update, delete on %I to pasar_app, pasar_engine', name);
    -- For the main account alone.
    execute format('create policy tenant on %I to pasar_app, pasar_engine
      using (account_id is not distinct from (select pasar_account()) and (select pasar_sees_all()))
      with check (account_id is not distinct from (select pasar_account()) and (select pasar_sees_all()))', name);
  end loop;
end $$;
create policy engine_finds_work on alert for select to pasar_engine using (true);
create policy engine_finds_work on alert_mail for select to pasar_engine using (true);
