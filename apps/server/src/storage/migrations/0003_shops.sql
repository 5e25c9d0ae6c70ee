-- Logins at marketplaces, their shops, and their sign-ins. Times are milliseconds since the epoch.

-- A login at a marketplace that serves one or more shops. The same name at another site is another login.
create table connection (
  connection_id uuid primary key default uuidv7(),
  account_id uuid not null references account on delete cascade,
  marketplace text not null,
  identifier text not null,
  country text not null,
  -- The marketplace's id of the sub-account that signs in; null for any other login.
  sub_account_id text,
  state text not null default 'waiting',
  refusal_reason text,
  refusal_detail text,
  -- The proxy of its requests; all shops of a login leave by it.
  ip_subject_id uuid references ip_subject on delete set null,
  -- Which of the marketplace's lines its calls take.
  line text not null default 'auto',
  -- When the marketplace last asked for a one-time code; cleared by a successful login.
  otp_needed_at bigint,
  -- When its cookies were last taken out of use.
  cookies_disabled_at bigint,
  -- The marketplace's ids of shops that were unbound in the account: a sign-in of this login does not bring them back.
  unbound_shop_ids text[] not null default '{}',
  constraint connection_login unique (account_id, marketplace, identifier, country)
);

-- Which server process owns a connection. `token` grows with every change of owner and fences the writes of a late
-- owner.
create table connection_lease (
  connection_id uuid primary key references connection on delete cascade,
  account_id uuid not null references account on delete cascade,
  holder uuid,
  token bigint not null default 0,
  expires_at timestamptz not null default '-infinity'
);

-- Where the other server processes reach a process that holds leases. The table belongs to no account: only the lease
-- tells whose connection a process serves, and only the lease's account sees it.
create table peer (
  holder uuid primary key,
  -- `http://host:port`
  origin text not null,
  -- Renewed while the process lives.
  seen_at timestamptz not null default clock_timestamp()
);

create table shop (
  shop_id uuid primary key default uuidv7(),
  account_id uuid not null references account on delete cascade,
  connection_id uuid not null references connection on delete cascade,
  marketplace text not null,
  platform_shop_id text not null,
  -- The marketplace's other ids of the shop, where a marketplace or client told them.
  shop_user_id text,
  merchant_id text,
  name text not null,
  alias text,
  country text not null,
  is_cb boolean not null,
  unread_count integer not null default 0,
  -- Conversations in which a buyer waits for an answer.
  unreply_count integer not null default 0,
  is_on_vacation boolean not null default false,
  -- Every conversation of the shop has been listed once.
  is_listed boolean not null default false,
  constraint shop_platform unique (account_id, marketplace, platform_shop_id)
);
create index shop_connection on shop (connection_id);

-- The shops that a sub-account answers for.
create table member_shop (
  account_id uuid not null references account on delete cascade,
  member_id uuid not null references member on delete cascade,
  shop_id uuid not null references shop on delete cascade,
  primary key (member_id, shop_id)
);
create index member_shop_shop on member_shop (shop_id);

-- How one member has arranged the shop list.
create table shop_preference (
  account_id uuid not null references account on delete cascade,
  member_id uuid not null references member on delete cascade,
  shop_id uuid not null references shop on delete cascade,
  place integer,
  is_hidden boolean not null default false,
  primary key (member_id, shop_id)
);
create index shop_preference_shop on shop_preference (shop_id);

-- A file of shops to sign in; its rows are sign-ins.
create table shop_import (
  import_id uuid primary key default uuidv7(),
  account_id uuid not null references account on delete cascade,
  member_id uuid not null references member on delete cascade,
  file_name text not null,
  created_at bigint not null
);
create index shop_import_newest on shop_import (account_id, created_at);

-- For the states see the sign-in of the domain. Password, cookies and answers lie in `secret`, owned by the sign-in.
create table sign_in (
  sign_in_id uuid primary key default uuidv7(),
  account_id uuid not null references account on delete cascade,
  -- The member who signs in.
  member_id uuid not null references member on delete cascade,
  marketplace text not null,
  country text not null,
  identifier text not null,
  -- The login that is signed in again; null for a login that is not known yet.
  connection_id uuid references connection on delete set null,
  -- The proxy that was chosen for a login that is not known yet.
  ip_subject_id uuid references ip_subject on delete set null,
  import_id uuid references shop_import on delete cascade,
  -- The row of the file, counted as a spreadsheet does.
  row_number integer,
  state text not null default 'waiting',
  attempts integer not null default 0,
  not_before bigint not null default 0,
  -- The challenge as the window shows it; kept while another code is asked for.
  challenge jsonb,
  -- When the last challenge came; never reset to null, so that a member who answered is told the further course.
  challenged_at bigint,
  refusal_reason text,
  refusal_detail text,
  -- The shops that the sign-in brought.
  shop_ids uuid[] not null default '{}',
  -- One claim by one process: the results of an expired claim are not written.
  claim_holder uuid,
  claim_until timestamptz not null default '-infinity',
  created_at bigint not null,
  constraint sign_in_row unique (import_id, row_number)
);
create index sign_in_open on sign_in (account_id, created_at) where state in ('waiting', 'logging_in', 'challenged');
-- Without the rows of imports that asked nothing of a person.
create index sign_in_member on sign_in (member_id, created_at) where import_id is null or challenged_at is not null;

-- What clients and connectors report for the operator of the product: no secrets, no texts of buyers.
create table client_report (
  report_id uuid not null default uuidv7(),
  account_id uuid not null references account on delete cascade,
  kind text not null,
  payload jsonb not null,
  created_at bigint not null,
  primary key (account_id, report_id)
);
create index client_report_newest on client_report (account_id, kind, created_at);

do $$
declare
  name text;
begin
  foreach name in array array['connection', 'connection_lease', 'shop', 'member_shop', 'shop_preference', 'shop_import',
    'sign_in', 'client_report'] loop
    execute format('alter table %I enable row level security, force row level security', name);
    execute format('grant select, insert, update, delete on %I to pasar_app, pasar_engine', name);
  end loop;
  foreach name in array array['connection', 'connection_lease', 'member_shop', 'client_report'] loop
    execute format('create policy tenant on %I to pasar_app, pasar_engine
      using (account_id is not distinct from (select pasar_account()))
      with check (account_id is not distinct from (select pasar_account()))', name);
  end loop;
  -- A row belongs to the member who made it; the main account and the engine see all rows of the account.
  foreach name in array array['shop_import', 'sign_in', 'shop_preference'] loop
    execute format('create policy tenant on %I to pasar_app, pasar_engine
      using (account_id is not distinct from (select pasar_account())
        and ((select pasar_sees_all()) or member_id = (select pasar_member())))
      with check (account_id is not distinct from (select pasar_account())
        and ((select pasar_sees_all()) or member_id = (select pasar_member())))', name);
  end loop;
end $$;
create policy tenant on shop to pasar_app, pasar_engine
  using (account_id is not distinct from (select pasar_account()) and ((select pasar_sees_all()) or shop_id in
    (select granted.shop_id from member_shop granted where granted.member_id = (select pasar_member()))))
  with check (account_id is not distinct from (select pasar_account()) and ((select pasar_sees_all()) or shop_id in
    (select granted.shop_id from member_shop granted where granted.member_id = (select pasar_member()))));

-- The engine looks for work in every account; it changes rows only inside the account that the transaction names.
create policy engine_finds_work on connection for select to pasar_engine using (true);
create policy engine_finds_work on shop for select to pasar_engine using (true);
create policy engine_finds_work on sign_in for select to pasar_engine using (true);
create policy engine_owns on connection_lease to pasar_engine using (true) with check (true);

alter table peer enable row level security, force row level security;
grant select on peer to pasar_app;
grant select, insert, update, delete on peer to pasar_engine;
create policy app_reads on peer for select to pasar_app using (true);
create policy engine_owns on peer to pasar_engine using (true) with check (true);
