-- What the conditions of automatic messages ask of messages that the account no longer keeps: when a shop wrote to a buyer, and
-- not what. Rows are there for as long as the longest span that a condition can ask for.
create table forgotten_sending (
  account_id uuid not null references account on delete cascade,
  shop_id uuid not null references shop on delete cascade,
  conversation_id uuid not null references conversation on delete cascade,
  sent_at bigint not null,
  -- `AutomaticCause` of the domain; null: a person or a program wrote it, or the marketplace's own robot.
  cause text
);
create index forgotten_sending_conversation on forgotten_sending (conversation_id, sent_at);
create index forgotten_sending_shop on forgotten_sending (shop_id);
create index forgotten_sending_old on forgotten_sending (account_id, sent_at);
alter table forgotten_sending enable row level security, force row level security;
grant select, insert, update, delete on forgotten_sending to pasar_app, pasar_engine;
create policy tenant on forgotten_sending to pasar_app
  using (account_id is not distinct from (select pasar_account()) and ((select pasar_sees_all()) or shop_id in
    (select granted.shop_id from member_shop granted where granted.member_id = (select pasar_member()))))
  with check (account_id is not distinct from (select pasar_account()) and ((select pasar_sees_all()) or shop_id in
    (select granted.shop_id from member_shop granted where granted.member_id = (select pasar_member()))));
create policy engine on forgotten_sending to pasar_engine
  using (account_id is not distinct from (select pasar_account()))
  with check (account_id is not distinct from (select pasar_account()));

-- How many of a shop's deleted messages came in a row after the buyer's last one, and when the newest of them was sent. They
-- count while the buyer has not written since, however long ago that was.
alter table conversation
  add column forgotten_in_a_row integer not null default 0,
  add column forgotten_until bigint not null default 0;
