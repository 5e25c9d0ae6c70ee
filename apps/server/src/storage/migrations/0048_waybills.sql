-- When the waybill of an order was last ordered from here, in milliseconds, and the name of the member who ordered it.
alter table shop_order
  add column waybill_at bigint,
  add column waybill_by text,
  add constraint shop_order_waybill check ((waybill_at is null) = (waybill_by is null));
