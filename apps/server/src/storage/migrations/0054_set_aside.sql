-- A member says that a buyer needs no answer: the conversation leaves the queue until the buyer writes again.

-- Messages up to this position wait for no answer.
alter table conversation add column set_aside_position bigint;

-- Every time that a conversation was set aside, for the team figures: such a wait was not answered late, but ended.
create table conversation_set_aside (
  conversation_id uuid not null references conversation on delete cascade,
  -- The newest message at that time.
  position bigint not null,
  account_id uuid not null,
  shop_id uuid not null,
  member_id uuid not null,
  at bigint not null,
  primary key (conversation_id, position)
);
alter table conversation_set_aside enable row level security, force row level security;
grant select, insert, delete on conversation_set_aside to pasar_app, pasar_engine;
create policy tenant on conversation_set_aside to pasar_app, pasar_engine
  using (account_id is not distinct from (select pasar_account()) and ((select pasar_sees_all()) or shop_id in
    (select granted.shop_id from member_shop granted where granted.member_id = (select pasar_member()))))
  with check (account_id is not distinct from (select pasar_account()) and ((select pasar_sees_all()) or shop_id in
    (select granted.shop_id from member_shop granted where granted.member_id = (select pasar_member()))));
