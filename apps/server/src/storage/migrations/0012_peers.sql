CREATE TABLE "peer" (
	"holder" uuid PRIMARY KEY NOT NULL,
	"origin" text NOT NULL,
	"seen_at" timestamp with time zone DEFAULT clock_timestamp() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "peer" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "peer" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
GRANT SELECT ON "peer" TO pasar_app;--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON "peer" TO pasar_engine;--> statement-breakpoint
-- Of no account: whose connection a process serves is told by the lease, which only its account sees.
CREATE POLICY app_reads ON "peer" FOR SELECT TO pasar_app USING (true);--> statement-breakpoint
CREATE POLICY engine_owns ON "peer" TO pasar_engine USING (true) WITH CHECK (true);
