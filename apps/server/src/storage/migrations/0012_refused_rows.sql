-- The rows of the file that did not become sign-ins, with their reasons; without their passwords.
alter table shop_import add column refused_rows jsonb not null default '[]';
