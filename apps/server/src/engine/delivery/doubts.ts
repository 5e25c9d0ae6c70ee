import type { ConnectorSession } from '@pasar/connector-kit';
import { asDeliveryId, type DeliveryEvent } from '@pasar/domain';
import { logEvent } from '../../log.ts';
import { event, keepUnreadable, type RunnerContext, submit, toConversationRef } from '../connection/runner-context.ts';
import { type ClaimedDelivery, findDoubted } from './ledger.ts';

/** Most pages of history that one look reads (our choice). */
const MOST_PAGES = 5;
/** The marketplace's clock may be behind the server's by this much (our choice). */
const CLOCK_SLACK_MS = 60_000;

/**
 * Looks for messages in doubt: their conversations are read again, and the ingest settles the messages that it
 * recognises. A message that a look does not find after its window is over becomes unconfirmed, for a person to decide.
 * Where the marketplace is known to de-duplicate, the message goes out again instead, with the same key. Resolves with
 * the deliveries that were looked for.
 */
export async function lookForDoubted(context: RunnerContext, session: ConnectorSession): Promise<string[]> {
  const doubted = await findDoubted(context);
  const byConversation = Map.groupBy(doubted, (delivery) => delivery.conversation_id);
  for (const deliveries of byConversation.values()) {
    const startedAt = context.clock.now();
    const hasLooked = await readBack(context, session, deliveries);
    if (!hasLooked || !context.isHeld()) continue;
    await submit(
      context,
      deliveries.flatMap((delivery) => {
        const verdict = judge(context, delivery, startedAt);
        const deliveryId = asDeliveryId(delivery.delivery_id);
        return verdict
          ? [{ kind: 'delivery' as const, owner: context.owner, deliveryId, event: verdict, accepted: null }]
          : [];
      }),
    );
  }
  return doubted.map((delivery) => delivery.delivery_id);
}

/** The event for a delivery after a look. The ingest ignores the event where the look found the message. */
function judge(context: RunnerContext, delivery: ClaimedDelivery, startedAt: number): DeliveryEvent | null {
  if (context.connector.capabilities.isDeduplicating) return { event: 'postpone', notBefore: startedAt };
  return startedAt >= Number(delivery.look_until ?? 0) ? { event: 'giveUp' } : null;
}

async function readBack(
  context: RunnerContext,
  session: ConnectorSession,
  deliveries: readonly ClaimedDelivery[],
): Promise<boolean> {
  const [first] = deliveries;
  if (!first) return false;
  const since = Math.min(...deliveries.map((delivery) => Number(delivery.intent_at ?? 0))) - CLOCK_SLACK_MS;
  let cursor: string | null = null;
  for (let page = 0; page < MOST_PAGES; page += 1) {
    const found = await session.fetchHistory(toConversationRef(context.owner, first), cursor);
    if (!found.ok) {
      logEvent(context.log, 'doubt_look_refused', { reason: found.refusal.reason });
      return false;
    }
    await keepUnreadable(context, found.value, first.shop_id);
    const items = found.value.items.map((message) =>
      event(context, { kind: 'message.received', message, via: 'history' }),
    );
    if ((await submit(context, items)) === 'fenced') return false;
    const oldest = found.value.items.at(-1);
    cursor = found.value.next;
    if (cursor === null || (oldest && oldest.sentAt < since)) return true;
  }
  return true;
}

/** While no session can look, a message whose window is over becomes unconfirmed, so that a person is told. */
export async function giveUpDoubted(context: RunnerContext): Promise<void> {
  const now = context.clock.now();
  const overdue = (await findDoubted(context)).filter((delivery) => now >= Number(delivery.look_until ?? 0));
  await submit(
    context,
    overdue.map((delivery) => ({
      kind: 'delivery' as const,
      owner: context.owner,
      deliveryId: asDeliveryId(delivery.delivery_id),
      event: { event: 'giveUp' as const },
      accepted: null,
    })),
  );
}
