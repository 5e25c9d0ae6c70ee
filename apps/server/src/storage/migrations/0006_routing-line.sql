ALTER TABLE "connection" ADD COLUMN "line" text DEFAULT 'auto' NOT NULL;--> statement-breakpoint
ALTER TABLE "sign_in" ADD COLUMN "ip_subject_id" uuid;--> statement-breakpoint
ALTER TABLE "sign_in" ADD CONSTRAINT "sign_in_ip_subject_id_ip_subject_ip_subject_id_fk" FOREIGN KEY ("ip_subject_id") REFERENCES "public"."ip_subject"("ip_subject_id") ON DELETE set null ON UPDATE no action;