-- The search over everything: the words of messages, names of buyers, orders, notes and remarks. See decision 67.

-- What is found, by the words in it. A table of its own, so that the rows of messages stay narrow. `subject_id` is the id of
-- the message, conversation, order, note or remark.
create table search_entry (
  subject_id uuid primary key,
  account_id uuid not null references account on delete cascade,
  -- `SearchKind` of the domain.
  kind text not null,
  -- Null for a note, which belongs to a buyer and not to a shop.
  shop_id uuid,
  -- `SearchWriter` of the domain; null for what nobody wrote, such as an order.
  writer text,
  at bigint not null,
  -- Each word begins with four signs of its account and one of its kind, so that a search reads no words of others.
  words tsvector not null
);
create index search_entry_words on search_entry using gin (words);
-- What is found often is read from the newest on.
create index search_entry_newest on search_entry (account_id, kind, at, subject_id);
alter table search_entry enable row level security, force row level security;
grant select, insert, update, delete on search_entry to pasar_engine;
grant select, delete on search_entry to pasar_identity;
create policy tenant on search_entry to pasar_engine
  using (account_id is not distinct from (select pasar_account()))
  with check (account_id is not distinct from (select pasar_account()));
-- The index on words cannot serve a statement whose rows a policy restricts, because PostgreSQL does not hold `@@` for
-- safe there. So the restriction to one account is in the function below.
create policy identity_finds on search_entry to pasar_identity using (true) with check (true);

-- What is to be indexed, or indexed anew. Rows are only added and taken away, so that a batch of messages waits for no
-- other transaction.
create table search_due (
  due_id uuid primary key default uuidv7(),
  account_id uuid not null references account on delete cascade,
  -- As in `search_entry`; `message` stands for products too. `history`: all messages of a conversation.
  kind text not null,
  subject_ids uuid[] not null,
  -- What was there before the search was. It waits for what has just come.
  is_backlog boolean not null default false,
  -- Of a history: the place of the last message that is indexed.
  after_position bigint,
  after_id text
);
create index search_due_account on search_due (account_id, is_backlog, due_id);
alter table search_due enable row level security, force row level security;
grant select, insert, update, delete on search_due to pasar_app, pasar_engine;
create policy tenant on search_due to pasar_app, pasar_engine
  using (account_id is not distinct from (select pasar_account()))
  with check (account_id is not distinct from (select pasar_account()));
create policy engine_finds_work on search_due for select to pasar_engine using (true);

-- One row for each statement that writes, whatever the number of its rows.
create function pasar_search_added() returns trigger language plpgsql as $$ begin
  case tg_table_name
    when 'message' then
      insert into search_due (account_id, kind, subject_ids)
        select account_id, 'message', array_agg(message_id order by message_id) from added group by account_id;
    when 'conversation' then
      insert into search_due (account_id, kind, subject_ids)
        select account_id, 'buyer', array_agg(conversation_id order by conversation_id) from added group by account_id;
    when 'shop_order' then
      insert into search_due (account_id, kind, subject_ids)
        select account_id, 'order', array_agg(entry_id order by entry_id) from added group by account_id;
    when 'buyer_note' then
      insert into search_due (account_id, kind, subject_ids)
        select account_id, 'note', array_agg(note_id order by note_id) from added group by account_id;
    when 'remark' then
      insert into search_due (account_id, kind, subject_ids)
        select account_id, 'remark', array_agg(remark_id order by remark_id) from added group by account_id;
  end case;
  return null;
end $$;
create function pasar_search_changed() returns trigger language plpgsql as $$ begin
  case tg_table_name
    when 'message' then
      insert into search_due (account_id, kind, subject_ids)
        select added.account_id, 'message', array_agg(message_id order by message_id) from added join taken using (message_id)
        where (added.status, added.content, added.original) is distinct from (taken.status, taken.content, taken.original)
        group by added.account_id;
    when 'shop_order' then
      insert into search_due (account_id, kind, subject_ids)
        select added.account_id, 'order', array_agg(entry_id order by entry_id) from added join taken using (entry_id)
        where pasar_order_words(added.record) is distinct from pasar_order_words(taken.record)
        group by added.account_id;
    when 'buyer_note' then
      insert into search_due (account_id, kind, subject_ids)
        select added.account_id, 'note', array_agg(note_id order by note_id) from added join taken using (note_id)
        where added.text is distinct from taken.text group by added.account_id;
    when 'remark' then
      insert into search_due (account_id, kind, subject_ids)
        select added.account_id, 'remark', array_agg(remark_id order by remark_id) from added join taken using (remark_id)
        where added.words is distinct from taken.words group by added.account_id;
  end case;
  return null;
end $$;
create function pasar_search_renamed() returns trigger language plpgsql as $$ begin
  insert into search_due (account_id, kind, subject_ids) values (new.account_id, 'buyer', array[new.conversation_id]);
  return null;
end $$;
-- With the row goes what it was found by.
create function pasar_search_taken() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$ begin
  case tg_table_name
    when 'message' then delete from search_entry e using taken where e.subject_id = taken.message_id;
    when 'conversation' then delete from search_entry e using taken where e.subject_id = taken.conversation_id;
    when 'shop_order' then delete from search_entry e using taken where e.subject_id = taken.entry_id;
    when 'buyer_note' then delete from search_entry e using taken where e.subject_id = taken.note_id;
    when 'remark' then delete from search_entry e using taken where e.subject_id = taken.remark_id;
  end case;
  return null;
end $$;
revoke all on function pasar_search_taken() from public;

do $$ declare name text; begin
  foreach name in array array['message', 'conversation', 'shop_order', 'buyer_note', 'remark'] loop
    execute format('create trigger search_added after insert on %I referencing new table as added
      for each statement execute function pasar_search_added()', name);
    execute format('create trigger search_taken after delete on %I referencing old table as taken
      for each statement execute function pasar_search_taken()', name);
    -- Every message writes its conversation's row anew, so only another name calls the function.
    continue when name = 'conversation';
    execute format('create trigger search_changed after update on %I referencing new table as added old table as taken
      for each statement execute function pasar_search_changed()', name);
  end loop;
end $$;
create trigger search_renamed after update of buyer_name on conversation for each row
  when (old.buyer_name is distinct from new.buyer_name) execute function pasar_search_renamed();

-- The engine reads what it indexes, and holds it meanwhile against deletion, for which a role needs the right to update.
grant select, update on buyer_note to pasar_engine;
create policy engine_indexes on buyer_note to pasar_engine
  using (account_id is not distinct from (select pasar_account()))
  with check (account_id is not distinct from (select pasar_account()));
grant update on conversation_buyer to pasar_engine;

-- What the member of the transaction may find: for each kind that is asked for, how many entries there are, at most
-- `counted` + 1, and the ids of the next `most`, from the newest on. Entries of other accounts and of shops that the member
-- does not see are neither told nor counted. A note is seen by members who see a conversation with its buyer.
grant select (member_id, shop_id) on member_shop to pasar_identity;
create policy identity_reads on member_shop for select to pasar_identity using (true);
grant select (shop_id, marketplace) on shop to pasar_identity;
create policy identity_reads on shop for select to pasar_identity using (true);
grant select (conversation_id, last_message_at) on conversation to pasar_identity;
create policy identity_reads on conversation for select to pasar_identity using (true);
grant select on conversation_buyer to pasar_identity;
create policy identity_reads on conversation_buyer for select to pasar_identity using (true);
grant select (note_id, marketplace, buyer_id) on buyer_note to pasar_identity;
create policy identity_reads on buyer_note for select to pasar_identity using (true);

create function pasar_search(kinds text[], queries text[], among uuid[], by_writer text, since bigint, until bigint,
    before_at bigint, before_id uuid, most integer, counted integer)
  returns table (kind text, found integer, subject_id uuid, at bigint)
  language plpgsql stable security definer rows 50
  set search_path = public, pg_temp set enable_bitmapscan = on set plan_cache_mode = force_custom_plan
  as $$
  #variable_conflict use_column
  declare
    account uuid := pasar_account();
    shops uuid[] := among;
    asked text;
    wanted tsquery;
    total integer;
    ids uuid[];
    times bigint[];
  begin
    if not pasar_sees_all() then
      shops := array(select granted.shop_id from member_shop granted where granted.member_id = pasar_member()
        and (among is null or granted.shop_id = any(among)));
    end if;
    for number in 1 .. cardinality(kinds) loop
      asked := kinds[number];
      wanted := queries[number]::tsquery;
      if asked = 'note' then
        with hit as materialized (
          select e.subject_id, e.at from search_entry e join buyer_note n on n.note_id = e.subject_id
          where e.words @@ wanted and e.account_id = account and e.kind = asked
            and (by_writer is null or e.writer = by_writer) and e.at >= since and e.at < until
            and exists (select from conversation_buyer b join shop s on s.shop_id = b.shop_id
              where b.account_id = account and b.buyer_id = n.buyer_id and s.marketplace = n.marketplace
                and (shops is null or b.shop_id = any(shops)))
          limit counted + 1)
        select (select count(*) from hit), array_agg(page.subject_id), array_agg(page.at) into total, ids, times
          from (select h.subject_id, h.at from hit h where before_at is null or (h.at, h.subject_id) < (before_at, before_id)
            order by h.at desc, h.subject_id desc limit most) page;
      elsif asked = 'buyer' then
        -- The time of the newest message moves without the name being indexed anew.
        with hit as materialized (
          select e.subject_id, c.last_message_at as at
          from search_entry e join conversation c on c.conversation_id = e.subject_id
          where e.words @@ wanted and e.account_id = account and e.kind = asked and by_writer is null
            and (shops is null or e.shop_id = any(shops)) and c.last_message_at >= since and c.last_message_at < until
          limit counted + 1)
        select (select count(*) from hit), array_agg(page.subject_id), array_agg(page.at) into total, ids, times
          from (select h.subject_id, h.at from hit h where before_at is null or (h.at, h.subject_id) < (before_at, before_id)
            order by h.at desc, h.subject_id desc limit most) page;
      else
        with hit as materialized (
          select e.subject_id, e.at from search_entry e
          where e.words @@ wanted and e.account_id = account and e.kind = asked
            and (by_writer is null or e.writer = by_writer) and (shops is null or e.shop_id = any(shops))
            and e.at >= since and e.at < until
          limit counted + 1)
        select (select count(*) from hit), array_agg(page.subject_id), array_agg(page.at) into total, ids, times
          from (select h.subject_id, h.at from hit h where before_at is null or (h.at, h.subject_id) < (before_at, before_id)
            order by h.at desc, h.subject_id desc limit most) page;
        if total > counted then
          -- The hits above are any of them. The newest are met soon on a walk from the newest entry on.
          select array_agg(page.subject_id), array_agg(page.at) into ids, times
            from (select e.subject_id, e.at from search_entry e
              where e.words @@ wanted and e.account_id = account and e.kind = asked
                and (by_writer is null or e.writer = by_writer) and (shops is null or e.shop_id = any(shops))
                and e.at >= since and e.at < until
                and (before_at is null or (e.at, e.subject_id) < (before_at, before_id))
              order by e.at desc, e.subject_id desc limit most) page;
        end if;
      end if;
      return query select asked, total, page.id, page.place
        from unnest(coalesce(ids, array[null::uuid]), coalesce(times, array[null::bigint])) as page (id, place)
        where total > 0;
    end loop;
  end $$;
revoke all on function pasar_search(text[], text[], uuid[], text, bigint, bigint, bigint, uuid, integer, integer) from public;
grant execute on function pasar_search(text[], text[], uuid[], text, bigint, bigint, bigint, uuid, integer, integer)
  to pasar_app;
-- Handed over last, for the same reason as the look-ups of login and session.
grant create on schema public to pasar_identity;
alter function pasar_search_taken() owner to pasar_identity;
alter function pasar_search(text[], text[], uuid[], text, bigint, bigint, bigint, uuid, integer, integer)
  owner to pasar_identity;
revoke create on schema public from pasar_identity;

-- What is there already is indexed by a task. Row security binds the owner of the tables too.
do $$ declare name text; begin
  foreach name in array array['search_due', 'conversation', 'shop_order', 'buyer_note', 'remark'] loop
    execute format('alter table %I no force row level security', name);
  end loop;
  insert into search_due (account_id, kind, subject_ids, is_backlog)
    select account_id, 'buyer', array_agg(conversation_id), true
    from (select account_id, conversation_id, row_number() over (partition by account_id order by conversation_id) / 500 as part
      from conversation) numbered group by account_id, part;
  insert into search_due (account_id, kind, subject_ids, is_backlog)
    select account_id, 'note', array_agg(note_id), true
    from (select account_id, note_id, row_number() over (partition by account_id order by note_id) / 500 as part
      from buyer_note) numbered group by account_id, part;
  insert into search_due (account_id, kind, subject_ids, is_backlog)
    select account_id, 'remark', array_agg(remark_id), true
    from (select account_id, remark_id, row_number() over (partition by account_id order by remark_id) / 500 as part
      from remark) numbered group by account_id, part;
  insert into search_due (account_id, kind, subject_ids, is_backlog)
    select account_id, 'order', array_agg(entry_id), true
    from (select account_id, entry_id, row_number() over (partition by account_id order by created_at desc) / 500 as part
      from shop_order) numbered group by account_id, part;
  -- The conversations that were written in last come first.
  insert into search_due (account_id, kind, subject_ids, is_backlog)
    select account_id, 'history', array[conversation_id], true from conversation order by last_message_at desc;
  foreach name in array array['search_due', 'conversation', 'shop_order', 'buyer_note', 'remark'] loop
    execute format('alter table %I force row level security', name);
  end loop;
end $$;
