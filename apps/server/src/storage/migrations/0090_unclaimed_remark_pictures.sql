-- Housekeeping deletes the pictures that no remark took. See decision 33.
create policy engine_forgets on remark_picture to pasar_engine
  using (account_id is not distinct from (select pasar_account()) and remark_id is null);
create index remark_picture_unclaimed on remark_picture (account_id, created_at) where member_id is not null;
