DROP INDEX "delivery_open";--> statement-breakpoint
ALTER TABLE "conversation" ADD COLUMN "is_muted" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "conversation" ADD COLUMN "is_favorite" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "conversation" ADD COLUMN "synced_message_id" text;--> statement-breakpoint
ALTER TABLE "delivery" ADD COLUMN "quote" jsonb;--> statement-breakpoint
ALTER TABLE "message" ADD COLUMN "status" text DEFAULT 'available' NOT NULL;--> statement-breakpoint
ALTER TABLE "message" ADD COLUMN "quote" jsonb;--> statement-breakpoint
ALTER TABLE "message" ADD COLUMN "marks" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "setting_outbox" ADD COLUMN "member_id" uuid;--> statement-breakpoint
-- What came again was kept again until now. The owner, too, is bound by the forced row security while it cleans up.
ALTER TABLE "quarantine" NO FORCE ROW LEVEL SECURITY;--> statement-breakpoint
DELETE FROM "quarantine" later USING "quarantine" first
  WHERE later.connection_id = first.connection_id AND md5(later.bytes) = md5(first.bytes)
    AND later.quarantine_id > first.quarantine_id;--> statement-breakpoint
ALTER TABLE "quarantine" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE UNIQUE INDEX "quarantine_once" ON "quarantine" USING btree ("connection_id",md5("bytes"));--> statement-breakpoint
CREATE INDEX "delivery_open" ON "delivery" USING btree ("shop_id","state","created_at") WHERE "delivery"."state" not in ('confirmed', 'refused', 'unconfirmed', 'dismissed');