-- How many connections each process with an engine serves, written with the renewal of its leases, so that processes
-- that join or leave share them out anew.
alter table peer add column held integer not null default 0;
