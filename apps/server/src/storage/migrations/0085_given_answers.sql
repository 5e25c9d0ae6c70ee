-- What was answered automatically, the texts part by part: the log tells it for as long as it has the row.
alter table auto_reply_queue add column answers text[] not null default '{}';
