/** The session list, a session's messages, opening a session, and its read mark. */
import { z } from 'zod';
import { isInReach, type Reach } from '../../world/reach.ts';
import type { Conversation } from '../../world/types.ts';
import type { Seller } from '../accounts.ts';
import { type Call, type CallResult, type LazadaContext, refused, strike, success } from '../context.ts';
import { messageItem } from '../items.ts';
import { BUYER_TYPE, buyerOfSessionId, SELLER_TYPE, SESSION_TYPE, sessionIdOf } from '../session-id.ts';
import { lastMessageTimeOf, NAMESPACE, sessionView } from '../session-view.ts';
import { idField, integerField, objectField, pageFields } from './fields.ts';

export const badData = (): CallResult => refused('FAIL_BIZ_PARAM_INVALID', 'illegal parameter');
export const noSession = (): CallResult => refused('FAIL_BIZ_SESSION_NOT_EXIST', 'session does not exist');

export function conversationOf(context: LazadaContext, { shop }: Seller, sessionId: string): Conversation | null {
  const buyerId = buyerOfSessionId(sessionId, shop.userId);
  return buyerId === null ? null : context.world.conversationWith('lazada', shop.shopId, buyerId);
}

const listFields = pageFields.extend({ accountType: integerField });

/** Ours: rows not newer than `startTime` inclusive; -1 for the newest. */
export const querySessionList: Call = (context, { shop }, data) => {
  const fields = listFields.safeParse(data);
  if (!fields.success || fields.data.accountType !== SELLER_TYPE) return badData();
  const { startTime, fetchCount } = fields.data;
  const { world } = context;
  const rows = world
    .conversations('lazada', shop.shopId)
    .filter((conversation) => startTime < 0 || lastMessageTimeOf(conversation) <= startTime);
  const now = context.now();
  return success({
    userIdToSessionView: {
      [shop.userId]: {
        nameSpaceToSessionView: {
          [NAMESPACE]: {
            sessionViewDTOList: rows
              .slice(0, fetchCount)
              .map((conversation) => sessionView(conversation, shop, world.unreadCount(conversation), now)),
            hasMore: rows.length > fetchCount,
          },
        },
      },
    },
    nameSpaceToSyncData: { [NAMESPACE]: { syncNamespace: NAMESPACE, syncId: context.news.latest(shop.shopId) } },
  });
};

const messageListFields = pageFields.extend({ accountType: integerField, sessionViewId: idField });

/** Newest first; `startTime` as in the session list. */
export const queryMessageList: Call = (context, seller, data) => {
  const fields = messageListFields.safeParse(data);
  if (!fields.success || fields.data.accountType !== SELLER_TYPE) return badData();
  const { sessionViewId, startTime, fetchCount } = fields.data;
  const conversation = conversationOf(context, seller, sessionViewId);
  if (conversation === null) return noSession();
  const page = conversation.messages
    .filter((message) => startTime < 0 || message.acceptedAt <= startTime)
    .slice(-fetchCount)
    .reverse();
  const hasKeys = page.some((message) => message.idempotencyKey !== null);
  const isKeyEchoed = !hasKeys || strike(context, 'keyNotEchoed', seller.shop.shopId) === null;
  return success({ result: page.map((message) => messageItem(conversation, message, seller.shop, isKeyEchoed)) });
};

/** Facts 4.2: a session is opened only with a buyer who ordered within 30 days. */
const OPENING: Reach = { chatDays: null, orderDays: 30, returns: [] };
/** Ours: the seller site's code. The open API answers -22. */
const NO_RECENT_ORDER = 'FAIL_BIZ_NO_RECENT_ORDER';

/** Whether the shop may not open a session with the buyer; never while the fault `sendLimits` does not hold. */
const isOutOfReach = (context: LazadaContext, { shop }: Seller, buyerId: string): boolean =>
  strike(context, 'sendLimits', shop.shopId) !== null &&
  !isInReach(OPENING, { buyerId, messages: [] }, context.trade.of('lazada', shop.shopId), context.now());

const openFields = z.object({ toAccountId: idField, toAccountType: integerField, sessionType: integerField });

/** Ours: opening a session that was closed makes it take messages again. */
export const openSession: Call = (context, seller, data) => {
  const fields = openFields.safeParse(data);
  if (!fields.success || fields.data.toAccountType !== BUYER_TYPE || fields.data.sessionType !== SESSION_TYPE) {
    return badData();
  }
  if (isOutOfReach(context, seller, fields.data.toAccountId))
    return refused(NO_RECENT_ORDER, 'no order within 30 days');
  const conversation = context.world.open('lazada', seller.shop.shopId, fields.data.toAccountId);
  if (conversation === null) return noSession();
  if (conversation.status === 'closed') context.world.setStatus('lazada', conversation.conversationId, 'activated');
  return success({ sessionViewId: sessionIdOf(conversation, seller.shop) });
};

const readFields = z.object({ sessionId: idField, timestamp: integerField, ext: objectField });

/** Marks everything that was sent up to `timestamp` (ms) as read by the seller. */
export const readSession: Call = (context, seller, data) => {
  const fields = readFields.safeParse(data);
  if (!fields.success) return badData();
  const conversation = conversationOf(context, seller, fields.data.sessionId);
  if (conversation === null) return noSession();
  const last = conversation.messages.findLast((message) => message.acceptedAt <= fields.data.timestamp);
  if (last !== undefined) context.world.readBySeller('lazada', conversation.conversationId, last.messageId);
  return success({});
};
