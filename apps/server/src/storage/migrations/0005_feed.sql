-- The change feed, and the function by which the live stream reads it.

-- Changes that a client may show, in commit order. A change with `member_id` is addressed to one member.
create table change (
  -- No foreign key, because appending updates the counter row of the account, which exists.
  account_id uuid not null,
  seq bigint not null,
  kind text not null,
  shop_id uuid,
  member_id uuid,
  -- json and not jsonb: written once and passed on as text, never queried.
  payload json not null,
  created_at timestamptz not null default now(),
  primary key (account_id, seq)
);
alter table change enable row level security, force row level security;
grant select, insert, update, delete on change to pasar_app, pasar_engine;

-- A change is seen by the member it is addressed to, otherwise by the members who see its shop, otherwise by the whole
-- account.
create policy tenant_read on change for select to pasar_app, pasar_engine
  using (account_id is not distinct from (select pasar_account()) and case
    when member_id is not null then member_id = (select pasar_member())
    when shop_id is not null then (select pasar_sees_all()) or shop_id in
      (select granted.shop_id from member_shop granted where granted.member_id = (select pasar_member()))
    else true end);
create policy tenant_append on change for insert to pasar_app, pasar_engine
  with check (account_id is not distinct from (select pasar_account()));
create policy engine_trims on change for select to pasar_engine
  using (account_id is not distinct from (select pasar_account()));
create policy tenant_forget on change for delete to pasar_engine
  using (account_id is not distinct from (select pasar_account()));
-- Unbinding a shop also deletes its changes.
create policy tenant_unbinds on change for delete to pasar_app
  using (account_id is not distinct from (select pasar_account()) and (select pasar_sees_all()));

-- The live stream reads an account's changes once for all its windows. The same statement judges who sees which change,
-- so a change that no reader may see does not leave the database.
grant usage on schema public to pasar_feed;
grant select (account_id, seq, kind, shop_id, member_id, payload) on change to pasar_feed;
grant select (account_id, member_id, is_main, permission_code_list) on member to pasar_feed;
grant select on member_shop to pasar_feed;
-- Includes changes that are addressed to one member, but only of the account that the transaction names.
create policy feed_reads on change for select to pasar_feed
  using (account_id is not distinct from (select pasar_account()));
create policy feed_judges on member for select to pasar_feed
  using (account_id is not distinct from (select pasar_account()));
create policy feed_judges on member_shop for select to pasar_feed
  using (account_id is not distinct from (select pasar_account()));

-- Whether a member's keys include `needed` (null: no key is needed): `holds` of the domain, over a member's row. A test
-- compares the two over all keys.
CREATE FUNCTION pasar_holds(is_main boolean, listed text[], needed text, empty_means_all boolean) RETURNS boolean
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN needed IS NULL OR is_main OR CASE WHEN cardinality(listed) = 0 THEN empty_means_all ELSE needed = ANY (listed) END;

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
revoke all on function pasar_read_feed(bigint, bigint, integer, uuid[], text[], text[], boolean) from public;
grant execute on function pasar_read_feed(bigint, bigint, integer, uuid[], text[], text[], boolean) to pasar_app;
-- Handed over last, for the same reason as the look-ups of login and session.
grant create on schema public to pasar_feed;
alter function pasar_read_feed(bigint, bigint, integer, uuid[], text[], text[], boolean) owner to pasar_feed;
revoke create on schema public from pasar_feed;
