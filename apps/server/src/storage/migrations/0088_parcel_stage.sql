-- How far the parcels of a sent order are, read from the texts of their events.
alter table shop_order
  -- `ParcelStage` of the domain; null: not known.
  add column parcel_stage text,
  -- When the event happened that tells the stage, by the marketplace's clock.
  add column parcel_stage_at bigint,
  -- When Pasar first knew of the stage, by the server's clock.
  add column parcel_stage_known_at bigint,
  -- When the marketplace was last asked for the parcels; 0: never.
  add column parcels_read_at bigint not null default 0;

-- The orders whose parcels are read, those that were not looked at for longest first.
create index shop_order_parcels on shop_order (shop_id, parcels_read_at)
  where status = 'wait_receiver_confirm' and parcel_stage is distinct from 'delivered';

-- When Pasar last learnt something that may put an order at a stage of order care: a status, a word, or the events of parcels.
drop index shop_order_word_known;
create index shop_order_stage_known on shop_order (account_id, (greatest(word_known_at, parcel_stage_known_at)));

-- Of the orders of a shop: a member asked for a stage that the events of parcels tell. They are read until then.
alter table reading add column parcels_wanted_until bigint not null default 0;
