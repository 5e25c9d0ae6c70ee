-- Messages to many buyers by one task.
create table bulk_send_task (
  task_id uuid primary key default uuidv7(),
  account_id uuid not null references account on delete cascade,
  -- Null once the member is gone; the task goes on. The name stays.
  member_id uuid references member on delete set null,
  author text not null,
  name text not null,
  -- `immediate` or `timed`, with the start of a timed task.
  type text not null,
  send_at bigint,
  interval_seconds integer not null,
  -- `BulkSendTarget`, `BulkSendConditions` and `AutomaticContent` of the contract.
  target jsonb not null,
  conditions jsonb not null,
  content jsonb not null,
  -- `BulkSendState` of the domain.
  state text not null default 'wait',
  -- Why it was cancelled: a reason of the domain.
  reason text,
  -- The counters are those of its items. A trigger keeps them, and ends the task with its last item.
  total integer not null default 0,
  sent integer not null default 0,
  succeeded integer not null default 0,
  failed integer not null default 0,
  skipped integer not null default 0,
  unconfirmed integer not null default 0,
  answered integer not null default 0,
  -- Items that wait or are on their way.
  open integer not null default 0,
  created_at bigint not null,
  begun_at bigint,
  ended_at bigint,
  -- The program that sends it, a member of the kind API token, and until when without a renewal.
  host_id uuid,
  host_until bigint
);
create index bulk_send_task_newest on bulk_send_task (account_id, task_id);
create index bulk_send_task_member on bulk_send_task (member_id, task_id);

create table bulk_send_item (
  item_id uuid primary key default uuidv7(),
  task_id uuid not null references bulk_send_task on delete cascade,
  account_id uuid not null,
  shop_id uuid not null references shop on delete cascade,
  -- Null: Pasar has no conversation with the buyer.
  conversation_id uuid references conversation on delete cascade,
  buyer_name text not null,
  -- The order by which the buyer was chosen.
  order_id text,
  order_number text,
  -- `BulkItemState` of the domain.
  state text not null default 'wait',
  -- Why it was skipped (`BulkSkipReason`) or failed (`ReasonCode`), and the other side's words.
  reason text,
  detail text,
  -- Its message, an array of `AutomaticPart`, as it was first put into the ledger; null until then. Later attempts put the
  -- same parts, whatever the buyer's language and the variables are by then.
  parts jsonb,
  -- How often its message was put into the ledger and withdrawn or sent again, and the numbers of the parts that have arrived
  -- or may have: those are not put again.
  attempt integer not null default 0,
  done_parts integer[] not null default '{}',
  sent_at bigint,
  ended_at bigint,
  answered_at bigint
);
create unique index bulk_send_item_once on bulk_send_item (task_id, conversation_id);
create index bulk_send_item_place on bulk_send_item (task_id, item_id);
create index bulk_send_item_state on bulk_send_item (task_id, state, item_id);
create index bulk_send_item_wait on bulk_send_item (task_id, shop_id, item_id) where state = 'wait';
create index bulk_send_item_sent on bulk_send_item (task_id, shop_id) where state = 'sent';
create index bulk_send_item_shop on bulk_send_item (shop_id);
create index bulk_send_item_conversation on bulk_send_item (conversation_id);

-- What holds for all messages without a person: `SendMessageConfig` of the domain.
create table send_message_config (
  account_id uuid primary key references account on delete cascade,
  config jsonb not null
);
-- Automatic messages that a program has sent by itself.
create table send_message_log (
  log_id uuid primary key default uuidv7(),
  account_id uuid not null references account on delete cascade,
  shop_id uuid not null references shop on delete cascade,
  conversation_id uuid not null references conversation on delete cascade,
  sent_at bigint not null,
  constraint send_message_log_once unique (conversation_id, sent_at)
);
create index send_message_log_shop on send_message_log (shop_id);
create index send_message_log_old on send_message_log (account_id, sent_at);

do $$
declare
  name text;
begin
  foreach name in array array['bulk_send_task', 'bulk_send_item', 'send_message_config', 'send_message_log'] loop
    execute format('alter table %I enable row level security, force row level security', name);
    execute format('grant select, insert, update, delete on %I to pasar_app, pasar_engine', name);
  end loop;
  foreach name in array array['bulk_send_item', 'send_message_log'] loop
    execute format('create policy tenant on %I to pasar_app
      using (account_id is not distinct from (select pasar_account()) and ((select pasar_sees_all()) or shop_id in
        (select granted.shop_id from member_shop granted where granted.member_id = (select pasar_member()))))
      with check (account_id is not distinct from (select pasar_account()) and ((select pasar_sees_all()) or shop_id in
        (select granted.shop_id from member_shop granted where granted.member_id = (select pasar_member()))))', name);
  end loop;
  -- The triggers below work as the engine, whoever moves a delivery, so that no counter depends on what a member sees.
  foreach name in array array['bulk_send_task', 'bulk_send_item', 'send_message_log'] loop
    execute format('create policy engine on %I to pasar_engine
      using (account_id is not distinct from (select pasar_account()))
      with check (account_id is not distinct from (select pasar_account()))', name);
  end loop;
end $$;
create policy tenant on bulk_send_task to pasar_app
  using (account_id is not distinct from (select pasar_account())
    and ((select pasar_sees_all()) or member_id = (select pasar_member())))
  with check (account_id is not distinct from (select pasar_account())
    and ((select pasar_sees_all()) or member_id = (select pasar_member())));
create policy tenant on send_message_config to pasar_app, pasar_engine
  using (account_id is not distinct from (select pasar_account()))
  with check (account_id is not distinct from (select pasar_account()));

-- The recipient whose message a delivery is, and which of its parts.
alter table delivery add column bulk_item_id uuid, add column bulk_part integer;
create index delivery_bulk_item on delivery (bulk_item_id) where bulk_item_id is not null;
-- How many automatic messages a buyer got.
create index message_automatic on message (conversation_id, sent_at) where cause is not null;

-- Housekeeping deletes the pictures of tasks that are past their time.
grant delete on automatic_picture to pasar_engine;

-- The row of a task puts it into the queue, at its time. A task that goes on starts at once.
create function pasar_plan_bulk_send() returns trigger
  language plpgsql security definer set search_path = public, pg_temp
  as $$ begin
    perform graphile_worker.add_job('bulk-send', json_build_object('accountId', new.account_id,
      'input', json_build_object('taskId', new.task_id)), job_key => 'bulk-send/' || new.task_id, max_attempts => 20,
      run_at => case when new.begun_at is null and new.send_at is not null then to_timestamp(new.send_at / 1000.0)
        else now() end);
    return null;
  end $$;

-- An item that is counted with a state, or no longer.
create type bulk_send_move as (task_id uuid, state text, is_answered boolean, change integer);
-- The counters of tasks follow their items; a running task without items that wait or are on their way has ended.
create function pasar_count_bulk_send() returns trigger
  language plpgsql security definer set search_path = public, pg_temp
  as $$
  declare
    moves bulk_send_move[];
  begin
    if tg_op = 'INSERT' then
      moves := array(select row(task_id, state, answered_at is not null, 1)::bulk_send_move from added);
    elsif tg_op = 'DELETE' then
      moves := array(select row(task_id, state, answered_at is not null, -1)::bulk_send_move from taken);
    else
      moves := array(
        select row(task_id, state, answered_at is not null, 1)::bulk_send_move from added union all
        select row(task_id, state, answered_at is not null, -1)::bulk_send_move from taken);
    end if;
    if cardinality(moves) > 0 then perform pasar_move_bulk_send(moves); end if;
    return null;
  end $$;
create function pasar_move_bulk_send(moves bulk_send_move[]) returns void
  language sql security definer set search_path = public, pg_temp
  as $$
    with moved as (
      select task_id, sum(change) as total, coalesce(sum(change) filter (where state = 'sent'), 0) as sent,
        coalesce(sum(change) filter (where state = 'success'), 0) as succeeded,
        coalesce(sum(change) filter (where state = 'fail'), 0) as failed,
        coalesce(sum(change) filter (where state = 'skip'), 0) as skipped,
        coalesce(sum(change) filter (where state = 'unconfirmed'), 0) as unconfirmed,
        coalesce(sum(change) filter (where is_answered), 0) as answered,
        coalesce(sum(change) filter (where state in ('wait', 'sent')), 0) as open
      from unnest(moves) group by task_id)
    update bulk_send_task t set total = t.total + m.total, sent = t.sent + m.sent, succeeded = t.succeeded + m.succeeded,
      failed = t.failed + m.failed, skipped = t.skipped + m.skipped, unconfirmed = t.unconfirmed + m.unconfirmed,
      answered = t.answered + m.answered, open = t.open + m.open,
      state = case when t.state = 'processing' and t.open + m.open = 0 then 'finish' else t.state end,
      ended_at = case when t.state = 'processing' and t.open + m.open = 0
        then (extract(epoch from clock_timestamp()) * 1000)::bigint else t.ended_at end
    from moved m where t.task_id = m.task_id
  $$;

-- What became of a recipient follows the deliveries of its message. A failed part withdraws the parts behind it: the sender
-- asks for the state of the recipient before the first byte. So only what is on the wire keeps a recipient with a failed part.
create function pasar_settle_bulk_item() returns trigger
  language plpgsql security definer set search_path = public, pg_temp
  as $$
  declare
    item bulk_send_item;
    found record;
    done integer[];
    is_whole boolean;
    next text;
  begin
    select * into item from bulk_send_item where item_id = new.bulk_item_id for update;
    if item.item_id is null then return null; end if;
    -- What the sender has withdrawn belongs to no recipient any more, and its part is missing.
    if new.state = 'dismissed' and old.state in ('pending', 'claimed') then
      update delivery set bulk_item_id = null where delivery_id = new.delivery_id;
    end if;
    select count(*) filter (where state in ('intent', 'doubted')) as open,
      count(*) filter (where state in ('pending', 'claimed')) as pending, count(*) filter (where state = 'refused') as refused,
      count(*) filter (where state = 'unconfirmed') as unconfirmed, count(*) filter (where state = 'dismissed') as dismissed,
      array_agg(bulk_part) filter (where state in ('confirmed', 'unconfirmed')) as done,
      (array_agg(coalesce(refusal_reason, 'send_failed') order by created_at, delivery_id)
        filter (where state = 'refused'))[1] as reason,
      (array_agg(refusal_detail order by created_at, delivery_id) filter (where state = 'refused'))[1] as detail
    into found from delivery where bulk_item_id = new.bulk_item_id;
    done := array(select distinct part from unnest(item.done_parts || found.done) part where part is not null order by part);
    is_whole := item.parts is null or cardinality(done) >= jsonb_array_length(item.parts);
    next := case when found.open > 0 then 'sent'
      when found.refused > 0 then case when found.unconfirmed > 0 then 'unconfirmed' else 'fail' end
      -- Where a person has put a failed or unconfirmed part away, what became of the recipient stays, if that was known.
      when found.pending > 0 then case when found.dismissed > 0 then item.state else 'sent' end
      when found.dismissed > 0 then case when item.state <> 'sent' then item.state
        when is_whole then 'unconfirmed' else 'fail' end
      when not is_whole then case when item.state in ('wait', 'skip') then item.state
        when exists (select from bulk_send_task t where t.task_id = item.task_id and t.state = 'finish') then 'fail'
        else 'wait' end
      when found.unconfirmed > 0 then 'unconfirmed' else 'success' end;
    update bulk_send_item i set state = next, done_parts = done,
      reason = case when next = 'fail' then coalesce(found.reason, item.reason, 'send_failed')
        when next = 'skip' then item.reason end,
      detail = case when next = 'fail' then case when found.refused > 0 then found.detail else item.detail end end,
      attempt = i.attempt + case when next = 'wait' and item.state <> 'wait' then 1 else 0 end,
      sent_at = case when next <> 'wait' then i.sent_at end,
      ended_at = case when next not in ('sent', 'wait') then (extract(epoch from clock_timestamp()) * 1000)::bigint end
    where i.item_id = item.item_id and (item.state, item.done_parts) is distinct from (next, done);
    -- The run of the shop may have ended with this recipient.
    if next = 'wait' and item.state <> 'wait' then
      perform graphile_worker.add_job('bulk-send-shop', json_build_object('accountId', item.account_id,
        'input', json_build_object('taskId', item.task_id, 'shopId', item.shop_id)),
        job_key => concat_ws('/', 'bulk-send-shop', item.account_id, item.task_id, item.shop_id), max_attempts => 20,
        run_at => now(), job_key_mode => 'preserve_run_at');
    end if;
    return null;
  end $$;

-- A buyer who writes within a day of the message has answered it.
create function pasar_answer_bulk_item() returns trigger
  language plpgsql security definer set search_path = public, pg_temp
  as $$ begin
    -- Every message of a buyer comes here, and an update of no rows fires the trigger that counts.
    if not exists (select from bulk_send_item where conversation_id = new.conversation_id) then return null; end if;
    update bulk_send_item set answered_at = new.buyer_wrote_at
    where conversation_id = new.conversation_id and answered_at is null and state in ('sent', 'success', 'unconfirmed')
      and new.buyer_wrote_at between sent_at and sent_at + 86400000;
    return null;
  end $$;

create trigger plan_bulk_send after insert or update of state, send_at on bulk_send_task
  for each row when (new.state = 'wait') execute function pasar_plan_bulk_send();
create trigger count_new_bulk_items after insert on bulk_send_item referencing new table as added
  for each statement execute function pasar_count_bulk_send();
create trigger count_moved_bulk_items after update on bulk_send_item referencing new table as added old table as taken
  for each statement execute function pasar_count_bulk_send();
create trigger count_gone_bulk_items after delete on bulk_send_item referencing old table as taken
  for each statement execute function pasar_count_bulk_send();
create trigger settle_bulk_item after update of state on delivery for each row
  when (new.bulk_item_id is not null and old.state is distinct from new.state) execute function pasar_settle_bulk_item();
create trigger answer_bulk_item after update of buyer_wrote_at on conversation for each row
  when (new.buyer_wrote_at is distinct from old.buyer_wrote_at) execute function pasar_answer_bulk_item();

-- The owner who migrates may name the functions in triggers only as long as they are the owner's.
do $$
declare
  name text;
begin
  grant create on schema public to pasar_engine;
  foreach name in array array['pasar_plan_bulk_send()', 'pasar_count_bulk_send()', 'pasar_move_bulk_send(bulk_send_move[])',
    'pasar_settle_bulk_item()', 'pasar_answer_bulk_item()'] loop
    execute format('revoke all on function %s from public', name);
    execute format('alter function %s owner to pasar_engine', name);
  end loop;
  revoke create on schema public from pasar_engine;
end $$;
