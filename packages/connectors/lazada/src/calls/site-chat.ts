/**
 * The seller site's own messenger calls. Ours: their data is read as the gateway's, because both serve the same
 * messenger. The desk uses the gateway for chats, and of these calls only the star and the follow status.
 */
import { LIMITS, type PlatformConversationId } from '@pasar/domain';
import { z } from 'zod';
import { SELLER_TYPE } from '../wire/apis.ts';
import { wireFlag, wireMilliseconds } from '../wire/fields.ts';
import { done, readAs, siteCall, unexpected } from './definition.ts';
import { fromWireMessageList, fromWireSessionList } from './reading/lists.ts';
import { FROM_CODE, type OutgoingMessage, readSent } from './send.ts';
import type { ListStart, MessagesStart } from './sessions.ts';
import { SITE_PATHS } from './site-paths.ts';

export const siteSessionList = siteCall({
  key: 'lazada-seller GET session-list',
  tag: 'ours',
  repeat: 'read',
  method: 'GET',
  path: SITE_PATHS.sessions,
  fields: ({ startTime, fetchCount }: ListStart) => ({
    accountType: String(SELLER_TYPE),
    startTime: String(startTime),
    fetchCount: String(fetchCount),
  }),
  read: (data) => {
    const list = fromWireSessionList(data);
    return list.ok ? list : unexpected(list.reason);
  },
});

export const siteMessageList = siteCall({
  key: 'lazada-seller GET message-list',
  tag: 'ours',
  repeat: 'read',
  method: 'GET',
  path: SITE_PATHS.messages,
  fields: ({ sessionId, startTime }: MessagesStart) => ({
    accountType: String(SELLER_TYPE),
    sessionViewId: sessionId,
    startTime: String(startTime),
    fetchCount: String(LIMITS.messagePageSize),
  }),
  read: (data) => {
    const list = fromWireMessageList(data);
    return list.ok ? list : unexpected(list.reason);
  },
});

/** The marketplace's clock, in milliseconds. */
export const timestamp = siteCall({
  key: 'lazada-seller GET timestamp',
  tag: 'ours',
  repeat: 'read',
  method: 'GET',
  path: SITE_PATHS.timestamp,
  fields: (_params: null) => ({}),
  read: readAs('timestamp', z.object({ timestamp: wireMilliseconds }), ({ timestamp: at }) => at),
});

export const siteSendMessage = siteCall({
  key: 'lazada-seller POST send-message',
  tag: 'ours',
  repeat: 'send',
  method: 'POST',
  path: SITE_PATHS.send,
  fields: ({ sessionId, templateId, content, idempotencyKey }: OutgoingMessage) => ({
    sessionId,
    content: JSON.stringify(content),
    templateId: String(templateId),
    bizUnique: idempotencyKey,
    ext: JSON.stringify({ language: 'en', fromCode: FROM_CODE }),
  }),
  read: readSent,
});

export const sessionStar = siteCall({
  key: 'lazada-seller POST session-star',
  tag: 'ours',
  repeat: 'idempotent',
  method: 'POST',
  path: SITE_PATHS.star,
  fields: ({ sessionId, isStarred }: { readonly sessionId: PlatformConversationId; readonly isStarred: boolean }) => ({
    sessionId,
    star: String(isStarred),
  }),
  read: done,
});

/** Whether a buyer follows the shop; `brandId` is the shop's own. */
export const followStatus = siteCall({
  key: 'lazada-seller GET follow-status',
  tag: 'ours',
  repeat: 'read',
  method: 'GET',
  path: SITE_PATHS.followStatus,
  fields: ({ targetUserId, brandId }: { readonly targetUserId: string; readonly brandId: string }) => ({
    targetUserId,
    brandId,
  }),
  read: readAs('follow status', z.object({ isFollowing: wireFlag }), ({ isFollowing }) => isFollowing),
});
