-- The live stream reads an account's changes once for all its windows. Who sees which of them is judged here, in the same
-- statement: what nobody sees for whom it is read does not leave the database.
DO $$
BEGIN
  IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'pasar_feed') THEN CREATE ROLE pasar_feed NOLOGIN; END IF;
  EXECUTE format('GRANT pasar_feed TO %I', current_user);
END $$;
--> statement-breakpoint
GRANT USAGE ON SCHEMA public TO pasar_feed;
--> statement-breakpoint
GRANT SELECT ("account_id", "seq", "shop_id", "member_id", "payload") ON "change" TO pasar_feed;
--> statement-breakpoint
GRANT SELECT ("account_id", "member_id", "is_main") ON "member" TO pasar_feed;
--> statement-breakpoint
GRANT SELECT ON "member_shop" TO pasar_feed;
--> statement-breakpoint
-- What is aimed at one member, too, but of no other account than the one that the transaction has named.
CREATE POLICY feed_reads ON "change" FOR SELECT TO pasar_feed
  USING (account_id IS NOT DISTINCT FROM (SELECT pasar_account()));
--> statement-breakpoint
CREATE POLICY feed_judges ON "member" FOR SELECT TO pasar_feed
  USING (account_id IS NOT DISTINCT FROM (SELECT pasar_account()));
--> statement-breakpoint
CREATE POLICY feed_judges ON "member_shop" FOR SELECT TO pasar_feed
  USING (account_id IS NOT DISTINCT FROM (SELECT pasar_account()));
--> statement-breakpoint
-- The next changes after `since` up to `until`, of at most `most` that are looked at, for those of `viewers` who are members
-- of the account. Three kinds of rows, in no order:
--   seq, null, null, null: everything up to seq was looked at
--   seq, payload, null, null: a change that one of them sees
--   null, null, members, told: these members see the changes with these numbers, and no other. Each member is in one row
-- Who sees what is the CASE of the policy tenant_read of "change", judged once for each member and audience (a shop, a
-- member, everybody). Grants are looked up once a shop, and hashed. Sub-selects and the outer join leave the planner no
-- choice: without statistics it takes 500 viewers for one, and would walk through all of them for each.
CREATE FUNCTION pasar_read_feed(since bigint, until bigint, most integer, viewers uuid[])
  RETURNS TABLE (seq bigint, payload text, members uuid[], told bigint[])
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp
  AS $$
  WITH viewer AS MATERIALIZED (
    SELECT wanted.member_id, m.is_main FROM unnest(viewers) AS wanted (member_id)
      LEFT JOIN member m ON m.member_id = wanted.member_id AND m.account_id = pasar_account()
    WHERE pasar_sees_all()
  ), page AS MATERIALIZED (
    SELECT looked_at.*, dense_rank() OVER (ORDER BY shop_id, member_id) AS audience
    FROM (SELECT c.seq, c.shop_id, c.member_id, c.payload FROM change c
      WHERE c.account_id = pasar_account() AND c.seq > since AND c.seq <= until
      ORDER BY c.seq LIMIT most) looked_at
  ), audience AS MATERIALIZED (
    SELECT DISTINCT audience, shop_id, member_id FROM page
  ), judged AS (
    SELECT v.member_id, ARRAY(
        SELECT a.audience FROM audience a WHERE CASE
          WHEN a.member_id IS NOT NULL THEN a.member_id = v.member_id
          WHEN a.shop_id IS NOT NULL THEN v.is_main OR (a.shop_id, v.member_id) IN
            (SELECT granted.shop_id, granted.member_id FROM member_shop granted
              WHERE granted.shop_id IN (SELECT about.shop_id FROM audience about))
          ELSE true END
        ORDER BY a.audience) AS audiences
    FROM viewer v WHERE v.is_main IS NOT NULL
  ), alike AS MATERIALIZED (
    SELECT array_agg(member_id) AS members, audiences FROM judged GROUP BY audiences
  )
  SELECT CASE count(*) WHEN most THEN max(p.seq) ELSE greatest(since, until) END, NULL, NULL::uuid[], NULL::bigint[]
    FROM page p HAVING pasar_sees_all()
  UNION ALL
  SELECT p.seq, p.payload::text, NULL, NULL FROM page p
    WHERE p.audience = ANY (ARRAY(SELECT DISTINCT unnest(audiences) FROM alike))
  UNION ALL
  SELECT NULL, NULL, members, ARRAY(SELECT p.seq FROM page p WHERE p.audience = ANY (audiences) ORDER BY p.seq)
    FROM alike
  $$;
--> statement-breakpoint
REVOKE ALL ON FUNCTION pasar_read_feed(bigint, bigint, integer, uuid[]) FROM PUBLIC;
--> statement-breakpoint
GRANT EXECUTE ON FUNCTION pasar_read_feed(bigint, bigint, integer, uuid[]) TO pasar_app;
--> statement-breakpoint
-- Handed over last: an owner of the database who does not inherit could neither revoke nor use it afterwards, and would
-- only be warned. A function's new owner must be able to create in the schema while it takes it over.
GRANT CREATE ON SCHEMA public TO pasar_feed;
--> statement-breakpoint
ALTER FUNCTION pasar_read_feed(bigint, bigint, integer, uuid[]) OWNER TO pasar_feed;
--> statement-breakpoint
REVOKE CREATE ON SCHEMA public FROM pasar_feed;
--> statement-breakpoint
-- The look-ups of login and session were handed over first, and such an owner was only warned: everybody could use them.
DO $$
BEGIN
  SET LOCAL ROLE pasar_identity;
  REVOKE ALL ON FUNCTION pasar_find_login(text), pasar_find_session(bytea) FROM PUBLIC;
  GRANT EXECUTE ON FUNCTION pasar_find_login(text), pasar_find_session(bytea) TO pasar_app;
  RESET ROLE;
END $$;
