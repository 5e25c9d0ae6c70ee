-- By which rules buyers are answered automatically: those of a country of a marketplace, or those of a shop.
create table auto_reply_setting (
  setting_id uuid primary key default uuidv7(),
  account_id uuid not null references account on delete cascade,
  marketplace text not null,
  country text not null,
  -- Null: for all shops of the country that have no own.
  shop_id uuid references shop on delete cascade,
  -- `AutoReplySwitches` of the domain, with the parts of the usual answer and its variants.
  setting jsonb not null,
  constraint auto_reply_setting_once unique nulls not distinct (account_id, marketplace, country, shop_id)
);
create index auto_reply_setting_shop on auto_reply_setting (shop_id);

create table auto_reply_keyword (
  keyword_id uuid primary key default uuidv7(),
  setting_id uuid not null references auto_reply_setting on delete cascade,
  account_id uuid not null references account on delete cascade,
  keywords text[] not null,
  is_whole boolean not null,
  -- The parts of the answer, and its variants in other languages.
  answer jsonb not null
);
create index auto_reply_keyword_setting on auto_reply_keyword (setting_id);
create index auto_reply_keyword_account on auto_reply_keyword (account_id);

-- A number that grows with each change of an account's rules, so that a process reads them again. `is_on`: any rule is on, so
-- that new messages are looked at.
create table auto_reply_version (
  account_id uuid primary key references account on delete cascade,
  version bigint not null,
  is_on boolean not null
);

-- Answers that wait for their time, and what has become of them: the log.
create table auto_reply_queue (
  queue_id uuid primary key default uuidv7(),
  account_id uuid not null references account on delete cascade,
  shop_id uuid not null references shop on delete cascade,
  conversation_id uuid not null references conversation on delete cascade,
  -- The buyer's message that is answered.
  message_id uuid not null references message on delete cascade,
  position bigint not null,
  written_at bigint not null,
  -- `AutoReplyKind` of the domain, and what the rule was: its id and the keyword, or the place of the question.
  kind text not null,
  keyword_id uuid,
  keyword text,
  faq_place integer,
  due_at bigint not null,
  -- `waiting`, `answered` or `skipped`.
  state text not null default 'waiting',
  -- Why it was skipped: `AutoReplyReason` of the domain.
  reason text,
  ended_at bigint,
  constraint auto_reply_once unique (message_id)
);
-- A conversation waits for at most one greeting and one usual answer.
create unique index auto_reply_waiting on auto_reply_queue (conversation_id, kind)
  where state = 'waiting' and kind in ('welcome', 'default');
create index auto_reply_due on auto_reply_queue (account_id, due_at) where state = 'waiting';
create index auto_reply_shop on auto_reply_queue (shop_id, queue_id);
create index auto_reply_log on auto_reply_queue (account_id, queue_id);
create index auto_reply_answered on auto_reply_queue (conversation_id, ended_at) where state = 'answered';
create index auto_reply_conversation on auto_reply_queue (conversation_id);
create index auto_reply_old on auto_reply_queue (ended_at) where state <> 'waiting';

do $$
declare
  name text;
begin
  foreach name in array array['auto_reply_setting', 'auto_reply_keyword', 'auto_reply_version', 'auto_reply_queue'] loop
    execute format('alter table %I enable row level security, force row level security', name);
    execute format('grant select, insert, update, delete on %I to pasar_app, pasar_engine', name);
  end loop;
  foreach name in array array['auto_reply_setting', 'auto_reply_keyword', 'auto_reply_version'] loop
    execute format('create policy tenant on %I to pasar_app, pasar_engine
      using (account_id is not distinct from (select pasar_account()))
      with check (account_id is not distinct from (select pasar_account()))', name);
  end loop;
end $$;
create policy tenant on auto_reply_queue to pasar_app, pasar_engine
  using (account_id is not distinct from (select pasar_account()) and ((select pasar_sees_all()) or shop_id in
    (select granted.shop_id from member_shop granted where granted.member_id = (select pasar_member()))))
  with check (account_id is not distinct from (select pasar_account()) and ((select pasar_sees_all()) or shop_id in
    (select granted.shop_id from member_shop granted where granted.member_id = (select pasar_member()))));

-- The row puts its own task into the queue, at its time; an earlier time replaces the task that waits.
create function pasar_plan_auto_reply() returns trigger
  language plpgsql security definer set search_path = public, pg_temp
  as $$ begin
    perform graphile_worker.add_job('auto-reply', json_build_object('accountId', new.account_id,
      'input', json_build_object('queueId', new.queue_id)), job_key => 'auto-reply/' || new.queue_id,
      run_at => to_timestamp(new.due_at / 1000.0), max_attempts => 20);
    return null;
  end $$;
revoke all on function pasar_plan_auto_reply() from public;
create trigger plan_auto_reply after insert or update of due_at on auto_reply_queue
  for each row when (new.state = 'waiting') execute function pasar_plan_auto_reply();
grant create on schema public to pasar_engine;
alter function pasar_plan_auto_reply() owner to pasar_engine;
revoke create on schema public from pasar_engine;

-- Pictures of automatic messages. `used_by` null: until a setting, a rule or a task that names it is saved.
create table automatic_picture (
  picture_id uuid primary key default uuidv7(),
  account_id uuid not null references account on delete cascade,
  used_by uuid,
  file_name text not null,
  type text not null,
  bytes bytea not null,
  created_at bigint not null
);
create index automatic_picture_used on automatic_picture (account_id, used_by);
alter table automatic_picture enable row level security, force row level security;
grant select, insert, update, delete on automatic_picture to pasar_app;
grant select on automatic_picture to pasar_engine;
create policy tenant on automatic_picture to pasar_app, pasar_engine
  using (account_id is not distinct from (select pasar_account()))
  with check (account_id is not distinct from (select pasar_account()));
