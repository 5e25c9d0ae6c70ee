import { ORDER_STATUSES } from '@pasar/domain';
import { z } from 'zod';
import { defineCall, permission } from '../contract/call.ts';
import { fromJson } from '../contract/form.ts';
import { platform, userId } from '../facts/users.ts';
import { conversationId, conversationView } from '../facts/views.ts';

/**
 * The calls of spec 2 §7.7 about conversations, with its paths and parameters. A user is one of the account's shops. The
 * shapes of the answers are ours: the specification does not show them. Where two marketplaces have a shop of the same id,
 * `platform` says which shop is meant; without it such a call is refused. Times are milliseconds.
 */
const chat = permission('chat');
const flag = z.union([z.boolean(), z.stringbool()]);
const user = { userId, platform: platform.optional() };
/** Most conversations or buyers of one call (our choice). */
const MOST = 200;
/** The marketplace's own id of a conversation, and of a buyer. */
const sessionId = z.string().trim().min(1).max(128);
const buyerId = z.string().trim().min(1).max(64);

const pinnedConversation = defineCall({
  path: '/api/chat/index/pinnedConversation',
  method: 'POST',
  access: chat,
  summary: 'Pin or unpin a conversation, here and at the marketplace',
  input: z.object({ conversationId, pinned: flag }),
  output: z.object({}),
});

/** `unknown`: ids of which the shop has no conversation. Nothing else is changed for them. */
const patchConversationPinned = defineCall({
  path: '/api/chat/index/patchConversationPinned',
  method: 'POST',
  access: chat,
  summary: 'Pin or unpin conversations of a shop by the ids of the marketplace, here and there',
  input: z.object({
    ...user,
    sessionIdAndPinnedMap: fromJson(
      z.record(sessionId, flag).refine((map) => Object.keys(map).length <= MOST, 'too many conversations'),
    ),
  }),
  output: z.object({ unknown: z.array(z.string()) }),
});

const getConversationHasPinned = defineCall({
  path: '/api/chat/index/getConversationHasPinned',
  method: 'POST',
  access: chat,
  summary: 'Of conversations of a shop, by the ids of the marketplace, which are pinned',
  input: z.object({ ...user, sessionIds: fromJson(z.array(sessionId).max(MOST)) }),
  /** An id of which the shop has no conversation is left out. */
  output: z.object({ sessionIdAndHasPinnedMap: z.record(z.string(), z.boolean()) }),
});

const getBuyerLastReplyTime = defineCall({
  path: '/api/chat/index/getBuyerLastReplyTime',
  method: 'POST',
  access: chat,
  summary: 'When buyers of a shop were last answered by a person: as Pasar knows, or as it was told',
  input: z.object({ ...user, buyerIds: fromJson(z.array(buyerId).max(MOST)) }),
  /** A buyer of whom no answer is known is left out. */
  output: z.object({ buyerIdAndReplyTimeMap: z.record(z.string(), z.number().int()) }),
});

/** An earlier time than the known one changes nothing. It ends no wait (ours): only an answer that stands at the marketplace does. */
const updateBuyerReplyTime = defineCall({
  path: '/api/chat/index/updateBuyerReplyTime',
  method: 'POST',
  access: chat,
  summary: 'Tell that a buyer of a shop was answered, outside Pasar as well',
  input: z.object({
    ...user,
    buyerId,
    replyTime: z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER),
  }),
  output: z.object({}),
});

/** Ours: sessions are conversations, newest first; `nextStartTime` goes into `startTime` for the next older page. */
const querySessionList = defineCall({
  path: '/api/chat/index/querySessionList',
  method: 'POST',
  access: chat,
  summary: 'The conversations of a shop, page by page',
  input: z.object({
    ...user,
    startTime: z.coerce.number().int().positive().optional(),
    /** Spec 2 §9: 20 sessions a page. */
    fetchCount: z.coerce.number().int().min(1).max(100).default(20),
  }),
  output: z.object({
    serverTime: z.number().int(),
    sessions: z.array(
      z.object({
        sessionId: z.string(),
        unique_id: z.string(),
        unread_count: z.number().int(),
        pinned: z.literal([0, 1]),
        is_unreply: z.boolean(),
        /**
         * `tags`: the marketplace's own of the session, such as 'official'. `toPosition`: how far the buyer has read; null:
         * unknown.
         */
        sessionData: z.object({
          nonReadNumber: z.number().int(),
          tags: z.array(z.string()),
          toPosition: z.string().nullable(),
        }),
        /** The account's tags of the buyer, by name. */
        tags: z.array(z.string()),
        /** The states of the buyer's orders in the shop, each once, in the order of the specification. */
        app_order_status_list: z.array(z.enum(ORDER_STATUSES)),
        conversation: conversationView,
      }),
    ),
    nextStartTime: z.number().int().nullable(),
  }),
});

export {
  getBuyerLastReplyTime,
  getConversationHasPinned,
  patchConversationPinned,
  pinnedConversation,
  querySessionList,
  updateBuyerReplyTime,
};
