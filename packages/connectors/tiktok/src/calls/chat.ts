/** The chat pages' calls about tokens, people and conversations (facts 3.2; spec 2 §7.5). */
import type { Outcome, WireAnswer } from '@pasar/connector-kit';
import { LIMITS, type ReasonCode } from '@pasar/domain';
import { z } from 'zod';
import { fromEnvelope } from '../wire/envelope.ts';
import { id } from '../wire/fields.ts';
import { ok, refused, unlucky } from '../wire/outcome.ts';
import { type SiteCall, type TiktokCall, wireGet, wireHead, wirePost } from '../wire/scope.ts';

const CHAT = '/chat/api/seller';

const tokenData = z.object({
  token: z.string().min(1),
  pigeonCid: id,
  wsUrl: z.string().min(1),
  apiUrl: z.string().min(1),
  bizServiceId: z.int(),
});
export type ChatToken = z.infer<typeof tokenData>;

/** Needs both a token and a wsUrl (spec 2 §5). */
export const chatTokenCall: TiktokCall<null, ChatToken> = {
  key: 'tiktok-chat GET token',
  tag: 'seen',
  repeat: 'read',
  toWire: () => wireGet(`${CHAT}/token`),
  fromWire: fromEnvelope(tokenData, 'ws_address_failed'),
};

export interface CsrfToken {
  readonly token: string;
  readonly lifeMs: number;
}

/**
 * A HEAD of the page that is about to be posted to answers `x-ware-csrf-token: 0,<token>,<life in
 * ms>,success,<session>` (seen in public clients of this family of sites). Kept for its life, one day where none is
 * named (spec 2 §9).
 */
export const csrfTokenCall: TiktokCall<{ readonly path: string }, CsrfToken> = {
  key: 'tiktok-chat HEAD csrf-token',
  tag: 'seen',
  repeat: 'read',
  toWire: ({ path }) => wireHead(path, { 'x-secsdk-csrf-request': '1', 'x-secsdk-csrf-version': '1.2.10' }),
  fromWire: readCsrfAnswer,
};

function readCsrfAnswer({ status, headers }: WireAnswer): Outcome<CsrfToken> {
  if (status === 429) return unlucky('too_frequent', 'HTTP 429');
  if (status === 401) return refused('shop_login_expired', 'HTTP 401');
  if (status >= 400) return unlucky('info_failed', `HTTP ${status}`);
  const token = readCsrfHeader(headers['x-ware-csrf-token']);
  // The site gives no token when the session is over.
  return token === null ? refused('shop_login_expired', 'no csrf token') : ok(token);
}

/** Null: the header is absent, or says that there is no token. */
export function readCsrfHeader(header: string | undefined): CsrfToken | null {
  const [code, token, life] = (header ?? '').split(',').map((part) => part.trim());
  if (code !== '0' || token === undefined || token === '') return null;
  const lifeMs = Number(life);
  return { token, lifeMs: Number.isFinite(lifeMs) && lifeMs > 0 ? lifeMs : LIMITS.csrfTokenLifeMs };
}

const conversationRow = z.object({
  conversationShortId: id,
  conversationId: id,
  pigeonUid: id,
  lastMessageTime: id,
  unreadCount: z.int().nonnegative(),
});
const historyConversationData = z.object({
  conversationList: z.array(conversationRow),
  hasMore: z.boolean(),
  timeIndex: id,
});
/** 1: messages older than the index. */
const OLDER = '1';

/** `timeIndex`: microseconds; 0 starts at the newest. Ours: the shape (facts 6). */
export const historyConversationCall: TiktokCall<
  { readonly timeIndex: string },
  z.infer<typeof historyConversationData>
> = {
  key: 'tiktok-chat GET getHistoryConversation',
  tag: 'ours',
  repeat: 'read',
  toWire: ({ timeIndex }) =>
    wireGet(`${CHAT}/getHistoryConversation`, {
      pageSize: String(LIMITS.conversationHistoryPageSize),
      direction: OLDER,
      timeIndex,
    }),
  fromWire: fromEnvelope(historyConversationData, 'conversation_info_failed'),
};

const historyMsgData = z.object({
  messageList: z.array(
    z.object({
      conversationShortId: id,
      serverMessageId: id,
      indexInConversation: id,
      messageType: z.int(),
      sender: id,
      content: z.string(),
      ext: z.record(z.string(), z.string()),
      createTime: id,
    }),
  ),
  cursor: id,
  hasMore: z.boolean(),
});
export interface HistoryQuery {
  readonly pigeonUid: string;
  readonly pigeonShopId: string;
  /** index_in_conversation; 0 starts at the newest. */
  readonly cursor: string;
}
const HISTORY_PAGE_SIZE = '20';

/** The JSON counterpart of command 301; newest first. Ours: the shape (facts 6: MessageBody in camel case). */
export const historyMsgCall: TiktokCall<HistoryQuery, z.infer<typeof historyMsgData>> = {
  key: 'tiktok-chat GET getHistoryMsg',
  tag: 'ours',
  repeat: 'read',
  toWire: ({ pigeonUid, pigeonShopId, cursor }) =>
    wireGet(`${CHAT}/getHistoryMsg`, { pigeonUid, cursor, direction: OLDER, size: HISTORY_PAGE_SIZE, pigeonShopId }),
  fromWire: fromEnvelope(historyMsgData, 'conversation_info_failed'),
};

/** The code is official (facts 4.3); that the seller site answers with it, too, is ours. */
const OPENING_REFUSALS: ReadonlyMap<number, ReasonCode> = new Map([[45_109_003, 'buyer_out_of_reach']]);
const openedChatData = z.object({ conversationId: id, conversationShortId: id });
/**
 * Opens the service conversation with a buyer. Not in the catalogue; the call is known (facts 3.2). Ours: the shape of
 * its answer.
 */
export const createGroupChatCall: SiteCall<{ readonly pigeonUid: string }, z.infer<typeof openedChatData>> = {
  tag: 'ours',
  repeat: 'idempotent',
  toWire: ({ pigeonUid }) => wirePost(`${CHAT}/createGroupChat`, { pigeonUid }),
  fromWire: fromEnvelope(openedChatData, 'conversation_info_failed', OPENING_REFUSALS),
};

const userInfoData = z.object({
  userInfoMap: z.record(
    z.string(),
    z.object({ screenName: z.string(), avatarUrl: z.string().optional(), lang: z.string().optional() }),
  ),
});
/** The profiles of buyers, by pigeon id. */
export const userInfoCall: TiktokCall<
  { readonly pigeonUids: readonly string[] },
  z.infer<typeof userInfoData>['userInfoMap']
> = {
  key: 'tiktok-chat POST getUserInfo',
  tag: 'ours',
  repeat: 'read',
  toWire: ({ pigeonUids }) => wirePost(`${CHAT}/getUserInfo`, { pigeonUidList: pigeonUids }),
  fromWire: fromEnvelope(
    userInfoData.transform(({ userInfoMap }) => userInfoMap),
    'account_info_failed',
  ),
};

const metaInfoData = z.object({ metaInfoMap: z.record(z.string(), z.object({ star: z.boolean() })) });
/** The stars of conversations, by short id. */
export const metaInfoCall: TiktokCall<
  { readonly shortIds: readonly string[] },
  z.infer<typeof metaInfoData>['metaInfoMap']
> = {
  key: 'tiktok-chat POST mgetConversationMetaInfo',
  tag: 'ours',
  repeat: 'read',
  toWire: ({ shortIds }) => wirePost(`${CHAT}/mgetConversationMetaInfo`, { conversationShortIdList: shortIds }),
  fromWire: fromEnvelope(
    metaInfoData.transform(({ metaInfoMap }) => metaInfoMap),
    'conversation_info_failed',
  ),
};

/** Idempotent: a star may be set twice. */
export const setStarCall: TiktokCall<{ readonly shortIds: readonly string[]; readonly isStarred: boolean }, null> = {
  key: 'tiktok-chat POST msetConversationMetaInfo',
  tag: 'ours',
  repeat: 'idempotent',
  toWire: ({ shortIds, isStarred }) =>
    wirePost(`${CHAT}/msetConversationMetaInfo`, { conversationShortIdList: shortIds, setStar: isStarred }),
  fromWire: fromEnvelope(z.unknown().transform(() => null)),
};
