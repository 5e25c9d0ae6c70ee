-- Whether the program that has a task asks Pasar for its recipients. Then it is known whom it may have written to.
alter table bulk_send_task add column host_asks boolean not null default false;

-- A recipient whom a program has: since when, the buyer's id, and how many messages of the task the program has for the buyer.
-- Null: the recipient is the server's. What became of the message the program tells, and not the ledger.
alter table bulk_send_item add column handed_at bigint, add column handed_to text, add column handed_messages integer;
-- Of whom a program has not told yet.
create index bulk_send_item_handed on bulk_send_item (task_id, shop_id) where state = 'sent' and handed_at is not null;
-- How many automatic messages a buyer got.
create index bulk_send_item_handed_to on bulk_send_item (shop_id, handed_to, sent_at) where handed_to is not null;

-- Its owner replaces the function: the role that migrates may own nothing of that role's.
grant create on schema public to pasar_engine;
set role pasar_engine;
create or replace function pasar_settle_bulk_item() returns trigger
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
    -- A program has the recipient: a part of an earlier attempt that turns up says nothing about the parts that the program has.
    if item.handed_at is not null then
      update bulk_send_item i set done_parts = done where i.item_id = item.item_id and i.done_parts is distinct from done;
      return null;
    end if;
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
reset role;
revoke create on schema public from pasar_engine;

-- The log of automatic answers of a kind, the newest first, of the account and of a shop.
create index auto_reply_log_kind on auto_reply_queue (account_id, kind, queue_id);
create index auto_reply_shop_kind on auto_reply_queue (shop_id, kind, queue_id);

-- Housekeeping deletes the pictures that no quick reply took.
create policy engine_forgets on quick_reply_picture to pasar_engine
  using (account_id is not distinct from (select pasar_account()) and reply_id is null);
create index quick_reply_picture_unclaimed on quick_reply_picture (account_id, created_at) where reply_id is null;
