-- A search looks at seven kinds, and planning a statement for each took most of the time of a search with few hits. The
-- plans are kept now. A kept plan does not know how rare the words are; the index of words is the best way in any case, so
-- the conditions of account, kind and time are written in forms that no other index has, and the rows of what was found are
-- looked up by their keys.

-- Both belong to pasar_identity, as the function that is replaced does.
grant create on schema public to pasar_identity;
set role pasar_identity;

-- The newest hits of many: planned for each search, because how far the walk goes depends on the words.
create function pasar_search_newest(account uuid, asked text, wanted tsquery, shops uuid[], by_writer text, since bigint,
    until bigint, before_at bigint, before_id uuid, most integer)
  returns table (subject_id uuid, at bigint)
  language plpgsql stable security definer rows 50
  set search_path = public, pg_temp set enable_bitmapscan = on set plan_cache_mode = force_custom_plan
  as $$
  #variable_conflict use_column
  begin
    return query select e.subject_id, e.at from search_entry e
      where e.words @@ wanted and e.account_id = account and e.kind = asked
        and (by_writer is null or e.writer = by_writer) and (shops is null or e.shop_id = any(shops))
        and e.at >= since and e.at < until
        and (before_at is null or (e.at, e.subject_id) < (before_at, before_id))
      order by e.at desc, e.subject_id desc limit most;
  end $$;
revoke all on function pasar_search_newest(uuid, text, tsquery, uuid[], text, bigint, bigint, bigint, uuid, integer) from public;

create or replace function pasar_search(kinds text[], queries text[], among uuid[], by_writer text, since bigint, until bigint,
    before_at bigint, before_id uuid, most integer, counted integer)
  returns table (kind text, found integer, subject_id uuid, at bigint)
  language plpgsql stable security definer rows 50
  set search_path = public, pg_temp set enable_bitmapscan = on set plan_cache_mode = force_generic_plan
  set enable_seqscan = off
  as $$
  #variable_conflict use_column
  declare
    account uuid := pasar_account();
    shops uuid[] := among;
    asked text;
    wanted tsquery;
    total integer;
    ids uuid[];
    times bigint[];
  begin
    if not pasar_sees_all() then
      shops := array(select granted.shop_id from member_shop granted where granted.member_id = pasar_member()
        and (among is null or granted.shop_id = any(among)));
    end if;
    for number in 1 .. cardinality(kinds) loop
      asked := kinds[number];
      wanted := queries[number]::tsquery;
      if asked = 'note' then
        with hit as materialized (
          select e.subject_id, e.at from search_entry e cross join lateral
            (select b.buyer_id, b.marketplace from buyer_note b where b.note_id = e.subject_id limit 1) n
          where e.words @@ wanted and e.account_id is not distinct from account
            and e.kind is not distinct from asked
            and (by_writer is null or e.writer = by_writer) and e.at + 0 >= since and e.at + 0 < until
            and exists (select from conversation_buyer b join shop s on s.shop_id = b.shop_id
              where b.account_id = account and b.buyer_id = n.buyer_id and s.marketplace = n.marketplace
                and (shops is null or b.shop_id = any(shops)))
          limit counted + 1)
        select (select count(*) from hit), array_agg(page.subject_id), array_agg(page.at) into total, ids, times
          from (select h.subject_id, h.at from hit h where before_at is null or (h.at, h.subject_id) < (before_at, before_id)
            order by h.at desc, h.subject_id desc limit most) page;
      elsif asked = 'buyer' then
        -- The time of the newest message moves without the name being indexed anew.
        with hit as materialized (
          select e.subject_id, c.last_message_at as at
          from search_entry e cross join lateral
            (select v.last_message_at from conversation v where v.conversation_id = e.subject_id limit 1) c
          where e.words @@ wanted and e.account_id is not distinct from account
            and e.kind is not distinct from asked and by_writer is null
            and (shops is null or e.shop_id = any(shops)) and c.last_message_at >= since and c.last_message_at < until
          limit counted + 1)
        select (select count(*) from hit), array_agg(page.subject_id), array_agg(page.at) into total, ids, times
          from (select h.subject_id, h.at from hit h where before_at is null or (h.at, h.subject_id) < (before_at, before_id)
            order by h.at desc, h.subject_id desc limit most) page;
      else
        with hit as materialized (
          select e.subject_id, e.at from search_entry e
          where e.words @@ wanted and e.account_id is not distinct from account
            and e.kind is not distinct from asked
            and (by_writer is null or e.writer = by_writer) and (shops is null or e.shop_id = any(shops))
            and e.at + 0 >= since and e.at + 0 < until
          limit counted + 1)
        select (select count(*) from hit), array_agg(page.subject_id), array_agg(page.at) into total, ids, times
          from (select h.subject_id, h.at from hit h where before_at is null or (h.at, h.subject_id) < (before_at, before_id)
            order by h.at desc, h.subject_id desc limit most) page;
        if total > counted then
          -- The hits above are any of them. The newest are met soon on a walk from the newest entry on.
          select array_agg(page.subject_id), array_agg(page.at) into ids, times
            from pasar_search_newest(account, asked, wanted, shops, by_writer, since, until, before_at, before_id, most) page;
        end if;
      end if;
      return query select asked, total, page.id, page.place
        from unnest(coalesce(ids, array[null::uuid]), coalesce(times, array[null::bigint])) as page (id, place)
        where total > 0;
    end loop;
  end $$;

reset role;
revoke create on schema public from pasar_identity;
