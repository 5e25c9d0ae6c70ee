import type { ConnectorSession, Page } from '@pasar/connector-kit';
import { asConversationId, type MessageFacts } from '@pasar/domain';
import { wholeAccount } from '../../storage/database.ts';
import type { ConversationTable } from '../../storage/gen/tables.ts';
import {
  ask,
  type ConversationRefRow,
  event,
  keepUnreadable,
  type RunnerContext,
  submit,
  toConversationRef,
} from './runner-context.ts';

type WantedRow = ConversationRefRow & Readonly<Pick<ConversationTable, 'history_cursor'>>;

/** How long the fetcher waits after the marketplace refused a conversation's history (our choice). */
const REFUSED_WAIT_MS = 30_000;

/** Fetches the next older page of every conversation that a window waits for. */
export class HistoryFetcher {
  readonly #context: RunnerContext;
  /** The time before which a conversation is not asked for again, because the marketplace refused its history. */
  readonly #notBefore = new Map<string, number>();

  constructor(context: RunnerContext) {
    this.#context = context;
  }

  /** @throws SessionLost */
  async fetchWanted(session: ConnectorSession): Promise<void> {
    const context = this.#context;
    const now = context.clock.now();
    for (const row of await findWanted(context)) {
      if ((this.#notBefore.get(row.conversation_id) ?? 0) > now || !context.isHeld()) continue;
      const conversation = toConversationRef(context.owner, row);
      const answer = await session.fetchHistory(conversation, row.history_cursor);
      const page = ask(context, answer, 'history_refused');
      if (page) {
        this.#notBefore.delete(row.conversation_id);
        await store(context, row, page);
      } else {
        this.#notBefore.set(row.conversation_id, now + REFUSED_WAIT_MS);
      }
    }
  }
}

async function findWanted(context: RunnerContext): Promise<readonly WantedRow[]> {
  const { owner, database } = context;
  const wanted = await database.one<WantedRow>(wholeAccount(owner.accountId), {
    name: 'wanted-history',
    text: `select conversation_id, shop_id, platform_conversation_id, buyer_id, address, history_cursor
             from conversation where shop_id = any($1::uuid[]) and is_history_wanted and history = 'more' limit 50`,
    values: [[...owner.shopIds.values()]],
  });
  return wanted.rows;
}

async function store(context: RunnerContext, row: WantedRow, page: Page<MessageFacts>): Promise<void> {
  await keepUnreadable(context, page, row.shop_id);
  await submit(context, [
    ...page.items.map((message) => event(context, { kind: 'message.received', message, via: 'history' })),
    {
      kind: 'history',
      owner: context.owner,
      conversationId: asConversationId(row.conversation_id),
      syncedTo: null,
      syncedMessageId: null,
      older: { cursor: page.next },
    },
  ]);
}
