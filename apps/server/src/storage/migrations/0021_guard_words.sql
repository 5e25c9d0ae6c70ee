-- The words of which an account is warned before a text goes out, by country; without a row, the list of Pasar.
create table guard_words (
  account_id uuid not null references account on delete cascade,
  country text not null,
  words text[] not null,
  primary key (account_id, country)
);
alter table guard_words enable row level security, force row level security;
grant select, insert, update, delete on guard_words to pasar_app;
create policy tenant on guard_words to pasar_app
  using (account_id is not distinct from (select pasar_account()))
  with check (account_id is not distinct from (select pasar_account()) and (select pasar_sees_all()));
