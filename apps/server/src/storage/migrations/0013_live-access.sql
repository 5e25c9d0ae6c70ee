-- The live stream asks for permission keys: what a viewer's keys do not open does not leave the database.
-- Whether a member's keys open what needs `needed` (null: nothing): `holds` of the domain, over a member's row. A test
-- compares the two over all keys.
CREATE FUNCTION pasar_holds(is_main boolean, listed text[], needed text, empty_means_all boolean) RETURNS boolean
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN needed IS NULL OR is_main OR CASE WHEN cardinality(listed) = 0 THEN empty_means_all ELSE needed = ANY (listed) END;
--> statement-breakpoint
GRANT SELECT ("kind") ON "change" TO pasar_feed;
--> statement-breakpoint
GRANT SELECT ("permission_code_list") ON "member" TO pasar_feed;
--> statement-breakpoint
DO $$
BEGIN
  SET LOCAL ROLE pasar_feed;
  DROP FUNCTION pasar_read_feed(bigint, bigint, integer, uuid[]);
  RESET ROLE;
END $$;
--> statement-breakpoint
-- The next changes after `since` up to `until`, of at most `most` that are looked at, for those of `viewers` who are members
-- of the account. `kinds` and `keys` are the contract's table: the kind at a place needs the key at the same place, null for
-- none. A change of a kind that is not in it is told to nobody. Three kinds of rows, in no order:
--   seq, null, null, null: everything up to seq was looked at
--   seq, payload, null, null: a change that one of them sees
--   null, null, members, told: these members see the changes with these numbers, and no other. Each member is in one row
-- Who sees what is the CASE of the policy tenant_read of "change" and the keys, judged once for each member and audience (a
-- shop, a member, everybody, each with the key that is needed). Grants are looked up once a shop, and hashed. Sub-selects
-- and the outer join leave the planner no choice: without statistics it takes 500 viewers for one, and would walk through
-- all of them for each.
CREATE FUNCTION pasar_read_feed(since bigint, until bigint, most integer, viewers uuid[], kinds text[], keys text[],
    empty_means_all boolean)
  RETURNS TABLE (seq bigint, payload text, members uuid[], told bigint[])
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp
  AS $$
  WITH viewer AS MATERIALIZED (
    SELECT wanted.member_id, m.is_main, m.permission_code_list FROM unnest(viewers) AS wanted (member_id)
      LEFT JOIN member m ON m.member_id = wanted.member_id AND m.account_id = pasar_account()
    WHERE pasar_sees_all()
  ), page AS MATERIALIZED (
    SELECT looked_at.*, dense_rank() OVER (ORDER BY shop_id, member_id, is_known, needed) AS audience
    FROM (SELECT c.seq, c.shop_id, c.member_id, c.payload, array_position(kinds, c.kind) IS NOT NULL AS is_known,
        keys[array_position(kinds, c.kind)] AS needed
      FROM change c WHERE c.account_id = pasar_account() AND c.seq > since AND c.seq <= until
      ORDER BY c.seq LIMIT most) looked_at
  ), audience AS MATERIALIZED (
    SELECT DISTINCT audience, shop_id, member_id, needed FROM page WHERE is_known
  ), judged AS (
    SELECT v.member_id, ARRAY(
        SELECT a.audience FROM audience a
        WHERE pasar_holds(v.is_main, v.permission_code_list, a.needed, empty_means_all) AND CASE
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
REVOKE ALL ON FUNCTION pasar_read_feed(bigint, bigint, integer, uuid[], text[], text[], boolean) FROM PUBLIC;
--> statement-breakpoint
GRANT EXECUTE ON FUNCTION pasar_read_feed(bigint, bigint, integer, uuid[], text[], text[], boolean) TO pasar_app;
--> statement-breakpoint
-- Handed over last, as in the first version of the function.
GRANT CREATE ON SCHEMA public TO pasar_feed;
--> statement-breakpoint
ALTER FUNCTION pasar_read_feed(bigint, bigint, integer, uuid[], text[], text[], boolean) OWNER TO pasar_feed;
--> statement-breakpoint
REVOKE CREATE ON SCHEMA public FROM pasar_feed;
--> statement-breakpoint
-- Windows end with their session, however it is deleted: a logout, a removed member, a removed account. NOTIFY tells each
-- account once a transaction; the server then asks which sessions are open.
CREATE FUNCTION pasar_tell_session_end() RETURNS trigger LANGUAGE plpgsql
  AS $$ BEGIN PERFORM pg_notify('pasar_session', OLD.account_id::text); RETURN NULL; END $$;
--> statement-breakpoint
CREATE TRIGGER session_end AFTER DELETE ON "session" FOR EACH ROW EXECUTE FUNCTION pasar_tell_session_end();
