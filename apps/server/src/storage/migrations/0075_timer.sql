-- What the queue holds of the transaction's account. The role that answers members has no access to the schema of the queue.
create function pasar_timer_tasks()
  returns table (task_id bigint, name text, input json, due_at bigint, is_running boolean, tries integer, most_tries integer,
    error text)
  language plpgsql stable security definer set search_path = public, pg_temp
  as $$ begin
    return query select j.id, t.identifier, j.payload -> 'input', (extract(epoch from j.run_at) * 1000)::bigint,
        j.locked_at is not null, j.attempts::integer, j.max_attempts::integer, j.last_error
      from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
      where j.payload ->> 'accountId' = pasar_account()::text;
  end $$;

-- Lets a task of the transaction's account that has failed, for good or until its next try, be tried at once, as if for the
-- first time. A task that was never tried keeps its time: before it, the task would do nothing and be gone. False: there is none.
create function pasar_retry_timer_task(wanted bigint) returns boolean
  language plpgsql security definer set search_path = public, pg_temp
  as $$ begin
    if not exists (select from graphile_worker._private_jobs j
        where j.id = wanted and j.locked_at is null and j.attempts > 0 and j.payload ->> 'accountId' = pasar_account()::text) then
      return false;
    end if;
    return exists (select from graphile_worker.reschedule_jobs(array[wanted], run_at => now(), attempts => 0));
  end $$;

revoke all on function pasar_timer_tasks(), pasar_retry_timer_task(bigint) from public;
grant execute on function pasar_timer_tasks(), pasar_retry_timer_task(bigint) to pasar_app;
grant create on schema public to pasar_engine;
alter function pasar_timer_tasks() owner to pasar_engine;
alter function pasar_retry_timer_task(bigint) owner to pasar_engine;
revoke create on schema public from pasar_engine;
