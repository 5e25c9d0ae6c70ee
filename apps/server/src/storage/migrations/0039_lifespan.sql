-- How long an account keeps what it holds, what stays of an erased buyer, and exports and ends of whole accounts.

-- An account without a row keeps everything as long as the defaults of the code say.
create table retention (
  account_id uuid primary key references account on delete cascade,
  -- In days; null: for ever.
  message_days integer,
  picture_days integer,
  audit_days integer,
  -- Messages sent before this time are deleted already. Milliseconds since the epoch.
  messages_done_until bigint not null default 0
);

-- What stays of a buyer who was erased: enough to know the buyer again, and nothing to read.
create table erased_buyer (
  account_id uuid not null references account on delete cascade,
  buyer_hash bytea not null,
  erased_at bigint not null,
  primary key (account_id, buyer_hash)
);
create function pasar_buyer_hash(account uuid, marketplace text, buyer text) returns bytea language sql stable parallel safe
  return sha256(convert_to(account::text || '/' || marketplace || '/' || buyer, 'UTF8'));

-- Messages sent before this time are not stored in the conversation again: they were deleted, or their buyer was erased.
-- Milliseconds since the epoch.
alter table conversation add column kept_from bigint not null default 0;

-- The export of an account that is under way, or the last one.
create table account_export (
  account_id uuid primary key references account on delete cascade,
  member_id uuid not null,
  -- SHA-256 of what opens the download, once.
  ticket_hash bytea,
  state text not null check (state in ('asked', 'running', 'done', 'failed', 'too_large')),
  asked_at bigint not null,
  -- Renewed while the export runs, so that one whose process has died counts as failed.
  told_at bigint not null,
  tables_done integer not null default 0,
  tables_total integer not null default 0,
  rows_done bigint not null default 0,
  bytes bigint not null default 0
);

do $$
declare
  name text;
begin
  foreach name in array array['retention', 'erased_buyer', 'account_export'] loop
    execute format('alter table %I enable row level security, force row level security', name);
  end loop;
end $$;
grant select, insert, update on retention to pasar_app, pasar_engine;
create policy tenant on retention to pasar_app, pasar_engine
  using (account_id is not distinct from (select pasar_account()))
  with check (account_id is not distinct from (select pasar_account()) and (select pasar_sees_all()));
-- Every member who opens a conversation has to know whether its buyer was erased; only the main account erases.
grant select, insert, update on erased_buyer to pasar_app;
grant select on erased_buyer to pasar_engine;
create policy tenant on erased_buyer to pasar_app, pasar_engine
  using (account_id is not distinct from (select pasar_account()))
  with check (account_id is not distinct from (select pasar_account()) and (select pasar_sees_all()));
grant select, insert, update on account_export to pasar_app;
create policy tenant on account_export to pasar_app
  using (account_id is not distinct from (select pasar_account()) and (select pasar_sees_all()))
  with check (account_id is not distinct from (select pasar_account()) and (select pasar_sees_all()));

-- When the main account has asked for the end of the account: nobody can log in any more, and the engine deletes the rest.
alter table account add column leaving_at timestamptz;
create policy engine_finds_leaving on account for select to pasar_engine using (leaving_at is not null);

-- The main account erases a buyer.
grant delete on consulted_product to pasar_app;
