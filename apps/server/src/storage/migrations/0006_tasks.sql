-- The processes that take tasks from the queue in the schema graphile_worker, which the library of that name makes.

-- A worker renews its row while it lives. When a row has lapsed, the tasks that its worker had begun are given to others.
create table task_worker (
  worker_id text primary key,
  alive_until timestamptz not null
);
alter table task_worker enable row level security, force row level security;
grant select, insert, update, delete on task_worker to pasar_engine;
create policy engine_owns on task_worker to pasar_engine using (true) with check (true);
