-- A sign-in by hand in place of a failed row of an import: the import shows how this sign-in stands.
alter table sign_in
  add column corrects_import_id uuid references shop_import on delete set null,
  add column corrects_row integer;
-- The newest one of a row: an earlier one loses the place.
create unique index sign_in_corrects on sign_in (corrects_import_id, corrects_row);

-- When all of a shop was last compared with the marketplace; null before the first time.
alter table shop add column compared_at bigint;
