-- Which member a conversation is assigned to, so that two do not answer the same buyer.

-- Null: nobody.
alter table conversation add column assignee_id uuid references member on delete set null;

-- The lists of one member. Partial, because every message writes its conversation's row anew with all its index entries:
-- an account that assigns nothing pays nothing. The list of nobody's conversations walks the list of all of them.
create index conversation_assigned on conversation (account_id, assignee_id, last_message_at, conversation_id)
  where assignee_id is not null;
create index conversation_shop_assigned on conversation (shop_id, assignee_id, last_message_at, conversation_id)
  where assignee_id is not null;
-- The queue of one member, and that of nobody: an index cannot give the order behind a column that is null.
create index conversation_assigned_waiting on conversation (account_id, assignee_id, waiting_since, conversation_id)
  where waiting_since is not null and assignee_id is not null;
create index conversation_shop_assigned_waiting on conversation (shop_id, assignee_id, waiting_since, conversation_id)
  where waiting_since is not null and assignee_id is not null;
create index conversation_unassigned_waiting on conversation (account_id, waiting_since, conversation_id)
  where waiting_since is not null and assignee_id is null;
create index conversation_shop_unassigned_waiting on conversation (shop_id, waiting_since, conversation_id)
  where waiting_since is not null and assignee_id is null;
-- What a member who is deleted leaves.
create index conversation_assignee on conversation (assignee_id) where assignee_id is not null;

-- What a member has chosen by hand, `away` or `off`; null: as the member's windows tell it. The windows themselves are
-- stored nowhere.
alter table member add column chosen_presence text;

-- Every time that a conversation was assigned. The names of members stay when the members are deleted.
create table conversation_assignment (
  assignment_id uuid primary key default uuidv7(),
  account_id uuid not null,
  shop_id uuid not null,
  conversation_id uuid not null references conversation on delete cascade,
  at bigint not null,
  -- The member who assigned it; null for a rule.
  by_id uuid,
  by_name text,
  -- Null: nobody.
  from_name text,
  to_id uuid,
  to_name text,
  note text
);
create index conversation_assignment_newest on conversation_assignment (conversation_id, at, assignment_id);
alter table conversation_assignment enable row level security, force row level security;
grant select, insert, delete on conversation_assignment to pasar_app, pasar_engine;
create policy tenant on conversation_assignment to pasar_app, pasar_engine
  using (account_id is not distinct from (select pasar_account()) and ((select pasar_sees_all()) or shop_id in
    (select granted.shop_id from member_shop granted where granted.member_id = (select pasar_member()))))
  with check (account_id is not distinct from (select pasar_account()) and ((select pasar_sees_all()) or shop_id in
    (select granted.shop_id from member_shop granted where granted.member_id = (select pasar_member()))));
