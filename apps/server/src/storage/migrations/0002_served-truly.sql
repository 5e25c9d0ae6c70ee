DROP INDEX "delivery_open";--> statement-breakpoint
ALTER TABLE "conversation" ADD COLUMN "synced_message_id" text;--> statement-breakpoint
CREATE UNIQUE INDEX "quarantine_once" ON "quarantine" USING btree ("connection_id",md5("bytes"));--> statement-breakpoint
CREATE INDEX "delivery_open" ON "delivery" USING btree ("shop_id","state","created_at") WHERE "delivery"."state" not in ('confirmed', 'refused', 'unconfirmed', 'dismissed');