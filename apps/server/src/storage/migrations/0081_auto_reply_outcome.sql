-- The row of `auto_reply_queue` whose answer a delivery is a part of.
alter table delivery add column auto_reply_id uuid;
create index delivery_auto_reply on delivery (auto_reply_id) where auto_reply_id is not null;

-- Also what a client took was given.
drop index auto_reply_answered;
create index auto_reply_given on auto_reply_queue (conversation_id, ended_at)
  where state = 'answered' or reason = 'taken';

-- An answer of which no part has arrived or may have arrived was not given. `refused`: by the marketplace. Where the sender
-- withdrew it, the buyer does not wait for it any more, or its time is over.
create function pasar_settle_auto_reply() returns trigger
  language plpgsql security definer set search_path = public, pg_temp
  as $$
  declare
    is_given boolean;
    is_refused boolean;
  begin
    -- Two parts that end at the same moment are counted one after the other.
    perform from auto_reply_queue where queue_id = new.auto_reply_id for update;
    select coalesce(bool_or(state not in ('refused', 'dismissed')), false), coalesce(bool_or(state = 'refused'), false)
      into is_given, is_refused from delivery where auto_reply_id = new.auto_reply_id;
    update auto_reply_queue q set state = case when is_given then 'answered' else 'skipped' end,
      reason = case when is_given then null when is_refused then 'refused' when exists (select from conversation c
          where c.conversation_id = new.conversation_id and c.waiting_since is not null
            and greatest(c.last_reply_position, c.set_aside_position, -1) < new.anchor_position) then 'late'
        else 'answered' end
    where q.queue_id = new.auto_reply_id and q.state = case when is_given then 'skipped' else 'answered' end;
    return null;
  end $$;
revoke all on function pasar_settle_auto_reply() from public;
-- A person who puts a failed or unconfirmed message away changes nothing about what became of it.
create trigger settle_auto_reply after update of state on delivery for each row
  when (new.auto_reply_id is not null and old.state is distinct from new.state
    and not (old.state in ('refused', 'unconfirmed') and new.state = 'dismissed'))
  execute function pasar_settle_auto_reply();
grant create on schema public to pasar_engine;
alter function pasar_settle_auto_reply() owner to pasar_engine;
revoke create on schema public from pasar_engine;
