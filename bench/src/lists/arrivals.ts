import { setTimeout as sleep } from 'node:timers/promises';
import { ingest } from '../../../apps/server/src/engine/ingest/ingest.ts';
import type { IngestItem, OwnedConnection } from '../../../apps/server/src/engine/ingest/types.ts';
import { messageAt, type TestDatabase } from '../../../apps/server/tests/harness/database.ts';

export const PER_SECOND = 50;
/** Messages that are stored together, as the ingest collects them. */
const TOGETHER = 5;

/** Messages at conversations of all shops. What it gives lets them arrive until a signal, and gives their number. */
export async function arrivals(database: TestDatabase, owner: OwnedConnection) {
  const found = await database.owner.query<{ shop: string; conversation: string }>(
    `select s.platform_shop_id as shop, c.platform_conversation_id as conversation from conversation c join shop s using (shop_id)
     where c.account_id = $1 order by md5(c.conversation_id::text) limit 20000`,
    [owner.accountId],
  );
  let number = 0;
  const next = (): IngestItem => {
    number += 1;
    const { shop, conversation } = found.rows[number % found.rows.length] ?? { shop: '', conversation: '' };
    const author = number % 3 === 0 ? 'seller' : 'buyer';
    const message = messageAt(shop, conversation, number, author, { sentAt: Date.now() });
    return { kind: 'event', owner, event: { kind: 'message.received', message, via: 'live' } };
  };
  return async (signal: AbortSignal): Promise<number> => {
    const before = number;
    const startedAt = performance.now();
    while (!signal.aborted) {
      await ingest(database.engine, owner.accountId, Array.from({ length: TOGETHER }, next));
      const dueAt = startedAt + ((number - before) * 1_000) / PER_SECOND;
      await sleep(Math.max(0, dueAt - performance.now()));
    }
    return number - before;
  };
}
