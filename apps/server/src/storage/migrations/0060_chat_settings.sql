-- Chat settings: those of an account, and those of each member. A row holds what was chosen; the rest is as usual.

create table chat_setting (
  account_id uuid primary key references account on delete cascade,
  -- A part of `AccountChatSetting` of the contract.
  setting jsonb not null
);
alter table chat_setting enable row level security, force row level security;
grant select, insert, update on chat_setting to pasar_app;
create policy tenant on chat_setting to pasar_app
  using (account_id is not distinct from (select pasar_account()))
  with check (account_id is not distinct from (select pasar_account()));

create table member_chat_setting (
  member_id uuid primary key references member on delete cascade,
  account_id uuid not null references account on delete cascade,
  -- A part of `MemberChatSetting` of the domain.
  setting jsonb not null
);
create index member_chat_setting_account on member_chat_setting (account_id);
alter table member_chat_setting enable row level security, force row level security;
grant select, insert, update on member_chat_setting to pasar_app;
create policy tenant on member_chat_setting to pasar_app
  using (account_id is not distinct from (select pasar_account())
    and ((select pasar_sees_all()) or member_id = (select pasar_member())))
  with check (account_id is not distinct from (select pasar_account())
    and ((select pasar_sees_all()) or member_id = (select pasar_member())));
