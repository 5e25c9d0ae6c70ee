-- Tags of buyers. A tag belongs to the account, and a relation to a buyer at a shop.
create table buyer_tag (
  tag_id uuid primary key default uuidv7(),
  account_id uuid not null references account on delete cascade,
  name text not null,
  color text not null,
  -- How many buyers of all shops have the tag. The triggers below keep it.
  buyer_count integer not null default 0
);
create unique index buyer_tag_name on buyer_tag (account_id, lower(name));

-- The last four columns repeat the conversation's own, because a list of tagged conversations walks an index in its
-- order. A trigger keeps them.
create table buyer_tag_relation (
  relation_id uuid primary key default uuidv7(),
  account_id uuid not null references account on delete cascade,
  tag_id uuid not null references buyer_tag on delete cascade,
  shop_id uuid not null references shop on delete cascade,
  buyer_id text not null,
  -- The conversation in which the buyer was tagged.
  conversation_id uuid not null references conversation on delete cascade,
  -- The name of the member; it stays when the member is deleted.
  added_by text not null,
  added_at bigint not null,
  last_message_at bigint not null,
  waiting_since bigint,
  is_unread boolean not null,
  is_pinned boolean not null
);
create unique index buyer_tag_relation_buyer on buyer_tag_relation (shop_id, buyer_id, tag_id);
create index buyer_tag_relation_conversation on buyer_tag_relation (conversation_id);
create index buyer_tag_relation_newest on buyer_tag_relation (tag_id, last_message_at, conversation_id);
create index buyer_tag_relation_shop_newest on buyer_tag_relation (tag_id, shop_id, last_message_at, conversation_id);
create index buyer_tag_relation_unread on buyer_tag_relation (tag_id, last_message_at, conversation_id) where is_unread;
create index buyer_tag_relation_shop_unread on buyer_tag_relation (tag_id, shop_id, last_message_at, conversation_id)
  where is_unread;
create index buyer_tag_relation_pinned on buyer_tag_relation (tag_id, last_message_at, conversation_id) where is_pinned;
create index buyer_tag_relation_shop_pinned on buyer_tag_relation (tag_id, shop_id, last_message_at, conversation_id)
  where is_pinned;
create index buyer_tag_relation_waiting on buyer_tag_relation (tag_id, waiting_since, conversation_id)
  where waiting_since is not null;
create index buyer_tag_relation_shop_waiting on buyer_tag_relation (tag_id, shop_id, waiting_since, conversation_id)
  where waiting_since is not null;

do $$
declare
  name text;
begin
  foreach name in array array['buyer_tag', 'buyer_tag_relation'] loop
    execute format('alter table %I enable row level security, force row level security', name);
    execute format('grant select, insert, update, delete on %I to pasar_app', name);
  end loop;
end $$;
create policy tenant on buyer_tag to pasar_app
  using (account_id is not distinct from (select pasar_account()))
  with check (account_id is not distinct from (select pasar_account()));
-- The engine stores messages, and so moves a tagged conversation in the lists of its tags.
grant select, update on buyer_tag_relation to pasar_engine;
create policy tenant on buyer_tag_relation to pasar_app, pasar_engine
  using (account_id is not distinct from (select pasar_account()) and ((select pasar_sees_all()) or shop_id in
    (select granted.shop_id from member_shop granted where granted.member_id = (select pasar_member()))))
  with check (account_id is not distinct from (select pasar_account()) and ((select pasar_sees_all()) or shop_id in
    (select granted.shop_id from member_shop granted where granted.member_id = (select pasar_member()))));

-- Whether the buyer has ever been tagged: the messages of all other conversations pay nothing for tags.
alter table conversation add column was_tagged boolean not null default false;
create function pasar_move_tagged() returns trigger language plpgsql
  as $$ begin
    update buyer_tag_relation set last_message_at = new.last_message_at, waiting_since = new.waiting_since,
      is_unread = new.unread_count > 0 or new.is_marked_unread, is_pinned = new.is_pinned
    where conversation_id = new.conversation_id;
    return null;
  end $$;
create trigger move_tagged
  after update of last_message_at, waiting_since, unread_count, is_marked_unread, is_pinned on conversation
  for each row when (new.was_tagged and
    (old.last_message_at, old.waiting_since, old.unread_count > 0 or old.is_marked_unread, old.is_pinned)
    is distinct from (new.last_message_at, new.waiting_since, new.unread_count > 0 or new.is_marked_unread, new.is_pinned))
  execute function pasar_move_tagged();

-- Relations also go with their shop, as the owner of the tables, whom row security binds. So another role counts.
grant select, update on buyer_tag to pasar_identity;
create policy identity_counts on buyer_tag to pasar_identity using (true) with check (true);
create function pasar_count_tagged() returns trigger
  language plpgsql security definer set search_path = public, pg_temp
  as $$ begin
    perform from buyer_tag where tag_id in (select tag_id from moved) order by tag_id for update;
    update buyer_tag t set buyer_count = t.buyer_count + case tg_op when 'INSERT' then one.number else -one.number end
    from (select tag_id, count(*)::integer as number from moved group by tag_id) one where one.tag_id = t.tag_id;
    return null;
  end $$;
create trigger count_tagged after insert on buyer_tag_relation referencing new table as moved
  for each statement execute function pasar_count_tagged();
create trigger count_untagged after delete on buyer_tag_relation referencing old table as moved
  for each statement execute function pasar_count_tagged();
revoke all on function pasar_count_tagged() from public;
grant create on schema public to pasar_identity;
alter function pasar_count_tagged() owner to pasar_identity;
revoke create on schema public from pasar_identity;
