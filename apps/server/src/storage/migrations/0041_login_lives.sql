-- How long logins have lived, and since when a login is out of order. Times are milliseconds since the
-- epoch, by the clock of the database.

-- One row for each life of a login: from a sign-in until only a person can log in again.
create table login_life (
  life_id uuid primary key default uuidv7(),
  account_id uuid not null references account on delete cascade,
  connection_id uuid not null references connection on delete cascade,
  began_at bigint not null,
  -- Null while the login lives.
  ended_at bigint,
  -- The marketplace ended it by itself. False for a life that a newer sign-in replaced, or that a changed password or a
  -- frozen account ended: from such a life nothing is learnt.
  is_expired boolean not null default false
);
create index login_life_connection on login_life (connection_id, began_at);
create unique index login_life_open on login_life (connection_id) where ended_at is null;
alter table login_life enable row level security, force row level security;
grant select, insert, update, delete on login_life to pasar_app, pasar_engine;
create policy tenant on login_life to pasar_app, pasar_engine
  using (account_id is not distinct from (select pasar_account()))
  with check (account_id is not distinct from (select pasar_account()));

alter table connection
  -- Since when it waits for a person; null unless it has failed and was not live since.
  add column failed_since bigint,
  -- Since when it is not live; null while it is.
  add column away_since bigint;

create function pasar_note_state() returns trigger language plpgsql
  as $$ declare
    present bigint := (extract(epoch from clock_timestamp()) * 1000)::bigint;
  begin
    if new.state = 'live' then
      new.failed_since := null;
      new.away_since := null;
    else
      new.away_since := coalesce(new.away_since, present);
      if new.state = 'failed' then new.failed_since := coalesce(new.failed_since, present); end if;
    end if;
    return new;
  end $$;
create trigger note_state before update of state on connection for each row execute function pasar_note_state();
