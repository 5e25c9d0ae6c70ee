-- A row of the conversation list shows the tags of its buyer. The conversation repeats them, so that no list joins anything
-- for them. The statements that give and take tags keep them; a tag that is deleted stays here, where nobody knows it any
-- more, until the tags of the buyer change: a tag may have more buyers than one transaction should hold.
alter table conversation add column tag_ids uuid[] not null default '{}';
-- Row security binds the owner of the tables too.
alter table conversation no force row level security;
alter table buyer_tag_relation no force row level security;
update conversation c set tag_ids = held.tag_ids
  from (select shop_id, buyer_id, array_agg(tag_id order by tag_id) as tag_ids from buyer_tag_relation
    group by shop_id, buyer_id) held
  where c.shop_id = held.shop_id and c.buyer_id = held.buyer_id;
alter table conversation force row level security;
alter table buyer_tag_relation force row level security;

-- A further conversation of a buyer who has tags begins with them.
create or replace function pasar_keep_buyer() returns trigger language plpgsql
  as $$
  declare
    held uuid[];
  begin
    insert into conversation_buyer values (new.conversation_id, new.account_id, new.shop_id, new.buyer_id);
    held := array(select tag_id from buyer_tag_relation
      where shop_id = new.shop_id and buyer_id = new.buyer_id order by tag_id);
    if cardinality(held) > 0 then
      update conversation set tag_ids = held where conversation_id = new.conversation_id;
    end if;
    return null;
  end $$;
