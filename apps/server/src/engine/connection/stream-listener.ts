import type { StreamListener } from '@pasar/connector-kit';
import { setAside } from '../ingest/batcher.ts';
import { event, type RunnerContext, submit } from './runner-context.ts';
import { partMoments, tellTyping } from './typing.ts';

/** Hears a connection's socket: facts are submitted, moments told, what nobody can read is set aside. */
export function listenerOf(
  context: RunnerContext,
  { gap, ended }: Pick<StreamListener, 'gap' | 'ended'>,
): StreamListener {
  const report = (what: string) => (error: unknown) => context.log.error({ error: String(error) }, what);
  return {
    gap,
    ended,
    events: (batch) => {
      const { moments, facts } = partMoments(batch);
      submit(
        context,
        facts.map((item) => event(context, item)),
      ).catch(report('live events could not be stored'));
      for (const item of moments) tellTyping(context, item).catch(report('a moment could not be told'));
    },
    unreadable: (item) => {
      const shopId = item.platformShopId === null ? undefined : context.owner.shopIds.get(item.platformShopId);
      setAside(context.database, context.owner.accountId, {
        connectionId: context.owner.connectionId,
        reason: item.reason,
        bytes: item.bytes,
        ...(shopId === undefined ? {} : { shopId }),
      }).catch(report('an unreadable item could not be set aside'));
    },
  };
}
