-- The newest message that the tasks of a shop have put into the ledger.
create index bulk_send_item_shop_sent on bulk_send_item (shop_id, sent_at) where sent_at is not null;
