ALTER TABLE "change" DROP CONSTRAINT "change_account_id_account_account_id_fk";
--> statement-breakpoint
ALTER TABLE "message" DROP CONSTRAINT "message_account_id_account_account_id_fk";
--> statement-breakpoint
ALTER TABLE "message" DROP CONSTRAINT "message_shop_id_shop_shop_id_fk";
