-- By host of the proxy: the address and country from which its requests come, as the exit probe answered.
alter table ip_subject add column exits jsonb not null default '{}';
alter table proxy_test add column exits jsonb not null default '{}';
