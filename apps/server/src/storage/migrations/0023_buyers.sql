-- Buyers: what marketplaces told of them, notes of ours, and whom a shop has blocked.

alter table conversation add column is_buyer_blocked boolean not null default false;
-- The conversations of one buyer in all shops. A table of its own, because every message writes its conversation's row
-- anew, with all its index entries, while the buyer of a conversation stays the same.
create table conversation_buyer (
  conversation_id uuid primary key references conversation on delete cascade,
  account_id uuid not null,
  shop_id uuid not null,
  buyer_id text not null
);
-- Row security binds the owner of the tables too.
alter table conversation no force row level security;
insert into conversation_buyer select conversation_id, account_id, shop_id, buyer_id from conversation;
alter table conversation force row level security;
create index conversation_buyer_id on conversation_buyer (account_id, buyer_id);
alter table conversation_buyer enable row level security, force row level security;
grant select, insert, delete on conversation_buyer to pasar_app, pasar_engine;
create policy tenant on conversation_buyer to pasar_app, pasar_engine
  using (account_id is not distinct from (select pasar_account()) and ((select pasar_sees_all()) or shop_id in
    (select granted.shop_id from member_shop granted where granted.member_id = (select pasar_member()))))
  with check (account_id is not distinct from (select pasar_account()) and ((select pasar_sees_all()) or shop_id in
    (select granted.shop_id from member_shop granted where granted.member_id = (select pasar_member()))));
create function pasar_keep_buyer() returns trigger language plpgsql
  as $$ begin
    insert into conversation_buyer values (new.conversation_id, new.account_id, new.shop_id, new.buyer_id);
    return null;
  end $$;
create trigger keep_buyer after insert on conversation for each row execute function pasar_keep_buyer();
-- A window that was away reads the changes in the shape of today.
alter table change no force row level security;
update change set payload = jsonb_set(payload::jsonb, '{conversation,isBuyerBlocked}', 'false')::json
where kind = 'conversation';
alter table change force row level security;

-- The last answers about a shop's buyer, each with its time: a screen shows them until a newer answer comes.
create table known_buyer (
  shop_id uuid not null references shop on delete cascade,
  account_id uuid not null references account on delete cascade,
  buyer_id text not null,
  profile jsonb,
  profile_at bigint,
  orders jsonb,
  orders_at bigint,
  primary key (shop_id, buyer_id)
);
alter table known_buyer enable row level security, force row level security;
grant select, insert, update, delete on known_buyer to pasar_app;
create policy tenant on known_buyer to pasar_app
  using (account_id is not distinct from (select pasar_account()) and ((select pasar_sees_all()) or shop_id in
    (select granted.shop_id from member_shop granted where granted.member_id = (select pasar_member()))))
  with check (account_id is not distinct from (select pasar_account()) and ((select pasar_sees_all()) or shop_id in
    (select granted.shop_id from member_shop granted where granted.member_id = (select pasar_member()))));

-- A note belongs to the buyer and not to a shop: a member who has a conversation with the buyer in one shop reads also
-- what was written in another.
create table buyer_note (
  note_id uuid primary key default uuidv7(),
  account_id uuid not null references account on delete cascade,
  marketplace text not null,
  buyer_id text not null,
  -- Null once the member is deleted; the name stays.
  member_id uuid references member on delete set null,
  author text not null,
  text text not null,
  written_at bigint not null,
  changed_at bigint
);
create index buyer_note_buyer on buyer_note (account_id, marketplace, buyer_id, written_at, note_id);
create index buyer_note_member on buyer_note (member_id);
alter table buyer_note enable row level security, force row level security;
grant select, insert, update, delete on buyer_note to pasar_app;
create policy tenant_reads on buyer_note for select to pasar_app
  using (account_id is not distinct from (select pasar_account()));
create policy tenant_writes on buyer_note for insert to pasar_app
  with check (account_id is not distinct from (select pasar_account()) and member_id = (select pasar_member()));
-- The author changes and deletes a note, and the main account.
create policy tenant_changes on buyer_note for update to pasar_app
  using (account_id is not distinct from (select pasar_account())
    and ((select pasar_sees_all()) or member_id = (select pasar_member())))
  with check (account_id is not distinct from (select pasar_account()));
create policy tenant_deletes on buyer_note for delete to pasar_app
  using (account_id is not distinct from (select pasar_account())
    and ((select pasar_sees_all()) or member_id = (select pasar_member())));
