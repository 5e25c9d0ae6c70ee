-- The second wall: the application connects as roles that own nothing, and every table forces row security.
-- Each transaction names its account, and how far it sees inside it: all shops, or those of one member.
-- IS NOT DISTINCT FROM, because no index serves it: the policy stays a filter, and each statement is planned by its own
-- conditions. With `=` a batch of 500 rows was planned as 500 walks over everything the account has.
DO $$
BEGIN
  IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'pasar_app') THEN CREATE ROLE pasar_app NOLOGIN; END IF;
  IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'pasar_engine') THEN CREATE ROLE pasar_engine NOLOGIN; END IF;
  IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'pasar_identity') THEN CREATE ROLE pasar_identity NOLOGIN; END IF;
  EXECUTE format('GRANT pasar_app, pasar_engine, pasar_identity TO %I', current_user);
END $$;
--> statement-breakpoint
CREATE FUNCTION pasar_account() RETURNS uuid LANGUAGE sql STABLE PARALLEL SAFE
  RETURN nullif(current_setting('pasar.account_id', true), '')::uuid;
--> statement-breakpoint
CREATE FUNCTION pasar_member() RETURNS uuid LANGUAGE sql STABLE PARALLEL SAFE
  RETURN nullif(current_setting('pasar.member_id', true), '')::uuid;
--> statement-breakpoint
-- 'all' is the main account and the engine inside one account; anything else is one member's shops.
CREATE FUNCTION pasar_sees_all() RETURNS boolean LANGUAGE sql STABLE PARALLEL SAFE
  RETURN coalesce(current_setting('pasar.shops', true), '') = 'all';
--> statement-breakpoint
DO $$
DECLARE
  name text;
BEGIN
  FOREACH name IN ARRAY ARRAY['account', 'member', 'session', 'account_counter', 'secret', 'connection',
    'connection_lease', 'shop', 'member_shop', 'conversation', 'message', 'delivery', 'setting_outbox', 'change',
    'quarantine'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', name);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', name);
    EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON %I TO pasar_app, pasar_engine', name);
  END LOOP;
  FOREACH name IN ARRAY ARRAY['account', 'member', 'session', 'account_counter', 'secret', 'connection',
    'connection_lease', 'member_shop'] LOOP
    EXECUTE format('CREATE POLICY tenant ON %I TO pasar_app, pasar_engine USING (account_id IS NOT DISTINCT FROM (SELECT pasar_account()))
      WITH CHECK (account_id IS NOT DISTINCT FROM (SELECT pasar_account()))', name);
  END LOOP;
  FOREACH name IN ARRAY ARRAY['shop', 'conversation', 'message', 'delivery', 'setting_outbox', 'quarantine'] LOOP
    EXECUTE format('CREATE POLICY tenant ON %I TO pasar_app, pasar_engine
      USING (account_id IS NOT DISTINCT FROM (SELECT pasar_account()) AND ((SELECT pasar_sees_all()) OR shop_id IN
        (SELECT granted.shop_id FROM member_shop granted WHERE granted.member_id = (SELECT pasar_member()))))
      WITH CHECK (account_id IS NOT DISTINCT FROM (SELECT pasar_account()) AND ((SELECT pasar_sees_all()) OR shop_id IN
        (SELECT granted.shop_id FROM member_shop granted WHERE granted.member_id = (SELECT pasar_member()))))', name);
  END LOOP;
END $$;
--> statement-breakpoint
-- A change is seen by whom it is aimed at, else by whom its shop is seen; everybody in the account may append.
CREATE POLICY tenant_read ON change FOR SELECT TO pasar_app, pasar_engine
  USING (account_id IS NOT DISTINCT FROM (SELECT pasar_account()) AND CASE
    WHEN member_id IS NOT NULL THEN member_id = (SELECT pasar_member())
    WHEN shop_id IS NOT NULL THEN (SELECT pasar_sees_all()) OR shop_id IN
      (SELECT granted.shop_id FROM member_shop granted WHERE granted.member_id = (SELECT pasar_member()))
    ELSE true END);
--> statement-breakpoint
CREATE POLICY tenant_append ON change FOR INSERT TO pasar_app, pasar_engine
  WITH CHECK (account_id IS NOT DISTINCT FROM (SELECT pasar_account()));
--> statement-breakpoint
CREATE POLICY engine_trims ON change FOR SELECT TO pasar_engine
  USING (account_id IS NOT DISTINCT FROM (SELECT pasar_account()));
--> statement-breakpoint
CREATE POLICY tenant_forget ON change FOR DELETE TO pasar_engine USING (account_id IS NOT DISTINCT FROM (SELECT pasar_account()));
--> statement-breakpoint
-- The engine looks for work in every account; it changes rows only inside the account it has named.
DO $$
DECLARE
  name text;
BEGIN
  FOREACH name IN ARRAY ARRAY['connection', 'shop', 'delivery', 'setting_outbox', 'conversation'] LOOP
    EXECUTE format('CREATE POLICY engine_finds_work ON %I FOR SELECT TO pasar_engine USING (true)', name);
  END LOOP;
END $$;
--> statement-breakpoint
CREATE POLICY engine_owns ON connection_lease TO pasar_engine USING (true) WITH CHECK (true);
--> statement-breakpoint
-- Login and session look-ups name no account; they pass through two functions and see nothing else.
GRANT SELECT ON member, session, account TO pasar_identity;
--> statement-breakpoint
CREATE POLICY identity_reads ON member FOR SELECT TO pasar_identity USING (true);
--> statement-breakpoint
CREATE POLICY identity_reads ON session FOR SELECT TO pasar_identity USING (true);
--> statement-breakpoint
CREATE FUNCTION pasar_find_login(wanted text)
  RETURNS TABLE (account_id uuid, member_id uuid, password_hash text)
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path FROM CURRENT
  AS $$ SELECT m.account_id, m.member_id, m.password_hash FROM member m WHERE lower(m.username) = lower(wanted) $$;
--> statement-breakpoint
CREATE FUNCTION pasar_find_session(wanted bytea)
  RETURNS TABLE (account_id uuid, member_id uuid)
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path FROM CURRENT
  AS $$ SELECT s.account_id, s.member_id FROM session s WHERE s.token_hash = wanted AND s.expires_at > now() $$;
--> statement-breakpoint
-- A function's new owner must be able to create in the schema while it takes it over.
GRANT USAGE, CREATE ON SCHEMA public TO pasar_identity;
--> statement-breakpoint
ALTER FUNCTION pasar_find_login(text) OWNER TO pasar_identity;
--> statement-breakpoint
ALTER FUNCTION pasar_find_session(bytea) OWNER TO pasar_identity;
--> statement-breakpoint
REVOKE CREATE ON SCHEMA public FROM pasar_identity;
--> statement-breakpoint
REVOKE ALL ON FUNCTION pasar_find_login(text), pasar_find_session(bytea) FROM PUBLIC;
--> statement-breakpoint
GRANT EXECUTE ON FUNCTION pasar_find_login(text), pasar_find_session(bytea) TO pasar_app;
--> statement-breakpoint
GRANT USAGE ON SCHEMA public TO pasar_app, pasar_engine;
