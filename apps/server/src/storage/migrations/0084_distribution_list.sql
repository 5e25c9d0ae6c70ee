-- Recipients of all tasks of messages to many buyers, the newest first, of the account and of a shop.
create index bulk_send_item_newest on bulk_send_item (account_id, item_id) where care_kind is null;
create index bulk_send_item_shop_newest on bulk_send_item (shop_id, item_id) where care_kind is null;
