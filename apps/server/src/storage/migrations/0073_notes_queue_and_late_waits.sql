-- The search finds the notes that colleagues write about a conversation. See decision 67.

create function pasar_search_noted() returns trigger language plpgsql as $$ begin
  if tg_op = 'INSERT' then
    insert into search_due (account_id, kind, subject_ids)
      select account_id, 'teamNote', array_agg(note_id order by note_id) from added group by account_id;
  else
    insert into search_due (account_id, kind, subject_ids)
      select added.account_id, 'teamNote', array_agg(note_id order by note_id) from added join taken using (note_id)
      where added.text is distinct from taken.text group by added.account_id;
  end if;
  return null;
end $$;
-- With the row goes what it was found by.
create function pasar_search_note_taken() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$ begin
  delete from search_entry e using taken where e.subject_id = taken.note_id;
  return null;
end $$;
revoke all on function pasar_search_note_taken() from public;

create trigger search_added after insert on conversation_note referencing new table as added
  for each statement execute function pasar_search_noted();
create trigger search_changed after update on conversation_note referencing new table as added old table as taken
  for each statement execute function pasar_search_noted();
create trigger search_taken after delete on conversation_note referencing old table as taken
  for each statement execute function pasar_search_note_taken();

-- Handed over last, because the triggers can be made by the function's owner only.
grant create on schema public to pasar_identity;
alter function pasar_search_note_taken() owner to pasar_identity;
revoke create on schema public from pasar_identity;

-- What is there already is indexed by the task of the backlog. Row security binds the owner of the tables too.
alter table search_due no force row level security;
alter table conversation_note no force row level security;
insert into search_due (account_id, kind, subject_ids, is_backlog)
  select account_id, 'teamNote', array_agg(note_id), true
  from (select account_id, note_id, row_number() over (partition by account_id order by note_id) / 500 as part
    from conversation_note) numbered group by account_id, part;
alter table search_due force row level security;
alter table conversation_note force row level security;

-- The queue begins with what is due first, and so does that of nobody's conversations. See decision 22.
drop index conversation_unassigned_waiting, conversation_shop_unassigned_waiting;
create index conversation_unassigned_due on conversation (account_id, due_at, conversation_id)
  where due_at is not null and assignee_id is null;
create index conversation_shop_unassigned_due on conversation (shop_id, due_at, conversation_id)
  where due_at is not null and assignee_id is null;

-- When a member said that no answer is needed: the wait ended then. A wait that was late by then stays late.
alter table buyer_wait add column set_aside_at bigint;
-- Those that were set aside before are counted anew.
alter table conversation_set_aside no force row level security;
alter table figures_due no force row level security;
insert into figures_due (account_id, conversation_id) select distinct account_id, conversation_id from conversation_set_aside;
alter table conversation_set_aside force row level security;
alter table figures_due force row level security;
