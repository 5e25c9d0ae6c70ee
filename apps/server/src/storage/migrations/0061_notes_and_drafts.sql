-- Notes about a conversation that only colleagues see, and who is mentioned in them.

create table conversation_note (
  -- Made by the window, so that a note that is sent twice is kept once.
  note_id uuid primary key,
  account_id uuid not null,
  shop_id uuid not null,
  conversation_id uuid not null references conversation on delete cascade,
  -- No foreign key: the note stays when its author is deleted.
  author_id uuid not null,
  author_name text not null,
  text text not null,
  written_at bigint not null,
  changed_at bigint,
  -- The newest message at that time: the note stands behind it. Null: before all messages.
  anchor_position bigint
);
create index conversation_note_newest on conversation_note (conversation_id, written_at, note_id);

create table note_mention (
  note_id uuid not null references conversation_note on delete cascade,
  member_id uuid not null references member on delete cascade,
  account_id uuid not null,
  shop_id uuid not null,
  written_at bigint not null,
  seen_at bigint,
  primary key (note_id, member_id)
);
create index note_mention_newest on note_mention (member_id, written_at, note_id);

do $$ declare name text; begin
  foreach name in array array['conversation_note', 'note_mention'] loop
    execute format('alter table %I enable row level security, force row level security', name);
    execute format('grant select, insert, update, delete on %I to pasar_app, pasar_engine', name);
    execute format('create policy tenant on %I to pasar_app, pasar_engine
      using (account_id is not distinct from (select pasar_account()) and ((select pasar_sees_all()) or shop_id in
        (select granted.shop_id from member_shop granted where granted.member_id = (select pasar_member()))))
      with check (account_id is not distinct from (select pasar_account()) and ((select pasar_sees_all()) or shop_id in
        (select granted.shop_id from member_shop granted where granted.member_id = (select pasar_member()))))', name);
  end loop;
end $$;

-- What a member has written and not sent, so that another device of the member goes on. The text is empty once it was
-- sent or given up: another device must not bring the old text back.
create table draft (
  member_id uuid not null references member on delete cascade,
  conversation_id uuid not null references conversation on delete cascade,
  account_id uuid not null,
  shop_id uuid not null,
  text text not null,
  changed_at bigint not null,
  primary key (member_id, conversation_id)
);
create index draft_newest on draft (member_id, changed_at, conversation_id);
create index draft_conversation on draft (conversation_id, changed_at);
alter table draft enable row level security, force row level security;
grant select, insert, update, delete on draft to pasar_app, pasar_engine;
-- A colleague who takes the conversation over is offered the draft, so the policy is that of the shop.
create policy tenant on draft to pasar_app, pasar_engine
  using (account_id is not distinct from (select pasar_account()) and ((select pasar_sees_all()) or shop_id in
    (select granted.shop_id from member_shop granted where granted.member_id = (select pasar_member()))))
  with check (account_id is not distinct from (select pasar_account()) and ((select pasar_sees_all()) or shop_id in
    (select granted.shop_id from member_shop granted where granted.member_id = (select pasar_member()))));
