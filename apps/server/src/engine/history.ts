import type { ConnectorSession } from '@pasar/connector-kit';
import { asConversationId } from '@pasar/domain';
import { wholeAccount } from '../storage/database.ts';
import {
  type ConversationRefRow,
  demand,
  event,
  type RunnerContext,
  submit,
  toConversationRef,
} from './runner-context.ts';

interface WantedRow extends ConversationRefRow {
  readonly history_cursor: string | null;
}

/** Fetches the next older page of every conversation that a window waits for. @throws SessionLost */
export async function fetchWantedHistory(context: RunnerContext, session: ConnectorSession): Promise<void> {
  const { owner, database } = context;
  const wanted = await database.within(wholeAccount(owner.accountId), (transaction) =>
    transaction.query<WantedRow>({
      name: 'wanted-history',
      text: `select conversation_id, shop_id, platform_conversation_id, buyer_id, address, history_cursor
             from conversation where shop_id = any($1::uuid[]) and is_history_wanted and history = 'more' limit 50`,
      values: [[...owner.shopIds.values()]],
    }),
  );
  for (const row of wanted.rows) {
    const page = demand(await session.fetchHistory(toConversationRef(owner, row), row.history_cursor));
    const conversationId = asConversationId(row.conversation_id);
    await submit(context, [
      ...page.items.map((message) => event(context, { kind: 'message.received', message, via: 'history' })),
      { kind: 'history', owner, conversationId, syncedTo: null, older: { cursor: page.next } },
    ]);
  }
}
