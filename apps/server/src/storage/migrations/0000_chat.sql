CREATE TABLE "account" (
	"account_id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"name" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "account_counter" (
	"account_id" uuid PRIMARY KEY NOT NULL,
	"seq" bigint DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "member" (
	"member_id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"account_id" uuid NOT NULL,
	"username" text NOT NULL,
	"name" text NOT NULL,
	"password_hash" text NOT NULL,
	"is_main" boolean NOT NULL,
	"permission_code_list" text[] DEFAULT '{}' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "secret" (
	"account_id" uuid NOT NULL,
	"owner_id" uuid NOT NULL,
	"field" text NOT NULL,
	"envelope" "bytea" NOT NULL,
	CONSTRAINT "secret_owner_id_field_pk" PRIMARY KEY("owner_id","field")
);
--> statement-breakpoint
CREATE TABLE "session" (
	"token_hash" "bytea" PRIMARY KEY NOT NULL,
	"account_id" uuid NOT NULL,
	"member_id" uuid NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "change" (
	"account_id" uuid NOT NULL,
	"seq" bigint NOT NULL,
	"kind" text NOT NULL,
	"shop_id" uuid,
	"member_id" uuid,
	"payload" json NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "change_account_id_seq_pk" PRIMARY KEY("account_id","seq")
);
--> statement-breakpoint
CREATE TABLE "connection" (
	"connection_id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"account_id" uuid NOT NULL,
	"marketplace" text NOT NULL,
	"identifier" text NOT NULL,
	"country" text NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"refusal_reason" text,
	"refusal_detail" text,
	CONSTRAINT "connection_login" UNIQUE("account_id","marketplace","identifier")
);
--> statement-breakpoint
CREATE TABLE "connection_lease" (
	"connection_id" uuid PRIMARY KEY NOT NULL,
	"account_id" uuid NOT NULL,
	"holder" uuid,
	"token" bigint DEFAULT 0 NOT NULL,
	"expires_at" timestamp with time zone DEFAULT '-infinity' NOT NULL
);
--> statement-breakpoint
CREATE TABLE "conversation" (
	"conversation_id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"account_id" uuid NOT NULL,
	"shop_id" uuid NOT NULL,
	"platform_conversation_id" text NOT NULL,
	"buyer_id" text NOT NULL,
	"buyer_name" text NOT NULL,
	"buyer_avatar_url" text,
	"status" text NOT NULL,
	"is_pinned" boolean NOT NULL,
	"unread_count" integer DEFAULT 0 NOT NULL,
	"is_marked_unread" boolean DEFAULT false NOT NULL,
	"waiting_since" bigint,
	"last_reply_position" bigint,
	"last_message_at" bigint DEFAULT 0 NOT NULL,
	"last_position" bigint,
	"last_message" jsonb,
	"synced_position" bigint,
	"seller_read_position" bigint,
	"buyer_read_position" bigint,
	"address" jsonb NOT NULL,
	"history" text DEFAULT 'unknown' NOT NULL,
	"history_cursor" text,
	"is_history_wanted" boolean DEFAULT false NOT NULL,
	CONSTRAINT "conversation_platform" UNIQUE("shop_id","platform_conversation_id")
);
--> statement-breakpoint
CREATE TABLE "delivery" (
	"delivery_id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"account_id" uuid NOT NULL,
	"shop_id" uuid NOT NULL,
	"conversation_id" uuid NOT NULL,
	"member_id" uuid NOT NULL,
	"client_id" uuid NOT NULL,
	"text" text NOT NULL,
	"state" text NOT NULL,
	"attempt" integer DEFAULT 0 NOT NULL,
	"not_before" bigint DEFAULT 0 NOT NULL,
	"intent_at" bigint,
	"look_until" bigint,
	"platform_message_id" text,
	"refusal_reason" text,
	"refusal_detail" text,
	"anchor_position" bigint,
	"created_at" bigint NOT NULL,
	"claim_token" bigint,
	CONSTRAINT "delivery_client" UNIQUE("account_id","client_id")
);
--> statement-breakpoint
CREATE TABLE "member_shop" (
	"account_id" uuid NOT NULL,
	"member_id" uuid NOT NULL,
	"shop_id" uuid NOT NULL,
	CONSTRAINT "member_shop_member_id_shop_id_pk" PRIMARY KEY("member_id","shop_id")
);
--> statement-breakpoint
CREATE TABLE "message" (
	"message_id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"account_id" uuid NOT NULL,
	"shop_id" uuid NOT NULL,
	"conversation_id" uuid NOT NULL,
	"platform_message_id" text NOT NULL,
	"position" bigint NOT NULL,
	"sent_at" bigint NOT NULL,
	"author" text NOT NULL,
	"content" jsonb NOT NULL,
	"client_id" uuid,
	CONSTRAINT "message_platform" UNIQUE("shop_id","platform_message_id")
);
--> statement-breakpoint
CREATE TABLE "quarantine" (
	"quarantine_id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"account_id" uuid NOT NULL,
	"connection_id" uuid NOT NULL,
	"shop_id" uuid,
	"reason" text NOT NULL,
	"bytes" "bytea" NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "setting_outbox" (
	"account_id" uuid NOT NULL,
	"shop_id" uuid NOT NULL,
	"conversation_id" uuid NOT NULL,
	"slot" text NOT NULL,
	"setting" jsonb NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"not_before" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "setting_outbox_conversation_id_slot_pk" PRIMARY KEY("conversation_id","slot")
);
--> statement-breakpoint
CREATE TABLE "shop" (
	"shop_id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"account_id" uuid NOT NULL,
	"connection_id" uuid NOT NULL,
	"marketplace" text NOT NULL,
	"platform_shop_id" text NOT NULL,
	"name" text NOT NULL,
	"alias" text,
	"country" text NOT NULL,
	"is_cb" boolean NOT NULL,
	"unread_count" integer DEFAULT 0 NOT NULL,
	"is_listed" boolean DEFAULT false NOT NULL,
	CONSTRAINT "shop_platform" UNIQUE("account_id","marketplace","platform_shop_id")
);
--> statement-breakpoint
ALTER TABLE "account_counter" ADD CONSTRAINT "account_counter_account_id_account_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("account_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "member" ADD CONSTRAINT "member_account_id_account_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("account_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "secret" ADD CONSTRAINT "secret_account_id_account_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("account_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "session" ADD CONSTRAINT "session_account_id_account_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("account_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "session" ADD CONSTRAINT "session_member_id_member_member_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."member"("member_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "change" ADD CONSTRAINT "change_account_id_account_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("account_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "connection" ADD CONSTRAINT "connection_account_id_account_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("account_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "connection_lease" ADD CONSTRAINT "connection_lease_connection_id_connection_connection_id_fk" FOREIGN KEY ("connection_id") REFERENCES "public"."connection"("connection_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "connection_lease" ADD CONSTRAINT "connection_lease_account_id_account_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("account_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "conversation" ADD CONSTRAINT "conversation_account_id_account_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("account_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "conversation" ADD CONSTRAINT "conversation_shop_id_shop_shop_id_fk" FOREIGN KEY ("shop_id") REFERENCES "public"."shop"("shop_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "delivery" ADD CONSTRAINT "delivery_account_id_account_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("account_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "delivery" ADD CONSTRAINT "delivery_shop_id_shop_shop_id_fk" FOREIGN KEY ("shop_id") REFERENCES "public"."shop"("shop_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "delivery" ADD CONSTRAINT "delivery_conversation_id_conversation_conversation_id_fk" FOREIGN KEY ("conversation_id") REFERENCES "public"."conversation"("conversation_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "member_shop" ADD CONSTRAINT "member_shop_account_id_account_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("account_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "member_shop" ADD CONSTRAINT "member_shop_member_id_member_member_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."member"("member_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "member_shop" ADD CONSTRAINT "member_shop_shop_id_shop_shop_id_fk" FOREIGN KEY ("shop_id") REFERENCES "public"."shop"("shop_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "message" ADD CONSTRAINT "message_account_id_account_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("account_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "message" ADD CONSTRAINT "message_shop_id_shop_shop_id_fk" FOREIGN KEY ("shop_id") REFERENCES "public"."shop"("shop_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "message" ADD CONSTRAINT "message_conversation_id_conversation_conversation_id_fk" FOREIGN KEY ("conversation_id") REFERENCES "public"."conversation"("conversation_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "quarantine" ADD CONSTRAINT "quarantine_account_id_account_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("account_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "setting_outbox" ADD CONSTRAINT "setting_outbox_account_id_account_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("account_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "setting_outbox" ADD CONSTRAINT "setting_outbox_shop_id_shop_shop_id_fk" FOREIGN KEY ("shop_id") REFERENCES "public"."shop"("shop_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "setting_outbox" ADD CONSTRAINT "setting_outbox_conversation_id_conversation_conversation_id_fk" FOREIGN KEY ("conversation_id") REFERENCES "public"."conversation"("conversation_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shop" ADD CONSTRAINT "shop_account_id_account_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("account_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shop" ADD CONSTRAINT "shop_connection_id_connection_connection_id_fk" FOREIGN KEY ("connection_id") REFERENCES "public"."connection"("connection_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "member_username" ON "member" USING btree (lower("username"));--> statement-breakpoint
CREATE INDEX "member_account" ON "member" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "session_member" ON "session" USING btree ("member_id");--> statement-breakpoint
CREATE INDEX "conversation_newest" ON "conversation" USING btree ("account_id","last_message_at" DESC NULLS LAST,"conversation_id");--> statement-breakpoint
CREATE INDEX "conversation_shop_newest" ON "conversation" USING btree ("shop_id","last_message_at" DESC NULLS LAST,"conversation_id");--> statement-breakpoint
CREATE INDEX "conversation_unread" ON "conversation" USING btree ("account_id","last_message_at" DESC NULLS LAST,"conversation_id") WHERE "conversation"."unread_count" > 0;--> statement-breakpoint
CREATE INDEX "conversation_pinned" ON "conversation" USING btree ("account_id","conversation_id") WHERE "conversation"."is_pinned";--> statement-breakpoint
CREATE INDEX "conversation_history_wanted" ON "conversation" USING btree ("shop_id") WHERE "conversation"."is_history_wanted";--> statement-breakpoint
CREATE INDEX "delivery_open" ON "delivery" USING btree ("shop_id","state","created_at") WHERE "delivery"."state" not in ('confirmed', 'refused', 'unconfirmed');--> statement-breakpoint
CREATE INDEX "delivery_conversation" ON "delivery" USING btree ("conversation_id") WHERE "delivery"."state" <> 'confirmed';--> statement-breakpoint
CREATE INDEX "member_shop_shop" ON "member_shop" USING btree ("shop_id");--> statement-breakpoint
CREATE INDEX "message_order" ON "message" USING btree ("conversation_id","position" DESC NULLS LAST,"platform_message_id");--> statement-breakpoint
CREATE INDEX "quarantine_account" ON "quarantine" USING btree ("account_id","created_at");--> statement-breakpoint
CREATE INDEX "setting_outbox_shop" ON "setting_outbox" USING btree ("shop_id","not_before");--> statement-breakpoint
CREATE INDEX "shop_connection" ON "shop" USING btree ("connection_id");