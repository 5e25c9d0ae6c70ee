CREATE TABLE "delivery_image" (
	"delivery_id" uuid PRIMARY KEY NOT NULL,
	"account_id" uuid NOT NULL,
	"shop_id" uuid NOT NULL,
	"name" text NOT NULL,
	"type" text NOT NULL,
	"bytes" "bytea" NOT NULL,
	"uploaded" jsonb
);
--> statement-breakpoint
ALTER TABLE "delivery" ADD COLUMN "image" jsonb;--> statement-breakpoint
ALTER TABLE "delivery_image" ADD CONSTRAINT "delivery_image_delivery_id_delivery_delivery_id_fk" FOREIGN KEY ("delivery_id") REFERENCES "public"."delivery"("delivery_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "delivery_image" ADD CONSTRAINT "delivery_image_account_id_account_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("account_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "delivery_image" ADD CONSTRAINT "delivery_image_shop_id_shop_shop_id_fk" FOREIGN KEY ("shop_id") REFERENCES "public"."shop"("shop_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "delivery_image" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "delivery_image" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON "delivery_image" TO pasar_app, pasar_engine;--> statement-breakpoint
-- As the delivery it belongs to: its account's, and there whoever sees the shop.
CREATE POLICY tenant ON "delivery_image" TO pasar_app, pasar_engine
  USING (account_id IS NOT DISTINCT FROM (SELECT pasar_account()) AND ((SELECT pasar_sees_all()) OR shop_id IN
    (SELECT granted.shop_id FROM member_shop granted WHERE granted.member_id = (SELECT pasar_member()))))
  WITH CHECK (account_id IS NOT DISTINCT FROM (SELECT pasar_account()) AND ((SELECT pasar_sees_all()) OR shop_id IN
    (SELECT granted.shop_id FROM member_shop granted WHERE granted.member_id = (SELECT pasar_member()))));
