-- Forgetting a shop or a buyer takes their changes as well, also those that are addressed to one member, which nobody else
-- may read. So another role deletes them; it deletes for the account of the transaction alone.
create function pasar_forget_changes(shops uuid[], conversations uuid[]) returns void
  language sql volatile security definer set search_path = public, pg_temp
  as $$
    delete from change where account_id = pasar_account() and pasar_sees_all() and (
      shop_id = any(shops)
      or coalesce(payload #>> '{message,conversationId}', payload #>> '{conversation,conversationId}',
        payload #>> '{delivery,conversationId}', payload #>> '{draft,conversationId}',
        payload ->> 'conversationId') = any(conversations::text[])
      -- It names the buyer, and may name no conversation.
      or kind = 'remarkAssigned'
        and not exists (select from remark where remark.remark_id::text = payload ->> 'remarkId'))
  $$;
revoke all on function pasar_forget_changes(uuid[], uuid[]) from public;
grant execute on function pasar_forget_changes(uuid[], uuid[]) to pasar_app;
grant create on schema public to pasar_engine;
alter function pasar_forget_changes(uuid[], uuid[]) owner to pasar_engine;
revoke create on schema public from pasar_engine;
