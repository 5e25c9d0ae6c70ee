-- An action on many conversations reaches no further than what its member could have seen, and hears of refusals.

-- The newest message when the action began; null: the action has no such limit.
alter table bulk_item add column up_to bigint;

-- The action that made the wish; null for every other wish. When the wish is given up, the action has failed there.
alter table setting_outbox add column bulk_id uuid;
