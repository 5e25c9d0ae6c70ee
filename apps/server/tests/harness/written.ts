import type { DomainEvent } from '@pasar/domain';
import { ingest } from '../../src/engine/ingest/ingest.ts';
import type { OwnedConnection } from '../../src/engine/ingest/types.ts';
import { AutoReplyRules } from '../../src/records/auto-reply.ts';
import { listing, messageAt, type TestDatabase } from './database.ts';

/** A message, and who wrote it to whom. */
export interface Written {
  readonly shop: string;
  readonly buyer: string;
  readonly author: 'buyer' | 'seller' | 'robot' | 'system';
  readonly sentAt: number;
}

/** Stores a text as it arrives at `now`, and its conversation. */
export async function storeWritten(
  database: TestDatabase,
  owner: OwnedConnection,
  written: Written & { readonly words: string; readonly number: number },
  now: () => number,
): Promise<void> {
  const { shop, buyer, author, sentAt, words, number } = written;
  const content = { type: 'text' as const, text: words };
  const message = messageAt(shop, `${shop}-${buyer}`, number, author, { content, sentAt });
  const events: DomainEvent[] = [
    { kind: 'conversation.listed', conversation: listing(shop, `${shop}-${buyer}`) },
    { kind: 'message.received', message, via: 'live' },
  ];
  const items = events.map((event) => ({ kind: 'event' as const, owner, event }));
  await ingest(database.engine, owner.accountId, items, { rules: new AutoReplyRules(), now });
}
