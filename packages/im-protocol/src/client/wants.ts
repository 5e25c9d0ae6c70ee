import type { CommandName, ReplyOf, RequestOf } from '../commands.ts';
import { ActionType, MessageDirection } from '../schema.ts';
import { auditConversations, mendConversation } from './audit.ts';
import { isFinal } from './caller.ts';
import { requestShape } from './command-table.ts';
import type { ConversationRef, Want } from './draft.ts';
import type { Fetching } from './fetching.ts';
import { reduceCursor, reduceList, reduceReply } from './reduce.ts';

/**
 * Fetches one want. False means that it must be tried again. A refusal that a repetition cannot change is an answer,
 * too: there is nothing to fetch.
 */
export async function fetchWant(fetching: Fetching, want: Want): Promise<boolean> {
  switch (want.kind) {
    case 'log':
      return (fetching.state().cursor !== null || (await fetchStart(fetching))) && (await fetchLog(fetching));
    case 'conversation':
      return ask(fetching, 'conversationInfoList', { conversationInfoList: [want.ref] });
    case 'message':
      return ask(fetching, 'messageById', { ...want.ref, serverMessageId: want.messageId });
    case 'newest':
      return ask(fetching, 'messagesInConversation', {
        ...want.ref,
        direction: MessageDirection.FROM_LATEST,
        limit: fetching.pageSize,
      });
    case 'participants':
      return fetchParticipants(fetching, want.ref);
    case 'marks':
      return fetchMarks(fetching);
    case 'blocklist':
      return fetchBlocklist(fetching);
    case 'strangers':
      return fetchStrangers(fetching);
    case 'audit':
      return auditConversations(fetching);
    case 'range':
      return mendConversation(fetching, want.ref);
  }
}

async function ask<Name extends CommandName>(fetching: Fetching, name: Name, body: RequestOf<Name>): Promise<boolean> {
  const result = await fetching.caller.call(name, body);
  if (result.kind !== 'done') return isFinal(result);
  fetching.apply(reduceReply(fetching.state(), name, requestShape(name, body), result.body), 'history');
  return true;
}

/**
 * IM-S17: fetches the first list (203) completely; the log continues from its position when the first page was made.
 * IM-S34: fetches only the first page when not all conversations are held.
 */
async function fetchStart(fetching: Fetching): Promise<boolean> {
  let start: bigint | null = null;
  let cursor = 0n;
  for (;;) {
    // Includes conversations without messages, because nothing would tell of them later.
    const body: RequestOf<'messagesPerUserInit'> = { cursor, withEmptyConv: true };
    const result = await fetching.caller.call('messagesPerUserInit', body);
    if (result.kind !== 'done') return false;
    const request = requestShape('messagesPerUserInit', body);
    fetching.apply(reduceReply(fetching.state(), 'messagesPerUserInit', request, result.body), 'list');
    start ??= result.body.perUserCursor;
    if (!fetching.isHoldingAll || !result.body.hasMore || result.body.nextCursor === cursor) break;
    cursor = result.body.nextCursor;
  }
  fetching.apply(reduceCursor(fetching.state(), start), 'list');
  fetching.follow(fetching.follower.catchUp(start));
  return true;
}

/**
 * IM-S18: fetches the log after the cursor (200), page by page. A page that was requested from another cursor than the
 * present one is not applied: pushes have brought its beginning meanwhile, and its commands must not be applied twice.
 */
async function fetchLog(fetching: Fetching): Promise<boolean> {
  const { follower, pageSize } = fetching;
  for (;;) {
    const from = fetching.state().cursor ?? 0n;
    const expected = follower.nextEarly();
    const body: RequestOf<'messagesPerUser'> = { cursor: from, limit: pageSize };
    const result = await fetching.caller.call('messagesPerUser', body);
    if (result.kind !== 'done') return false;
    let hasMore = follower.hasGap;
    if (fetching.state().cursor === from) {
      const request = requestShape('messagesPerUser', body);
      fetching.apply(reduceReply(fetching.state(), 'messagesPerUser', request, result.body), 'log');
      const reached = fetching.state().cursor ?? from;
      hasMore = result.body.hasMore && reached > from;
      if (!hasMore && expected !== null && reached < expected) {
        // IM-S20: the whole log was read after that push came, and has nothing before it.
        fetching.apply(reduceCursor(fetching.state(), expected), 'log');
      }
      fetching.follow(follower.catchUp(fetching.state().cursor ?? reached));
    }
    if (!hasMore) return !follower.hasGap;
  }
}

async function fetchParticipants(fetching: Fetching, ref: ConversationRef): Promise<boolean> {
  const pages: ReplyOf<'participants'>[] = [];
  for (let cursor = 0n; ; ) {
    const result = await fetching.caller.call('participants', { ...ref, cursor });
    if (result.kind !== 'done') return isFinal(result);
    pages.push(result.body);
    const page = result.body.participantsPage;
    if (page?.hasMore !== true || page.cursor === cursor) break;
    cursor = page.cursor;
  }
  fetching.apply(
    reduceList(fetching.state(), (lists, draft) => lists.participants(draft, ref, pages)),
    'history',
  );
  return true;
}

async function fetchMarks(fetching: Fetching): Promise<boolean> {
  const pages: { readonly action: ActionType; readonly reply: ReplyOf<'pullMarkedMessages'> }[] = [];
  for (const action of [ActionType.FAVORITE, ActionType.PIN, ActionType.UNREAD]) {
    for (let cursor = 0n; ; ) {
      const limit = BigInt(fetching.pageSize);
      const result = await fetching.caller.call('pullMarkedMessages', { cursor, limit, actionType: action });
      if (result.kind !== 'done') return isFinal(result);
      pages.push({ action, reply: result.body });
      if (!result.body.hasMore || result.body.nextCursor === cursor) break;
      cursor = result.body.nextCursor;
    }
  }
  fetching.apply(
    reduceList(fetching.state(), (lists, draft) => lists.marks(draft, pages)),
    'history',
  );
  return true;
}

async function fetchBlocklist(fetching: Fetching): Promise<boolean> {
  const pages: ReplyOf<'blocklist'>[] = [];
  for (let cursor = 0n; ; ) {
    const result = await fetching.caller.call('blocklist', { cursor, limit: fetching.pageSize });
    if (result.kind !== 'done') return isFinal(result);
    pages.push(result.body);
    if (!result.body.hasMore || result.body.nextCursor === cursor) break;
    cursor = result.body.nextCursor;
  }
  fetching.apply(
    reduceList(fetching.state(), (lists, draft) => lists.blocklist(draft, pages)),
    'history',
  );
  return true;
}

async function fetchStrangers(fetching: Fetching): Promise<boolean> {
  const pages: ReplyOf<'strangerConversations'>[] = [];
  for (let cursor = 0n; ; ) {
    const result = await fetching.caller.call('strangerConversations', { cursor });
    if (result.kind !== 'done') return isFinal(result);
    pages.push(result.body);
    if (!result.body.hasMore || result.body.nextCursor === cursor) break;
    cursor = result.body.nextCursor;
  }
  fetching.apply(
    reduceList(fetching.state(), (lists, draft) => lists.strangers(draft, pages)),
    'history',
  );
  return true;
}
