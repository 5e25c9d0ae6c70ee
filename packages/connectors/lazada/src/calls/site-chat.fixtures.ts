import { asPlatformConversationId, asPlatformMessageId, parsePosition } from '@pasar/domain';
import { SCOPE } from '../samples/shop.fixture.ts';
import {
  followStatus,
  sessionStar,
  siteMessageList,
  siteSendMessage,
  siteSessionList,
  timestamp,
} from './site-chat.ts';
import { type LazadaFixture, sealed, siteDone, siteGet, sitePost } from './wire.fixture.ts';

const SESSION = asPlatformConversationId('1#103#1500024991005123456#1#2500170530338123456#2');
const position = parsePosition('1793250000404000');
if (position === null) throw new Error('the position of the fixture is none');

export const SITE_CHAT_FIXTURES: readonly LazadaFixture[] = [
  sealed({
    call: siteSessionList,
    params: { startTime: -1, fetchCount: 20 },
    scope: SCOPE,
    request: siteGet('/apps/im/session/list', { accountType: '2', startTime: '-1', fetchCount: '20' }),
    answer: siteDone({
      userIdToSessionView: { 1: { nameSpaceToSessionView: { 2: { sessionViewDTOList: null, hasMore: false } } } },
    }),
    result: { rows: [], hasMore: false, syncPoints: [] },
  }),
  sealed({
    call: siteMessageList,
    params: { sessionId: SESSION, startTime: -1 },
    scope: SCOPE,
    request: siteGet('/apps/im/message/list', {
      accountType: '2',
      sessionViewId: SESSION,
      startTime: '-1',
      fetchCount: '50',
    }),
    answer: siteDone({ result: [{ body: { templateData: '{}' } }] }),
    result: [{ templateData: '{}' }],
  }),
  sealed({
    call: timestamp,
    params: null,
    scope: SCOPE,
    request: siteGet('/apps/im/timestamp'),
    answer: siteDone({ timestamp: '1793250000404' }),
    result: 1_793_250_000_404,
  }),
  sealed({
    call: siteSendMessage,
    params: {
      sessionId: SESSION,
      templateId: 3,
      content: { imgUrl: 'https://img.example/p.png', width: 320, height: 240 },
      idempotencyKey: 'key-2',
    },
    scope: SCOPE,
    request: sitePost('/apps/im/message/send', {
      sessionId: SESSION,
      content: '{"imgUrl":"https://img.example/p.png","width":320,"height":240}',
      templateId: '3',
      bizUnique: 'key-2',
      ext: '{"language":"en","fromCode":"im_web"}',
    }),
    answer: siteDone({ result: { messageId: '9100000000000000005', sendTime: 1_793_250_000_404 } }),
    result: {
      platformMessageId: asPlatformMessageId('9100000000000000005'),
      position,
      sentAt: 1_793_250_000_404,
    },
  }),
  sealed({
    call: sessionStar,
    params: { sessionId: SESSION, isStarred: false },
    scope: SCOPE,
    request: sitePost('/apps/im/session/star', { sessionId: SESSION, star: 'false' }),
    answer: siteDone({}),
    result: null,
  }),
  sealed({
    call: followStatus,
    params: { targetUserId: '1500024991005123456', brandId: '4700000000000000123' },
    scope: SCOPE,
    request: siteGet('/apps/shop/follow/status', {
      targetUserId: '1500024991005123456',
      brandId: '4700000000000000123',
    }),
    answer: siteDone({ isFollowing: 'true' }),
    result: true,
  }),
];
