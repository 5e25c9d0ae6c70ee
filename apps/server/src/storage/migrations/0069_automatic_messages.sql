-- Messages that are sent without a person. `cause`: `AutomaticCause` of the domain; null for a message that a member wrote.
-- Nobody wrote an automatic answer, so its delivery has no member.
alter table delivery alter column member_id drop not null, add column cause text,
  -- After this time the message is withdrawn instead of sent; null: it is sent whenever its shop can send again.
  add column not_after bigint,
  add constraint delivery_writer check (cause is not null or member_id is not null);
alter table message add column cause text;

-- Where nothing is sent without a person until a member ends it: in a shop, or with no shop in the whole account.
create table automatic_stop (
  account_id uuid not null references account on delete cascade,
  shop_id uuid references shop on delete cascade,
  stopped_at bigint not null,
  -- The name of the member; it stays when the member is deleted.
  stopped_by text not null,
  constraint automatic_stop_once unique nulls not distinct (account_id, shop_id)
);
create index automatic_stop_shop on automatic_stop (shop_id);
alter table automatic_stop enable row level security, force row level security;
grant select, insert, delete on automatic_stop to pasar_app, pasar_engine;
create policy tenant on automatic_stop to pasar_app, pasar_engine
  using (account_id is not distinct from (select pasar_account()) and (shop_id is null or (select pasar_sees_all()) or
    shop_id in (select granted.shop_id from member_shop granted where granted.member_id = (select pasar_member()))))
  with check (account_id is not distinct from (select pasar_account()) and (shop_id is null or (select pasar_sees_all()) or
    shop_id in (select granted.shop_id from member_shop granted where granted.member_id = (select pasar_member()))));
