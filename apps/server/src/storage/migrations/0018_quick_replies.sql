-- Quick replies: what members put into their answers, and the shortcuts that shops keep at their marketplaces.

create table quick_reply_group (
  group_id uuid primary key default uuidv7(),
  account_id uuid not null references account on delete cascade,
  -- The member who alone has the group; null for a group that all members share.
  member_id uuid references member on delete cascade,
  name text not null,
  created_at bigint not null
);
create index quick_reply_group_account on quick_reply_group (account_id);
create index quick_reply_group_member on quick_reply_group (member_id);

-- `parts`, `variants` and `sites`: the contract's shapes of a quick reply.
create table quick_reply (
  reply_id uuid primary key default uuidv7(),
  account_id uuid not null references account on delete cascade,
  group_id uuid not null references quick_reply_group on delete cascade,
  title text not null,
  parts jsonb not null,
  variants jsonb not null,
  sites jsonb not null,
  -- The reply is for the shops of quick_reply_shop. A column, because a reply for one shop must not become a reply for
  -- all shops when that shop is unbound.
  is_shop_limited boolean not null default false,
  updated_at bigint not null
);
create index quick_reply_account on quick_reply (account_id);
create index quick_reply_group_replies on quick_reply (group_id);

create table quick_reply_shop (
  reply_id uuid not null references quick_reply on delete cascade,
  shop_id uuid not null references shop on delete cascade,
  account_id uuid not null references account on delete cascade,
  primary key (reply_id, shop_id)
);
create index quick_reply_shop_shop on quick_reply_shop (shop_id);
create index quick_reply_shop_account on quick_reply_shop (account_id);

-- How often a member has used a reply.
create table quick_reply_use (
  member_id uuid not null references member on delete cascade,
  reply_id uuid not null references quick_reply on delete cascade,
  account_id uuid not null references account on delete cascade,
  count integer not null,
  primary key (member_id, reply_id)
);
create index quick_reply_use_reply on quick_reply_use (reply_id);

create table quick_reply_picture (
  picture_id uuid primary key default uuidv7(),
  account_id uuid not null references account on delete cascade,
  -- The member who stored it.
  member_id uuid not null references member on delete cascade,
  -- Null until a reply that names the picture is saved.
  reply_id uuid references quick_reply on delete cascade,
  type text not null,
  bytes bytea not null,
  created_at bigint not null
);
create index quick_reply_picture_reply on quick_reply_picture (reply_id);
create index quick_reply_picture_member on quick_reply_picture (member_id);

-- At which marketplaces an account offers its replies; an account without a row offers them everywhere.
create table quick_reply_config (
  account_id uuid primary key references account on delete cascade,
  is_enable boolean not null default true,
  is_lazada_enable boolean not null default true,
  is_tiktok_enable boolean not null default true
);

-- The shortcuts of a shop that differ from those at its marketplace.
create table shop_shortcuts (
  shop_id uuid primary key references shop on delete cascade,
  account_id uuid not null references account on delete cascade,
  shortcuts jsonb not null
);

do $$
declare
  name text;
begin
  foreach name in array array['quick_reply_group', 'quick_reply', 'quick_reply_shop', 'quick_reply_use',
    'quick_reply_picture', 'quick_reply_config', 'shop_shortcuts'] loop
    execute format('alter table %I enable row level security, force row level security', name);
    execute format('grant select, insert, update, delete on %I to pasar_app, pasar_engine', name);
  end loop;
  -- A restriction or a shortcut belongs to its shop.
  foreach name in array array['quick_reply_shop', 'shop_shortcuts'] loop
    execute format('create policy tenant on %I to pasar_app, pasar_engine
      using (account_id is not distinct from (select pasar_account()) and ((select pasar_sees_all()) or shop_id in
        (select granted.shop_id from member_shop granted where granted.member_id = (select pasar_member()))))
      with check (account_id is not distinct from (select pasar_account()) and ((select pasar_sees_all()) or shop_id in
        (select granted.shop_id from member_shop granted where granted.member_id = (select pasar_member()))))', name);
  end loop;
end $$;

create policy tenant on quick_reply_config to pasar_app, pasar_engine
  using (account_id is not distinct from (select pasar_account()))
  with check (account_id is not distinct from (select pasar_account()));
-- A personal group is hidden from the main account too.
create policy tenant on quick_reply_group to pasar_app, pasar_engine
  using (account_id is not distinct from (select pasar_account())
    and (member_id is null or member_id = (select pasar_member())))
  with check (account_id is not distinct from (select pasar_account())
    and (member_id is null or member_id = (select pasar_member())));
-- The policies of the tables in the sub-selects hold there as well: the groups and restrictions that the member sees.
create policy tenant on quick_reply to pasar_app, pasar_engine
  using (account_id is not distinct from (select pasar_account())
    and group_id in (select seen.group_id from quick_reply_group seen)
    and (not is_shop_limited or (select pasar_sees_all()) or reply_id in (select s.reply_id from quick_reply_shop s)))
  with check (account_id is not distinct from (select pasar_account())
    and group_id in (select seen.group_id from quick_reply_group seen));
create policy tenant on quick_reply_use to pasar_app, pasar_engine
  using (account_id is not distinct from (select pasar_account()) and member_id = (select pasar_member()))
  with check (account_id is not distinct from (select pasar_account()) and member_id = (select pasar_member()));
create policy tenant on quick_reply_picture to pasar_app, pasar_engine
  using (account_id is not distinct from (select pasar_account()) and case
    when reply_id is null then member_id = (select pasar_member())
    else reply_id in (select seen.reply_id from quick_reply seen) end)
  with check (account_id is not distinct from (select pasar_account()) and case
    when reply_id is null then member_id = (select pasar_member())
    else reply_id in (select seen.reply_id from quick_reply seen) end);
