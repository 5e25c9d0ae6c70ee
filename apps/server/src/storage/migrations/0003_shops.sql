CREATE TABLE "domain_switch" (
	"account_id" uuid NOT NULL,
	"country" text NOT NULL,
	"result" text NOT NULL,
	"learned_at" bigint NOT NULL,
	CONSTRAINT "domain_switch_account_id_country_pk" PRIMARY KEY("account_id","country")
);
--> statement-breakpoint
CREATE TABLE "ip_subject" (
	"ip_subject_id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"account_id" uuid NOT NULL,
	"scope" text NOT NULL,
	"name" text NOT NULL,
	"type" text NOT NULL,
	"proxy_type" text DEFAULT 'static' NOT NULL,
	"host" text NOT NULL,
	"hosts" text[] DEFAULT '{}' NOT NULL,
	"port" integer NOT NULL,
	"username" text,
	"tested_at" bigint,
	"created_at" bigint NOT NULL,
	CONSTRAINT "ip_subject_name" UNIQUE("account_id","scope","name")
);
--> statement-breakpoint
CREATE TABLE "proxy_test" (
	"test_id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"account_id" uuid NOT NULL,
	"member_id" uuid NOT NULL,
	"tested_at" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "client_report" (
	"report_id" uuid DEFAULT uuidv7() NOT NULL,
	"account_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"payload" jsonb NOT NULL,
	"created_at" bigint NOT NULL,
	CONSTRAINT "client_report_account_id_report_id_pk" PRIMARY KEY("account_id","report_id")
);
--> statement-breakpoint
CREATE TABLE "shop_import" (
	"import_id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"account_id" uuid NOT NULL,
	"member_id" uuid NOT NULL,
	"file_name" text NOT NULL,
	"created_at" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "shop_preference" (
	"account_id" uuid NOT NULL,
	"member_id" uuid NOT NULL,
	"shop_id" uuid NOT NULL,
	"place" integer,
	"is_hidden" boolean DEFAULT false NOT NULL,
	CONSTRAINT "shop_preference_member_id_shop_id_pk" PRIMARY KEY("member_id","shop_id")
);
--> statement-breakpoint
CREATE TABLE "sign_in" (
	"sign_in_id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"account_id" uuid NOT NULL,
	"member_id" uuid NOT NULL,
	"marketplace" text NOT NULL,
	"country" text NOT NULL,
	"identifier" text NOT NULL,
	"connection_id" uuid,
	"import_id" uuid,
	"row_number" integer,
	"state" text DEFAULT 'waiting' NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"not_before" bigint DEFAULT 0 NOT NULL,
	"challenge" jsonb,
	"challenged_at" bigint,
	"refusal_reason" text,
	"refusal_detail" text,
	"shop_ids" uuid[] DEFAULT '{}' NOT NULL,
	"claim_holder" uuid,
	"claim_until" timestamp with time zone DEFAULT '-infinity' NOT NULL,
	"created_at" bigint NOT NULL,
	CONSTRAINT "sign_in_row" UNIQUE("import_id","row_number")
);
--> statement-breakpoint
ALTER TABLE "connection" ADD COLUMN "ip_subject_id" uuid;--> statement-breakpoint
ALTER TABLE "connection" ADD COLUMN "otp_needed_at" bigint;--> statement-breakpoint
ALTER TABLE "connection" ADD COLUMN "cookies_disabled_at" bigint;--> statement-breakpoint
ALTER TABLE "shop" ADD COLUMN "shop_user_id" text;--> statement-breakpoint
ALTER TABLE "shop" ADD COLUMN "merchant_id" text;--> statement-breakpoint
ALTER TABLE "shop" ADD COLUMN "unreply_count" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "shop" ADD COLUMN "is_on_vacation" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "domain_switch" ADD CONSTRAINT "domain_switch_account_id_account_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("account_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ip_subject" ADD CONSTRAINT "ip_subject_account_id_account_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("account_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "proxy_test" ADD CONSTRAINT "proxy_test_account_id_account_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("account_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "proxy_test" ADD CONSTRAINT "proxy_test_member_id_member_member_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."member"("member_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "client_report" ADD CONSTRAINT "client_report_account_id_account_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("account_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shop_import" ADD CONSTRAINT "shop_import_account_id_account_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("account_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shop_import" ADD CONSTRAINT "shop_import_member_id_member_member_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."member"("member_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shop_preference" ADD CONSTRAINT "shop_preference_account_id_account_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("account_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shop_preference" ADD CONSTRAINT "shop_preference_member_id_member_member_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."member"("member_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shop_preference" ADD CONSTRAINT "shop_preference_shop_id_shop_shop_id_fk" FOREIGN KEY ("shop_id") REFERENCES "public"."shop"("shop_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sign_in" ADD CONSTRAINT "sign_in_account_id_account_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("account_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sign_in" ADD CONSTRAINT "sign_in_member_id_member_member_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."member"("member_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sign_in" ADD CONSTRAINT "sign_in_connection_id_connection_connection_id_fk" FOREIGN KEY ("connection_id") REFERENCES "public"."connection"("connection_id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sign_in" ADD CONSTRAINT "sign_in_import_id_shop_import_import_id_fk" FOREIGN KEY ("import_id") REFERENCES "public"."shop_import"("import_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "client_report_newest" ON "client_report" USING btree ("account_id","kind","created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "shop_import_newest" ON "shop_import" USING btree ("account_id","created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "shop_preference_shop" ON "shop_preference" USING btree ("shop_id");--> statement-breakpoint
CREATE INDEX "sign_in_open" ON "sign_in" USING btree ("account_id","created_at") WHERE "sign_in"."state" in ('waiting', 'logging_in', 'challenged');--> statement-breakpoint
CREATE INDEX "sign_in_member" ON "sign_in" USING btree ("member_id","created_at" DESC NULLS LAST) WHERE "sign_in"."import_id" is null;--> statement-breakpoint
ALTER TABLE "connection" ADD CONSTRAINT "connection_ip_subject_id_ip_subject_ip_subject_id_fk" FOREIGN KEY ("ip_subject_id") REFERENCES "public"."ip_subject"("ip_subject_id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
-- The owner, too, is bound by the forced row security while it counts what waited before this column was there.
ALTER TABLE "conversation" NO FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "shop" NO FORCE ROW LEVEL SECURITY;--> statement-breakpoint
UPDATE "shop" SET unreply_count = (SELECT count(*) FROM "conversation" c
  WHERE c.shop_id = "shop".shop_id AND c.waiting_since IS NOT NULL);--> statement-breakpoint
ALTER TABLE "conversation" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "shop" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
DO $$
DECLARE
  name text;
BEGIN
  FOREACH name IN ARRAY ARRAY['ip_subject', 'domain_switch', 'client_report', 'shop_import', 'sign_in',
    'shop_preference', 'proxy_test'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', name);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', name);
    EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON %I TO pasar_app, pasar_engine', name);
  END LOOP;
  FOREACH name IN ARRAY ARRAY['ip_subject', 'domain_switch', 'client_report'] LOOP
    EXECUTE format('CREATE POLICY tenant ON %I TO pasar_app, pasar_engine USING (account_id IS NOT DISTINCT FROM (SELECT pasar_account()))
      WITH CHECK (account_id IS NOT DISTINCT FROM (SELECT pasar_account()))', name);
  END LOOP;
  -- What one member began or arranged is that member's; the main account and the engine see all of the account.
  FOREACH name IN ARRAY ARRAY['shop_import', 'sign_in', 'shop_preference', 'proxy_test'] LOOP
    EXECUTE format('CREATE POLICY tenant ON %I TO pasar_app, pasar_engine
      USING (account_id IS NOT DISTINCT FROM (SELECT pasar_account()) AND ((SELECT pasar_sees_all()) OR member_id = (SELECT pasar_member())))
      WITH CHECK (account_id IS NOT DISTINCT FROM (SELECT pasar_account()) AND ((SELECT pasar_sees_all()) OR member_id = (SELECT pasar_member())))', name);
  END LOOP;
END $$;
--> statement-breakpoint
CREATE POLICY engine_finds_work ON sign_in FOR SELECT TO pasar_engine USING (true);
--> statement-breakpoint
-- Whoever unbinds a shop also takes back what the feed told of it.
CREATE POLICY tenant_unbinds ON change FOR DELETE TO pasar_app
  USING (account_id IS NOT DISTINCT FROM (SELECT pasar_account()) AND (SELECT pasar_sees_all()));
