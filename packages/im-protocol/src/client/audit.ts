import { type MessageBody, MessageDirection, type MessagesCheckInfo } from '../schema.ts';
import { isFinal } from './caller.ts';
import { indexesChecksum } from './checksum.ts';
import { requestShape } from './command-table.ts';
import { type ConversationRef, refOf } from './draft.ts';
import type { Fetching } from './fetching.ts';
import { reduceRange, reduceReply } from './reduce.ts';
import { type MessageState, placeOf } from './state.ts';

/**
 * IM-S25: checks that every conversation is known (615), and that the held messages of each are those of the server
 * (302). Messages that were never fetched are not missing: only the range from the oldest held message to the newest is
 * compared.
 */
export async function auditConversations(fetching: Fetching): Promise<boolean> {
  const result = await fetching.caller.call('conversationsCheckInfo', {});
  if (result.kind !== 'done') return isFinal(result);
  if (fetching.isHoldingAll) {
    const request = requestShape('conversationsCheckInfo', {});
    fetching.apply(reduceReply(fetching.state(), 'conversationsCheckInfo', request, result.body), 'history');
  }
  const listed = new Set(result.body.conversationCheckinfoList.map(({ conversationShortId }) => conversationShortId));
  for (const conversation of fetching.state().conversations.values()) {
    const ref = refOf(conversation);
    if (listed.has(conversation.shortId)) fetching.want({ kind: 'range', ref });
    else if (conversation.isMember) fetching.want({ kind: 'conversation', ref });
  }
  return true;
}

/** A range of indexes, both ends included, and the server's block in it. */
interface Span {
  readonly newest: bigint;
  readonly oldest: bigint;
  /** Null when the server has no message in the range. */
  readonly block: MessagesCheckInfo | null;
}

/** Compares block by block, and fetches only the blocks that differ. */
export async function mendConversation(fetching: Fetching, ref: ConversationRef): Promise<boolean> {
  const messages = fetching.state().conversations.get(ref.conversationId)?.messages ?? [];
  const newest = messages.at(-1)?.index;
  const oldest = messages[0]?.index;
  if (newest === undefined || oldest === undefined) return true;
  for (let begin = newest; ; ) {
    const result = await fetching.caller.call('messagesCheckInfo', {
      ...ref,
      cursorReverseBegin: begin,
      cursorReverseEnd: oldest,
      expectMsgTotalCount: indexesIn(messages, oldest, begin).length,
    });
    if (result.kind !== 'done') return isFinal(result);
    const { msgsCheckinfoList: blocks, cursorReverseNext: next } = result.body;
    const hasNext = next >= oldest && next < begin;
    for (const span of spansOf(blocks, begin, hasNext ? next + 1n : oldest)) {
      if (isSame(messages, span)) continue;
      // Messages that come from now on have their own fetches; only messages that were held before can be found to be
      // gone.
      if (!(await readSpan(fetching, ref, span, messages))) return false;
    }
    if (!hasNext) return true;
    begin = next;
  }
}

/**
 * The blocks and the ranges between them, which together cover the whole range. Between the blocks the server has no
 * message.
 */
function spansOf(blocks: readonly MessagesCheckInfo[], newest: bigint, oldest: bigint): readonly Span[] {
  const first = blocks[0];
  if (first === undefined) return [{ newest, oldest, block: null }];
  return blocks.map((block, place) => {
    const following = blocks[place + 1];
    return {
      newest: block === first ? newest : block.headMsgIndex,
      oldest: following === undefined ? oldest : following.headMsgIndex + 1n,
      block,
    };
  });
}

function isSame(messages: readonly MessageState[], { newest, oldest, block }: Span): boolean {
  const held = indexesIn(messages, oldest, newest);
  return held.length === (block?.msgCount ?? 0) && indexesChecksum(held) === (block?.indexesChecksum ?? 0);
}

/** The indexes of the range, newest first, both ends included. */
const indexesIn = (messages: readonly MessageState[], oldest: bigint, newest: bigint): readonly bigint[] =>
  within(messages, oldest, newest)
    .map(({ index }) => index)
    .reverse();

const within = (messages: readonly MessageState[], oldest: bigint, newest: bigint): readonly MessageState[] =>
  messages.slice(placeOf(messages, oldest), placeOf(messages, newest + 1n));

/** Fetches one block, from its head back to its tail, and replaces the held messages of its range. */
async function readSpan(
  fetching: Fetching,
  ref: ConversationRef,
  { newest, oldest, block }: Span,
  messages: readonly MessageState[],
): Promise<boolean> {
  const bodies: MessageBody[] = [];
  for (let anchorIndex = block === null ? 0n : block.headMsgIndex + 1n; block !== null; ) {
    const result = await fetching.caller.call('messagesInConversation', {
      ...ref,
      direction: MessageDirection.OLDER,
      anchorIndex,
      limit: Math.max(1, Math.min(fetching.pageSize, block.msgCount - bodies.length)),
    });
    if (result.kind !== 'done') return isFinal(result);
    const { messages: page, nextCursor, hasMore } = result.body;
    bodies.push(...page.filter(({ indexInConversation }) => indexInConversation >= oldest));
    if (!hasMore || nextCursor <= block.tailMsgIndex || nextCursor >= anchorIndex) break;
    anchorIndex = nextCursor;
  }
  const heldIds = new Set(within(messages, oldest, newest).map(({ serverMessageId }) => serverMessageId));
  fetching.apply(reduceRange(fetching.state(), ref, bodies, heldIds), 'history');
  return true;
}
