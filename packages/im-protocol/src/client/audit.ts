import { type MessageBody, MessageDirection } from '../schema.ts';
import { isFinal } from './caller.ts';
import { indexesChecksum } from './checksum.ts';
import { requestShape } from './command-table.ts';
import { type ConversationRef, refOf } from './draft.ts';
import type { Fetching } from './fetching.ts';
import { reduceRange, reduceReply } from './reduce.ts';
import { type ConversationState, type MessageState, placeOf } from './state.ts';

/**
 * IM-S25: is every conversation known (615), and are its messages whole (302)? The server tells blocks of indexes with
 * their count and checksum; a range that does not agree is fetched (301) and put in place of what is held.
 */
export async function auditConversations(fetching: Fetching): Promise<boolean> {
  const result = await fetching.caller.call('conversationsCheckInfo', {});
  if (result.kind !== 'done') return isFinal(result);
  const request = requestShape('conversationsCheckInfo', {});
  fetching.apply(reduceReply(fetching.state(), 'conversationsCheckInfo', request, result.body), 'history');
  const listed = new Set(result.body.conversationCheckinfoList.map(({ conversationShortId }) => conversationShortId));
  for (const conversation of fetching.state().conversations.values()) {
    const ref = refOf(conversation);
    if (listed.has(conversation.shortId)) fetching.want({ kind: 'range', ref });
    else if (conversation.isMember) fetching.want({ kind: 'conversation', ref });
  }
  return true;
}

/** Above every index there can be: the range reaches to the newest message, held or not. */
const NEWEST = 2n ** 63n - 1n;

export async function mendConversation(fetching: Fetching, ref: ConversationRef): Promise<boolean> {
  const held = fetching.state().conversations.get(ref.conversationId);
  if (held === undefined) return true;
  const { messages, minIndex } = held;
  let begin = NEWEST;
  let isWhole = true;
  let total = 0;
  while (isWhole) {
    const result = await fetching.caller.call('messagesCheckInfo', {
      ...ref,
      cursorReverseBegin: begin,
      cursorReverseEnd: minIndex,
      expectMsgTotalCount: messages.length,
    });
    if (result.kind !== 'done') return isFinal(result);
    for (const { headMsgIndex, tailMsgIndex, msgCount, indexesChecksum: checksum } of result.body.msgsCheckinfoList) {
      const block = indexesIn(messages, tailMsgIndex, headMsgIndex);
      isWhole &&= block.length === msgCount && indexesChecksum(block) === checksum;
      total += msgCount;
    }
    const next = result.body.cursorReverseNext;
    if (next <= 0n || next >= begin) break;
    begin = next;
  }
  // what stands between the blocks is not on the server
  if (isWhole && total === messages.length) return true;
  return fetchRange(fetching, ref, held);
}

/** Newest first, both ends included. */
function indexesIn(messages: readonly MessageState[], from: bigint, to: bigint): readonly bigint[] {
  const inside = messages.slice(placeOf(messages, from), placeOf(messages, to + 1n));
  return inside.map(({ index }) => index).reverse();
}

/** Everything above the min index, oldest first. Only messages that were held before can turn out to be gone. */
async function fetchRange(fetching: Fetching, ref: ConversationRef, held: ConversationState): Promise<boolean> {
  const heldIds = new Set(held.messages.map(({ serverMessageId }) => serverMessageId));
  const bodies: MessageBody[] = [];
  for (let anchorIndex = held.minIndex; ; ) {
    const result = await fetching.caller.call('messagesInConversation', {
      ...ref,
      direction: MessageDirection.NEWER,
      anchorIndex,
      limit: fetching.pageSize,
    });
    if (result.kind !== 'done') return isFinal(result);
    bodies.push(...result.body.messages);
    if (!result.body.hasMore || result.body.nextCursor <= anchorIndex) break;
    anchorIndex = result.body.nextCursor;
  }
  fetching.apply(reduceRange(fetching.state(), ref, bodies, heldIds), 'history');
  return true;
}
