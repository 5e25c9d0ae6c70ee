-- The remarks about a buyer, the pending ones first and each newest first: `PLACES` of the list. See decision 33.
create index remark_buyer_pending on remark
  (account_id, buyer_id, (created_at + case status when 'wait' then 4611686018427387904 else 0 end), remark_id);
