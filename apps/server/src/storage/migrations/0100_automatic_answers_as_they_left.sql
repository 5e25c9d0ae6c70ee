-- Whether a program that had the task before may have written to its buyers without asking Pasar for them. `host_asks` is about
-- the lease that began last.
alter table bulk_send_task add column host_wrote_unasked boolean not null default false;

-- The log names the texts that the buyer has or may have. Its owner replaces the function: the role that migrates may own nothing
-- of that role's.
grant create on schema public to pasar_engine;
set role pasar_engine;
create or replace function pasar_settle_auto_reply() returns trigger
  language plpgsql security definer set search_path = public, pg_temp
  as $$
  declare
    is_given boolean;
    is_refused boolean;
    texts text[];
  begin
    -- Two parts that end at the same moment are counted one after the other.
    perform from auto_reply_queue where queue_id = new.auto_reply_id for update;
    select coalesce(bool_or(state not in ('refused', 'dismissed')), false), coalesce(bool_or(state = 'refused'), false),
        coalesce(array_agg(content ->> 'text' order by created_at, delivery_id)
          filter (where state not in ('refused', 'dismissed') and content ->> 'type' = 'text'), '{}')
      into is_given, is_refused, texts from delivery where auto_reply_id = new.auto_reply_id;
    update auto_reply_queue q set state = case when is_given then 'answered' else 'skipped' end,
      reason = case when is_given then null when is_refused then 'refused' when exists (select from conversation c
          where c.conversation_id = new.conversation_id and c.waiting_since is not null
            and greatest(c.last_reply_position, c.set_aside_position, -1) < new.anchor_position) then 'late'
        else 'answered' end
    where q.queue_id = new.auto_reply_id and q.state = case when is_given then 'skipped' else 'answered' end;
    if new.state in ('refused', 'dismissed') or old.state in ('refused', 'dismissed') then
      update auto_reply_queue q set answers = texts where q.queue_id = new.auto_reply_id and q.answers is distinct from texts;
    end if;
    return null;
  end $$;
-- A buyer who writes within a day of the message has answered it, once a part of it has left.
create or replace function pasar_answer_bulk_item() returns trigger
  language plpgsql security definer set search_path = public, pg_temp
  as $$ begin
    -- Every message of a buyer comes here, and an update of no rows fires the trigger that counts.
    if not exists (select from bulk_send_item where conversation_id = new.conversation_id) then return null; end if;
    update bulk_send_item i set answered_at = new.buyer_wrote_at
    where i.conversation_id = new.conversation_id and answered_at is null and state in ('sent', 'success', 'unconfirmed')
      and new.buyer_wrote_at between sent_at and sent_at + 86400000
      and (handed_at is not null or exists (select from delivery d where d.bulk_item_id = i.item_id
        and d.state in ('intent', 'doubted', 'confirmed', 'unconfirmed')));
    return null;
  end $$;
reset role;
revoke create on schema public from pasar_engine;

-- When the list of questions last changed. A number that a buyer writes means the list as it was sent with the greeting.
alter table chat_setting add column questions_changed_at bigint;
