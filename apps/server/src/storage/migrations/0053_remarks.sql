-- Pre-sales and after-sales remarks: what is still to be done for a shop's buyer, by whom and until when.

create table remark (
  remark_id uuid primary key default uuidv7(),
  account_id uuid not null references account on delete cascade,
  shop_id uuid not null references shop on delete cascade,
  buyer_id text not null,
  -- As it was when the remark was written, for lists and searches.
  buyer_name text not null,
  -- `RemarkKind` and `RemarkState` of the domain.
  kind text not null,
  status text not null default 'wait',
  finished_at bigint,
  -- The names of members stay when the members are deleted.
  finished_by text,
  content text not null,
  order_number text,
  assignee_id uuid references member on delete set null,
  due_at bigint,
  -- The place in a list by the due date: remarks without one come last.
  due_place bigint not null generated always as (coalesce(due_at, 9223372036854775807)) stored,
  author text not null,
  created_at bigint not null,
  words text not null generated always as
    (pasar_folded(content || ' ' || coalesce(order_number, '') || ' ' || buyer_name)) stored,
  constraint remark_finished check ((status = 'finished') = (finished_at is not null and finished_by is not null))
);
create index remark_newest on remark (account_id, created_at, remark_id);
create index remark_shop_newest on remark (shop_id, created_at, remark_id);
create index remark_status on remark (account_id, status, created_at, remark_id);
create index remark_shop_status on remark (shop_id, status, created_at, remark_id);
create index remark_due on remark (account_id, status, due_place, remark_id);
create index remark_shop_due on remark (shop_id, status, due_place, remark_id);
create index remark_buyer on remark (account_id, buyer_id, created_at, remark_id);
create index remark_assignee on remark (assignee_id) where assignee_id is not null;

create table remark_picture (
  picture_id uuid primary key default uuidv7(),
  account_id uuid not null references account on delete cascade,
  -- Null until a remark that names the picture is saved.
  remark_id uuid references remark on delete cascade,
  -- The member who stored it, until then: a claimed picture stays when the member is deleted.
  member_id uuid references member on delete cascade,
  place integer,
  type text not null,
  bytes bytea not null,
  created_at bigint not null,
  constraint remark_picture_owner check ((remark_id is null) = (member_id is not null))
);
create index remark_picture_remark on remark_picture (remark_id, place);
create index remark_picture_member on remark_picture (member_id) where member_id is not null;
create index remark_picture_account on remark_picture (account_id);

-- How many remarks of a shop have which kind and status, kept by each change.
create table remark_count (
  shop_id uuid not null references shop on delete cascade,
  kind text not null,
  status text not null,
  account_id uuid not null references account on delete cascade,
  count bigint not null,
  primary key (shop_id, kind, status)
);
create function pasar_add_remark_counts() returns trigger language plpgsql as $$ begin
  insert into remark_count (shop_id, kind, status, account_id, count)
    select shop_id, kind, status, account_id, count(*) from added
    group by shop_id, kind, status, account_id order by shop_id, kind, status
    on conflict (shop_id, kind, status) do update set count = remark_count.count + excluded.count;
  return null;
end $$;
create function pasar_move_remark_counts() returns trigger language plpgsql as $$ begin
  insert into remark_count (shop_id, kind, status, account_id, count)
    select shop_id, kind, status, account_id, sum(change) from (
      select shop_id, kind, status, account_id, 1 as change from added union all
      select shop_id, kind, status, account_id, -1 from taken) moved
    group by shop_id, kind, status, account_id having sum(change) <> 0 order by shop_id, kind, status
    on conflict (shop_id, kind, status) do update set count = remark_count.count + excluded.count;
  return null;
end $$;
-- A shop that is unbound takes its counts along, so a row of counts may be gone and is not made anew. The rows are
-- locked in the order of the other functions.
create function pasar_take_remark_counts() returns trigger language plpgsql as $$ begin
  perform from remark_count c where (c.shop_id, c.kind, c.status) in (select t.shop_id, t.kind, t.status from taken t)
    order by c.shop_id, c.kind, c.status for update;
  update remark_count c set count = c.count - gone.count
    from (select shop_id, kind, status, count(*) as count from taken group by shop_id, kind, status) gone
    where (c.shop_id, c.kind, c.status) = (gone.shop_id, gone.kind, gone.status);
  return null;
end $$;
create trigger add_counts after insert on remark referencing new table as added
  for each statement execute function pasar_add_remark_counts();
create trigger move_counts after update on remark referencing new table as added old table as taken
  for each statement execute function pasar_move_remark_counts();
create trigger take_counts after delete on remark referencing old table as taken
  for each statement execute function pasar_take_remark_counts();

do $$ declare name text; begin
  foreach name in array array['remark', 'remark_picture', 'remark_count'] loop
    execute format('alter table %I enable row level security, force row level security', name);
    execute format('grant select, insert, update, delete on %I to pasar_app, pasar_engine', name);
  end loop;
  foreach name in array array['remark', 'remark_count'] loop
    execute format('create policy tenant on %I to pasar_app, pasar_engine
      using (account_id is not distinct from (select pasar_account()) and ((select pasar_sees_all()) or shop_id in
        (select granted.shop_id from member_shop granted where granted.member_id = (select pasar_member()))))
      with check (account_id is not distinct from (select pasar_account()) and ((select pasar_sees_all()) or shop_id in
        (select granted.shop_id from member_shop granted where granted.member_id = (select pasar_member()))))', name);
  end loop;
end $$;
-- The policy of the remarks holds in the sub-select as well: the pictures of those that the member sees.
create policy tenant on remark_picture to pasar_app, pasar_engine
  using (account_id is not distinct from (select pasar_account()) and case
    when remark_id is null then member_id = (select pasar_member())
    else exists (select from remark seen where seen.remark_id = remark_picture.remark_id) end)
  with check (account_id is not distinct from (select pasar_account()) and case
    when remark_id is null then member_id = (select pasar_member())
    else exists (select from remark seen where seen.remark_id = remark_picture.remark_id) end);
