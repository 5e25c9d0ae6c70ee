-- The feed is not written to the database's log: half of what a message wrote there were changes, which repeat what other
-- tables hold. After a crash of the database the feed is empty while its numbers go on, and open windows load everything
-- anew.
alter table change set unlogged;

-- As before, planned once for a connection, and says from which change on the feed has all changes: a window that needs
-- older ones loads everything anew.
-- Of the kinds of rows the first is now:
--   seq, null, null, oldest: everything up to seq was looked at, and the changes before oldest[1] are gone; an empty oldest
--   means that all are gone
-- Only its owner may replace it.
grant create on schema public to pasar_feed;
set local role pasar_feed;
create or replace function pasar_read_feed(since bigint, until bigint, most integer, viewers uuid[], kinds text[],
    keys text[], empty_means_all boolean)
  returns table (seq bigint, payload text, members uuid[], told bigint[])
  language plpgsql stable security definer set search_path = public, pg_temp set plan_cache_mode = force_generic_plan
  as $$
  #variable_conflict use_column
  begin
  return query with viewer as materialized (
    select wanted.member_id, m.is_main, m.permission_code_list from unnest(viewers) as wanted (member_id)
      left join member m on m.member_id = wanted.member_id and m.account_id = pasar_account()
    where pasar_sees_all()
  ), page as materialized (
    select looked_at.*, dense_rank() over (order by shop_id, member_id, is_known, needed) as audience
    from (select c.seq, c.shop_id, c.member_id, c.payload, array_position(kinds, c.kind) is not null as is_known,
        keys[array_position(kinds, c.kind)] as needed
      from change c where c.account_id = pasar_account() and c.seq > since and c.seq <= until
      order by c.seq limit most) looked_at
  ), audience as materialized (
    select distinct audience, shop_id, member_id, needed from page where is_known
  ), judged as (
    select v.member_id, array(
        select a.audience from audience a
        where pasar_holds(v.is_main, v.permission_code_list, a.needed, empty_means_all) and case
          when a.member_id is not null then a.member_id = v.member_id
          when a.shop_id is not null then v.is_main or (a.shop_id, v.member_id) in
            (select granted.shop_id, granted.member_id from member_shop granted
              where granted.shop_id in (select about.shop_id from audience about))
          else true end
        order by a.audience) as audiences
    from viewer v where v.is_main is not null
  ), alike as materialized (
    select array_agg(member_id) as members, audiences from judged group by audiences
  )
  select case count(*) when most then max(p.seq) else greatest(since, until) end, null, null::uuid[],
      array(select c.seq from change c where c.account_id = pasar_account() order by c.seq limit 1)
    from page p having pasar_sees_all()
  union all
  select p.seq, p.payload::text, null, null from page p
    where p.audience = any (array(select distinct unnest(audiences) from alike))
  union all
  select null, null, members, array(select p.seq from page p where p.audience = any (audiences) order by p.seq)
    from alike;
  end $$;
reset role;
revoke create on schema public from pasar_feed;
