/** Broadcast chat: 2007, 2008, 2009. */
import { isFieldSet } from '@bufbuild/protobuf';
import { BroadcastRecvMessageRequestBodySchema } from '../gen/im_proto/broadcast_pb.ts';
import { done, type Handler } from './decision.ts';
import { badCursor, badLimit, findConversation, findMember, invalid, limitOf, pageOf } from './lookups.ts';
import { letterOf, post } from './send.ts';
import { seenBy } from './sight.ts';
import { messageView } from './views.ts';
import { CONVERSATION_TYPE } from './vocabulary.ts';

const PAGE = 50;

/** IM-V50: by the owner and managers only, with all the steps of 100. */
export const broadcastSend: Handler<'broadcastSend'> = (call, body) => {
  const found = findConversation(call, body);
  if (found.kind === 'found' && found.conversation.type !== CONVERSATION_TYPE.broadcast) {
    return invalid('the conversation is no broadcast');
  }
  return post(
    call,
    { ...letterOf(body), visibleTo: [], invisibleTo: [], isUncounted: false, quote: undefined },
    'broadcast',
  );
};

/** IM-V51: oldest first from the cursor on, or newest first back from it. */
export const broadcastReceive: Handler<'broadcastReceive'> = (call, body) => {
  const found = findMember(call, body);
  if (found.kind === 'refused') return found;
  if (found.conversation.type !== CONVERSATION_TYPE.broadcast) return invalid('the conversation is no broadcast');
  const isSet = isFieldSet(body, BroadcastRecvMessageRequestBodySchema.field.limit);
  const limit = limitOf(isSet, body.limit, PAGE, call.host.limits.messagePage);
  if (limit === null) return badLimit();
  if (body.cursor < 0n) return badCursor();
  const seen = seenBy(found.conversation, found.member);
  const page = body.reverse
    ? pageOf(seen.toReversed(), (message) => message.index, 'falling', body.cursor, limit)
    : pageOf(seen, (message) => message.index, 'rising', body.cursor, limit);
  const last = page.items.at(-1)?.index;
  return done(() => ({
    messages: page.items.map((message) => messageView(call, found.conversation, message, call.userId)),
    hasMore: page.hasMore,
    // One beyond the last, so that the cursor finds later messages.
    nextCursor: last === undefined ? body.cursor : body.reverse ? last - 1n : last + 1n,
  }));
};

/**
 * IM-V52: users who entered (410) and did not leave; unknown conversations, or those without the caller, are left out.
 */
export const broadcastUserCounter: Handler<'broadcastUserCounter'> = (call, body) => {
  if (body.conversations.length > call.host.limits.batch) return invalid('too many conversations');
  return done(() => ({
    infos: body.conversations.flatMap((name) => {
      const found = findMember(call, {
        conversationId: '',
        conversationShortId: name.conversationShortId,
        conversationType: name.conversationType,
      });
      return found.kind === 'refused'
        ? []
        : [
            {
              conversationShortId: name.conversationShortId,
              counter: found.conversation.present.size,
              conversationType: found.conversation.type,
            },
          ];
    }),
  }));
};
