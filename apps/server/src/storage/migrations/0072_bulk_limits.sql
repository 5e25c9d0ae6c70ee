-- An action on many conversations reaches no further than what its member could have seen.

-- The newest message when the action began; null: the action has no such limit.
alter table bulk_item add column up_to bigint;
