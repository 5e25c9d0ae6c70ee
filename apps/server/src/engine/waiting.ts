import type { RunnerContext } from './runner-context.ts';

/**
 * Whether anything that is due waits at the shops of this connection: messages, messages in doubt, settings, wishes for
 * history. One small statement in place of asking for each, because it is asked again and again and hardly ever so.
 */
export async function isAnythingWaiting({ database, owner, clock }: RunnerContext): Promise<boolean> {
  const [found] = await database.query<{ is_waiting: boolean }>(
    'is-anything-waiting',
    `select exists (select from unnest($1::uuid[]) as own (shop_id) where
         exists (select from delivery d where d.shop_id = own.shop_id and d.state = 'pending' and d.not_before <= $2)
         or exists (select from delivery d where d.shop_id = own.shop_id and d.state = 'doubted')
         or exists (select from setting_outbox o where o.shop_id = own.shop_id and o.not_before <= $2)
         or exists (select from conversation c
           where c.shop_id = own.shop_id and c.is_history_wanted and c.history = 'more')) as is_waiting`,
    [[...owner.shopIds.values()], clock.now()],
  );
  return found?.is_waiting ?? false;
}
