-- A login counts its rows in quarantine, and they go with the login or the shop. The rows so far are dropped: they may
-- belong to logins that are gone, and an owner whom row security binds could not tell.
truncate quarantine;
alter table quarantine
  add foreign key (connection_id) references connection on delete cascade,
  add foreign key (shop_id) references shop on delete cascade;
-- How many rows of the table quarantine belong to the login.
alter table connection add column unreadable_count integer not null default 0;
