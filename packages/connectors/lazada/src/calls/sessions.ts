/** The messenger of the gateway: sessions, their messages, read marks and missed items (facts 2.2). */
import { asPlatformConversationId, type BuyerId, LIMITS, type PlatformConversationId } from '@pasar/domain';
import { z } from 'zod';
import { APIS, BUYER_TYPE, NODE_ID, SELLER_TYPE, SESSION_TYPE } from '../wire/apis.ts';
import { wireId } from '../wire/fields.ts';
import { done, gatewayCall, type Reader, readAs, unexpected } from './definition.ts';
import { fromWireMessageList, fromWireSessionList } from './reading/lists.ts';
import type { Read } from './reading/message.ts';
import { fromWireSync, type SyncPage } from './reading/sync.ts';

const readList =
  <Answer>(fromWire: (data: unknown) => Read<Answer>): Reader<Answer> =>
  (data) => {
    const list = fromWire(data);
    return list.ok ? list : unexpected(list.reason);
  };

/** Rows not newer than `startTime` (ms); -1 starts at the newest. */
export interface ListStart {
  readonly startTime: number;
  readonly fetchCount: number;
}

export const sessionList = gatewayCall({
  key: 'lazada-gateway GET session-list',
  tag: 'seen',
  repeat: 'read',
  api: APIS.sessions,
  method: 'GET',
  data: ({ startTime, fetchCount }: ListStart) => ({
    accountType: SELLER_TYPE,
    nodeId: NODE_ID,
    startTime,
    fetchCount,
  }),
  read: readList(fromWireSessionList),
});

export interface MessagesStart {
  readonly sessionId: PlatformConversationId;
  readonly startTime: number;
}
/** Bodies of message items, newest first. */
export const messagesBySession = gatewayCall({
  key: 'lazada-gateway GET messages-by-session',
  tag: 'seen',
  repeat: 'read',
  api: APIS.messages,
  method: 'GET',
  data: ({ sessionId, startTime }: MessagesStart) => ({
    accountType: SELLER_TYPE,
    sessionViewId: sessionId,
    nodeId: NODE_ID,
    startTime,
    fetchCount: LIMITS.messagePageSize,
  }),
  read: readList(fromWireMessageList),
});

/** Not in the catalogue; seen in a public client (facts 2.2). Ours: the value of `fromCode`. */
export const openSession = gatewayCall({
  key: null,
  tag: 'seen',
  repeat: 'idempotent',
  api: APIS.openSession,
  method: 'GET',
  data: ({ buyerId }: { readonly buyerId: BuyerId }) => ({
    toAccountId: buyerId,
    toAccountType: BUYER_TYPE,
    sessionType: SESSION_TYPE,
    fromCode: 'im_web',
  }),
  read: readAs('session', z.object({ sessionViewId: wireId }), ({ sessionViewId }) =>
    asPlatformConversationId(sessionViewId),
  ),
});

export interface ReadMark {
  readonly sessionId: PlatformConversationId;
  readonly buyerId: string;
  /** Everything up to this time is read. Milliseconds. */
  readonly timestamp: number;
}
export const readOffset = gatewayCall({
  key: 'lazada-gateway PUT read-offset',
  tag: 'seen',
  repeat: 'idempotent',
  api: APIS.read,
  method: 'POST',
  data: ({ sessionId, buyerId, timestamp }: ReadMark) => ({
    sessionId,
    timestamp,
    ext: JSON.stringify({ toUserType: String(BUYER_TYPE), toUserId: buyerId }),
  }),
  read: done,
});

/** Ours: the kind of this client. */
const SOURCE = 'web';
export interface SyncStart {
  readonly namespace: number;
  /** The last known sync id. */
  readonly syncId: number;
}
/** A page, or the reason why it cannot be read with its data, so that the data can be set aside. */
export interface SyncAnswer {
  readonly page: Read<SyncPage>;
  readonly data: unknown;
}
export const sync = gatewayCall({
  key: 'lazada-gateway GET sync',
  tag: 'seen',
  repeat: 'read',
  api: APIS.sync,
  method: 'GET',
  data: ({ namespace, syncId }: SyncStart, { windowId }) => ({
    namespace,
    widId: windowId,
    source: SOURCE,
    accountType: SELLER_TYPE,
    dataTypeIdMap: JSON.stringify({ im: syncId }),
    fetchSize: LIMITS.syncFetchSize,
  }),
  read: (data): { readonly ok: true; readonly value: SyncAnswer } => ({
    ok: true,
    value: { page: fromWireSync(data), data },
  }),
});
