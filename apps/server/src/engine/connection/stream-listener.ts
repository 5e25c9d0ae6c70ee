import type { StreamListener } from '@pasar/connector-kit';
import { logFailure } from '../../log.ts';
import type { LogEventName } from '../../log-events.ts';
import { setAside } from '../../records/quarantine.ts';
import { event, type RunnerContext, submit } from './runner-context.ts';
import { partMoments, tellTyping } from './typing.ts';

/**
 * Handles the events of a connection's socket: submits facts, tells moments, and sets unreadable items aside. `missed`
 * is called for each of these, because one may have been a message.
 */
export function listenerOf(
  context: RunnerContext,
  { gap, ended, missed }: Pick<StreamListener, 'gap' | 'ended'> & { readonly missed: () => void },
): StreamListener {
  const report = (event: LogEventName) => (error: unknown) => logFailure(context.log, event, error);
  return {
    gap,
    ended,
    events: (batch) => {
      const { moments, facts } = partMoments(batch);
      submit(
        context,
        facts.map((item) => event(context, item)),
      ).catch(report('live_events_not_stored'));
      for (const item of moments) tellTyping(context, item).catch(report('typing_not_told'));
    },
    unreadable: (item) => {
      missed();
      const shopId = item.platformShopId === null ? undefined : context.owner.shopIds.get(item.platformShopId);
      setAside(context.database, context.owner.accountId, {
        connectionId: context.owner.connectionId,
        reason: item.reason,
        bytes: item.bytes,
        ...(shopId === undefined ? {} : { shopId }),
      }).catch(report('unreadable_not_set_aside'));
    },
  };
}
