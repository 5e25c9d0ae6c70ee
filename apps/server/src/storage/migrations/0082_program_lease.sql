-- When a program first took the task, in milliseconds since the epoch: what it has sent since then it may not have told.
alter table bulk_send_task add column host_since bigint;
