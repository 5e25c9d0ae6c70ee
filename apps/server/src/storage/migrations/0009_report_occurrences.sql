-- How often what the report tells was seen.
alter table client_report add column occurrences integer not null default 1;
