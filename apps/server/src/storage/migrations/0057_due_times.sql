-- When the answer to a waiting buyer is due. It follows from `waiting_since` and the rule of the shop's marketplace and
-- country (`dueAt` of the domain), and is null while no buyer waits.
alter table conversation add column due_at bigint;
alter table buyer_tag_relation add column due_at bigint, add column is_unreplied boolean not null default false;
-- Row security binds the owner of the tables too.
alter table conversation no force row level security;
alter table buyer_tag_relation no force row level security;
-- Up to here every rule is twelve hours, without quiet times.
alter table conversation disable trigger user;
update conversation set due_at = waiting_since + 43200000 where waiting_since is not null;
alter table conversation enable trigger user;
update buyer_tag_relation t set due_at = c.due_at,
    is_unreplied = c.waiting_since is not null or coalesce(c.set_aside_position > coalesce(c.last_reply_position, -1), false)
  from conversation c where c.conversation_id = t.conversation_id;
alter table conversation force row level security;
alter table buyer_tag_relation force row level security;

-- The soonest first.
create index conversation_due on conversation (account_id, due_at, conversation_id) where due_at is not null;
create index conversation_shop_due on conversation (shop_id, due_at, conversation_id) where due_at is not null;
-- The buyer wrote last, whether or not a member said that no answer is needed. A robot's message is no answer.
create index conversation_unreplied on conversation (account_id, last_message_at, conversation_id)
  where waiting_since is not null or set_aside_position > coalesce(last_reply_position, -1);
create index conversation_shop_unreplied on conversation (shop_id, last_message_at, conversation_id)
  where waiting_since is not null or set_aside_position > coalesce(last_reply_position, -1);

create index buyer_tag_relation_due on buyer_tag_relation (tag_id, due_at, conversation_id) where due_at is not null;
create index buyer_tag_relation_shop_due on buyer_tag_relation (tag_id, shop_id, due_at, conversation_id)
  where due_at is not null;
create index buyer_tag_relation_unreplied on buyer_tag_relation (tag_id, last_message_at, conversation_id)
  where is_unreplied;
create index buyer_tag_relation_shop_unreplied on buyer_tag_relation (tag_id, shop_id, last_message_at, conversation_id)
  where is_unreplied;

create or replace function pasar_move_tagged() returns trigger language plpgsql
  as $$ begin
    update buyer_tag_relation set last_message_at = new.last_message_at, waiting_since = new.waiting_since,
      due_at = new.due_at, is_unread = new.unread_count > 0 or new.is_marked_unread, is_pinned = new.is_pinned,
      is_unreplied = new.waiting_since is not null
        or coalesce(new.set_aside_position > coalesce(new.last_reply_position, -1), false)
    where conversation_id = new.conversation_id;
    return null;
  end $$;
drop trigger move_tagged on conversation;
create trigger move_tagged
  after update of last_message_at, waiting_since, due_at, set_aside_position, last_reply_position, unread_count,
    is_marked_unread, is_pinned on conversation
  for each row when (new.was_tagged and
    (old.last_message_at, old.waiting_since, old.due_at, old.set_aside_position, old.last_reply_position,
      old.unread_count > 0 or old.is_marked_unread, old.is_pinned)
    is distinct from (new.last_message_at, new.waiting_since, new.due_at, new.set_aside_position, new.last_reply_position,
      new.unread_count > 0 or new.is_marked_unread, new.is_pinned))
  execute function pasar_move_tagged();

-- The counter says how many buyers wait, also where the last message of another conversation is a buyer's.
alter table shop rename column unreply_count to waiting_count;

-- How fast the account itself wants buyers to be answered, where that is not what the marketplace is known to want.
create table response_rule (
  account_id uuid not null references account on delete cascade,
  marketplace text not null,
  country text not null,
  within_ms bigint not null,
  wanted_percent integer not null,
  window_days integer not null,
  -- `first` or `all`.
  counts text not null,
  -- Times of the shop's wall clock that do not count, as minutes of the day; all null for none.
  quiet_from integer,
  quiet_to integer,
  -- The days of the week on which they begin; 0 is Sunday.
  quiet_days integer[],
  primary key (account_id, marketplace, country)
);
alter table response_rule enable row level security, force row level security;
grant select, insert, update, delete on response_rule to pasar_app;
grant select on response_rule to pasar_engine;
create policy tenant on response_rule to pasar_app, pasar_engine
  using (account_id is not distinct from (select pasar_account()))
  with check (account_id is not distinct from (select pasar_account()));
