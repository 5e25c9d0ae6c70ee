-- What the member wrote, where the text of the answer is its translation.
alter table delivery add column original text;
alter table message add column original text;

-- Translations by text and language, so that what is asked twice is translated once. Only the hash of the text is kept
-- beside its translation. Each account has its own, because a text of a buyer belongs to one account.
create table translation (
  account_id uuid not null references account on delete cascade,
  text_hash bytea not null,
  target_language text not null,
  translated text not null,
  created_at bigint not null,
  primary key (account_id, target_language, text_hash)
);
create index translation_oldest on translation (account_id, created_at);
alter table translation enable row level security, force row level security;
grant select, insert, update, delete on translation to pasar_app, pasar_engine;
create policy tenant on translation to pasar_app, pasar_engine
  using (account_id is not distinct from (select pasar_account()))
  with check (account_id is not distinct from (select pasar_account()));

-- Whether incoming texts are translated: of a conversation, of a shop, or (both null) of the account.
create table translation_switch (
  account_id uuid not null references account on delete cascade,
  shop_id uuid references shop on delete cascade,
  conversation_id uuid references conversation on delete cascade,
  is_on boolean not null,
  unique nulls not distinct (account_id, shop_id, conversation_id)
);
create index translation_switch_shop on translation_switch (shop_id);
create index translation_switch_conversation on translation_switch (conversation_id);
alter table translation_switch enable row level security, force row level security;
grant select, insert, update, delete on translation_switch to pasar_app, pasar_engine;
create policy tenant on translation_switch to pasar_app, pasar_engine
  using (account_id is not distinct from (select pasar_account()) and (shop_id is null or (select pasar_sees_all()) or shop_id in
    (select granted.shop_id from member_shop granted where granted.member_id = (select pasar_member()))))
  with check (account_id is not distinct from (select pasar_account()) and (shop_id is null or (select pasar_sees_all()) or shop_id in
    (select granted.shop_id from member_shop granted where granted.member_id = (select pasar_member()))));
