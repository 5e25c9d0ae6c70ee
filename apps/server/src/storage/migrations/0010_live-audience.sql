ALTER TABLE "account_counter" ADD COLUMN "grants_version" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
-- The live stream reads an account's changes once for all its windows and filters them by the grants; `grants_version`
-- tells it when those are not what it knows any more.
DO $$
BEGIN
  IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'pasar_feed') THEN CREATE ROLE pasar_feed NOLOGIN; END IF;
  EXECUTE format('GRANT pasar_feed TO %I', current_user);
END $$;
--> statement-breakpoint
GRANT USAGE ON SCHEMA public TO pasar_feed;
--> statement-breakpoint
GRANT SELECT ON "change" TO pasar_feed;
--> statement-breakpoint
GRANT SELECT, UPDATE ("grants_version") ON "account_counter" TO pasar_feed;
--> statement-breakpoint
-- What is aimed at one member, too, but of no other account than the one that the transaction has named.
CREATE POLICY feed_reads ON "change" FOR SELECT TO pasar_feed
  USING (account_id IS NOT DISTINCT FROM (SELECT pasar_account()));
--> statement-breakpoint
CREATE FUNCTION pasar_read_feed(since bigint, until bigint, most integer)
  RETURNS TABLE (seq bigint, shop_id uuid, member_id uuid, payload text)
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp
  AS $$ SELECT c.seq, c.shop_id, c.member_id, c.payload::text FROM change c
    WHERE c.account_id = pasar_account() AND pasar_sees_all() AND c.seq > since AND c.seq <= until
    ORDER BY c.seq LIMIT most $$;
--> statement-breakpoint
-- The rows' own account, whatever the transaction has named: a cascade and the owner of the database name none.
CREATE POLICY feed_counts ON "account_counter" TO pasar_feed USING (true) WITH CHECK (true);
--> statement-breakpoint
-- Once in a transaction for an account. The mark goes with the transaction, or with the part of it that is rolled back.
CREATE FUNCTION pasar_grants_changed() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
  AS $$
DECLARE
  changed text := concat(OLD.account_id, NEW.account_id);
BEGIN
  IF current_setting('pasar.grants_changed', true) IS DISTINCT FROM changed THEN
    UPDATE account_counter SET grants_version = grants_version + 1 WHERE account_id IN (OLD.account_id, NEW.account_id);
    PERFORM set_config('pasar.grants_changed', changed, true);
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
REVOKE ALL ON FUNCTION pasar_read_feed(bigint, bigint, integer), pasar_grants_changed() FROM PUBLIC;
--> statement-breakpoint
GRANT EXECUTE ON FUNCTION pasar_read_feed(bigint, bigint, integer) TO pasar_app;
--> statement-breakpoint
-- Deferred: the counter's row stays what every transaction locks last, so that nobody waits for it with locks in hand
-- that its holder still wants.
CREATE CONSTRAINT TRIGGER grants_changed AFTER INSERT OR UPDATE OR DELETE ON "member_shop"
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION pasar_grants_changed();
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER grants_changed AFTER UPDATE OR DELETE ON "member"
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION pasar_grants_changed();
--> statement-breakpoint
-- Handed over last: an owner of the database who does not inherit could neither revoke nor use them afterwards, and would
-- only be warned. A function's new owner must be able to create in the schema while it takes it over.
GRANT CREATE ON SCHEMA public TO pasar_feed;
--> statement-breakpoint
ALTER FUNCTION pasar_read_feed(bigint, bigint, integer) OWNER TO pasar_feed;
--> statement-breakpoint
ALTER FUNCTION pasar_grants_changed() OWNER TO pasar_feed;
--> statement-breakpoint
REVOKE CREATE ON SCHEMA public FROM pasar_feed;
