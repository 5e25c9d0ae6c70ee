-- The answers that members have given to buyers' offers, by the marketplace's ids: written before the marketplace is
-- asked, so that no offer is answered twice. `is_told`: the marketplace has taken the answer.
create table offer_answer (
  shop_id uuid not null references shop on delete cascade,
  offer_id text not null,
  account_id uuid not null references account on delete cascade,
  is_accepted boolean not null,
  is_told boolean not null,
  asked_at bigint not null,
  primary key (shop_id, offer_id)
);
alter table offer_answer enable row level security, force row level security;
grant select, insert, update, delete on offer_answer to pasar_app;
create policy tenant on offer_answer to pasar_app
  using (account_id is not distinct from (select pasar_account()) and ((select pasar_sees_all()) or shop_id in
    (select granted.shop_id from member_shop granted where granted.member_id = (select pasar_member()))))
  with check (account_id is not distinct from (select pasar_account()) and ((select pasar_sees_all()) or shop_id in
    (select granted.shop_id from member_shop granted where granted.member_id = (select pasar_member()))));

-- The shops for whose conversations no suggestion is asked.
create table suggestions_off (
  shop_id uuid primary key references shop on delete cascade,
  account_id uuid not null references account on delete cascade
);
alter table suggestions_off enable row level security, force row level security;
grant select, insert, delete, update on suggestions_off to pasar_app;
create policy tenant on suggestions_off to pasar_app
  using (account_id is not distinct from (select pasar_account()) and ((select pasar_sees_all()) or shop_id in
    (select granted.shop_id from member_shop granted where granted.member_id = (select pasar_member()))))
  with check (account_id is not distinct from (select pasar_account()) and ((select pasar_sees_all()) or shop_id in
    (select granted.shop_id from member_shop granted where granted.member_id = (select pasar_member()))));

-- The members who have seen what goes to a model, and to which host. At another host they are asked again.
create table suggestion_consent (
  member_id uuid primary key references member on delete cascade,
  account_id uuid not null references account on delete cascade,
  host text not null
);
alter table suggestion_consent enable row level security, force row level security;
grant select, insert, update on suggestion_consent to pasar_app;
create policy tenant on suggestion_consent to pasar_app
  using (account_id is not distinct from (select pasar_account())
    and ((select pasar_sees_all()) or member_id = (select pasar_member())))
  with check (account_id is not distinct from (select pasar_account())
    and ((select pasar_sees_all()) or member_id = (select pasar_member())));
