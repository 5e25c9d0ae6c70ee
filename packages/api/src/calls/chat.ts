import { MARKETPLACES, MESSAGE_MARKS } from '@pasar/domain';
import { z } from 'zod';
import { defineCall, MEMBER, permission } from '../contract/call.ts';
import { memberChatSetting } from '../facts/chat-settings.ts';
import { conversationFilter, conversationListing } from '../facts/conversation-filter.ts';
import { platform, shopUserView, userId } from '../facts/users.ts';
import {
  arrangementView,
  cardDetailView,
  conversationId,
  conversationView,
  deliveryView,
  memberView,
  messageId,
  messageView,
  position,
  shopId,
  shopView,
} from '../facts/views.ts';

const chat = permission('chat');

/**
 * A place in a list: the milliseconds by which the list is ordered, a dot, and the id of the conversation. The
 * milliseconds are `waitingSince` in a list by waits (the usual order of the tab `waiting`), `dueAt` in the tab `due`, else
 * `lastMessageAt`.
 */
const cursor = z.string().max(80);

/**
 * Calls of the desk that the specification does not name, from here to `getImToken`. Everything that a window
 * needs to start, as of change `seq`; the live stream continues from there.
 */
const snapshot = defineCall({
  path: '/api/desk/snapshot',
  method: 'GET',
  access: MEMBER,
  summary: 'The member, its shops and, with the key `chat`, the newest conversations, as of one change number',
  input: z.object({}),
  output: z.object({
    seq: z.number().int().nonnegative(),
    member: memberView,
    shops: z.array(shopView),
    arrangement: arrangementView,
    chatSetting: memberChatSetting,
    /**
     * The newest, at most 200; the newest 500 that are pinned; and those of the waiting buyers whose answers are due first, at
     * most 200. Without the key `chat` both this list and `deliveries` are empty.
     */
    conversations: z.array(conversationView),
    hasMore: z.boolean(),
    /** Where the tabs `waiting` and `due` go on, of every scope; null when all waiting buyers are in `conversations`. */
    nextWaiting: cursor.nullable(),
    /** The newest deliveries that are not settled, at most 500. */
    deliveries: z.array(deliveryView),
  }),
});

/**
 * ours: who works in the account, for the names beside answers, and in which group, for whom to warn of a colleague's
 * buyer. Tokens, which are no persons, are among them.
 */
const colleagues = defineCall({
  path: '/api/desk/colleagues',
  method: 'GET',
  access: chat,
  summary: 'The names and groups of the members of the account',
  input: z.object({}),
  output: z.object({
    members: z.array(
      z.object({ memberId: z.uuid(), name: z.string(), groupName: z.string().nullable(), isPerson: z.boolean() }),
    ),
  }),
});

/** In the order of the tab, unless `sort` says otherwise. `before` is the `next` of the page before. */
const conversations = defineCall({
  path: '/api/desk/conversations',
  method: 'GET',
  access: chat,
  summary: 'A page of conversations by marketplace, shop, tab, filters or words',
  input: conversationListing.extend({
    before: cursor.optional(),
    limit: z.coerce.number().int().min(1).max(200).default(100),
  }),
  output: z.object({ conversations: z.array(conversationView), next: cursor.nullable() }),
});

/**
 * Goes round all conversations that need a person: those with an answer that failed or is unconfirmed, the oldest
 * first; then those in which a buyer waits, the answer first that is due first; then the other unread ones, the newest first.
 * Hidden shops are left out unless `shopId` names one.
 */
const nextConversation = defineCall({
  path: '/api/desk/nextConversation',
  method: 'GET',
  access: chat,
  summary:
    'The next conversation that needs a person: an answer that failed, a buyer who waits, an unread message. Without an assignee, those of colleagues are left out',
  input: conversationFilter.omit({ sort: true }).extend({
    marketplace: z.enum(MARKETPLACES).optional(),
    shopId: shopId.optional(),
    /** The conversation on the screen. It is never the answer. */
    open: conversationId.optional(),
    /**
     * The `place` of an earlier answer, to go on from there. Without it the round goes on from `open`, if that is in
     * it.
     */
    after: cursor.optional(),
    step: z.enum(['next', 'previous']).default('next'),
  }),
  output: z.object({
    /** Null: no conversation but the open one needs a person. */
    next: z
      .object({
        conversation: conversationView,
        /** The answer that failed or is unconfirmed, where that is the reason. */
        delivery: deliveryView.nullable(),
        place: cursor,
      })
      .nullable(),
  }),
});

/**
 * Newest first. When `older` is `fetching`, the server is fetching older messages, which will come by the live stream.
 */
const messages = defineCall({
  path: '/api/desk/messages',
  method: 'GET',
  access: chat,
  summary: 'A page of messages of one conversation, and its unsettled deliveries',
  input: z.object({
    conversationId,
    before: position.optional(),
    limit: z.coerce.number().int().min(1).max(200).default(50),
  }),
  output: z.object({
    conversation: conversationView,
    messages: z.array(messageView),
    deliveries: z.array(deliveryView),
    older: z.enum(['yes', 'no', 'fetching']),
  }),
});

/**
 * ours: a message's card tells little more than an id. The process that serves the shop asks the marketplace for the
 * rest.
 */
const cardDetail = defineCall({
  path: '/api/desk/cardDetail',
  method: 'GET',
  access: chat,
  summary: 'The order, the voucher or the offer that a message shows, as its marketplace has it now',
  input: z.object({ messageId }),
  output: z.object({ card: cardDetailView }),
});

const markRead = defineCall({
  path: '/api/desk/markRead',
  method: 'POST',
  access: chat,
  summary: 'Everything up to a position is read, here and at the marketplace',
  input: z.object({ conversationId, position }),
  output: z.object({}),
});

const markUnread = defineCall({
  path: '/api/desk/markUnread',
  method: 'POST',
  access: chat,
  summary: 'Mark a conversation unread',
  input: z.object({ conversationId }),
  output: z.object({}),
});

const flag = z.union([z.boolean(), z.stringbool()]);

/** The marketplace is told where it has the ability; elsewhere Pasar keeps it by itself. */
const muteConversation = defineCall({
  path: '/api/desk/muteConversation',
  method: 'POST',
  access: chat,
  summary: 'Mute a conversation or not, here and at the marketplace where it has a call for it',
  input: z.object({ conversationId, isMuted: flag }),
  output: z.object({}),
});

/** ours */
const setAside = defineCall({
  path: '/api/desk/setAside',
  method: 'POST',
  access: chat,
  summary: 'No answer is needed until the buyer writes again, or one is needed after all; known in Pasar alone',
  /** `upTo`: the newest message that the member saw. What the buyer has written since waits on. */
  input: z.object({ conversationId, isSetAside: flag, upTo: position.optional() }),
  /** False as well where the buyer has written since. */
  output: z.object({ isSetAside: z.boolean() }),
});

/**
 * ours: refused while the buyer waits for an answer (`buyer_waits`). Its messages stay in Pasar, and a new message brings
 * it back.
 */
const deleteConversation = defineCall({
  path: '/api/desk/deleteConversation',
  method: 'POST',
  access: chat,
  summary: 'Take a conversation out of the lists until somebody writes in it, or put it back',
  input: z.object({ conversationId, isDeleted: flag }),
  output: z.object({}),
});

/** The calls from here on exist where the marketplace has the ability (`ABILITIES`); elsewhere they are refused. */
const favoriteConversation = defineCall({
  path: '/api/desk/favoriteConversation',
  method: 'POST',
  access: chat,
  summary: 'Make a conversation a favourite or not, here and at the marketplace',
  input: z.object({ conversationId, isFavorite: flag }),
  output: z.object({}),
});

/** Other windows see the recall when the marketplace has carried it out; a refusal comes as a moment. */
const recallMessage = defineCall({
  path: '/api/desk/recallMessage',
  method: 'POST',
  access: chat,
  summary: 'Take a message of the shop back, for the buyer too',
  input: z.object({ messageId }),
  output: z.object({}),
});

const deleteMessage = defineCall({
  path: '/api/desk/deleteMessage',
  method: 'POST',
  access: chat,
  summary: 'Delete a message for the shop; the buyer keeps it',
  input: z.object({ messageId }),
  output: z.object({}),
});

const markMessage = defineCall({
  path: '/api/desk/markMessage',
  method: 'POST',
  access: chat,
  summary: 'Mark a message as favourite, pinned or unread, or take the mark away',
  input: z.object({ messageId, mark: z.enum(MESSAGE_MARKS), isMarked: flag }),
  output: z.object({}),
});

const showTyping = defineCall({
  path: '/api/desk/showTyping',
  method: 'POST',
  access: chat,
  summary: 'Let the buyer see that the shop is writing, or has stopped',
  input: z.object({ conversationId, isTyping: flag }),
  output: z.object({}),
});

/**
 * By spec 2 §7.7, with its path and parameters; `chat-sessions.ts` has its calls about conversations. Ours: the
 * marketplaces' own tokens never leave the server; the session cookie is the credential of the live stream.
 */
const getImToken = defineCall({
  path: '/api/chat/index/getImToken',
  method: 'POST',
  access: chat,
  summary: 'Where the messages of a shop come in, and from which change on',
  input: z.object({ userId, platform: platform.optional() }),
  output: z.object({ user: shopUserView, livePath: z.string(), since: z.number().int().nonnegative() }),
});

/** The kind alone, never the content of the message. */
const unknownMessageTypeLog = defineCall({
  path: '/api/chat/index/unknownMessageTypeLog',
  method: 'POST',
  access: chat,
  summary: 'Report a kind of message that this client cannot show',
  input: z.object({ platform, messageType: z.string().trim().min(1).max(80), userId: userId.optional() }),
  output: z.object({}),
});

export {
  cardDetail,
  colleagues,
  conversations,
  deleteConversation,
  deleteMessage,
  favoriteConversation,
  getImToken,
  markMessage,
  markRead,
  markUnread,
  messages,
  muteConversation,
  nextConversation,
  recallMessage,
  setAside,
  showTyping,
  snapshot,
  unknownMessageTypeLog,
};
