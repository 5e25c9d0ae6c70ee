-- Who closed a conversation in Pasar, why and when; null for one that is open or was closed elsewhere.
alter table conversation add column closing jsonb;
