import { asPlatformConversationId, asPlatformMessageId, parsePosition } from '@pasar/domain';
import { SCOPE } from '../samples/shop.fixture.ts';
import { sendMessage } from './send.ts';
import { messagesBySession, readOffset, sessionList, sync } from './sessions.ts';
import { envelope, gatewayGet, gatewayPost, type LazadaFixture, sealed } from './wire.fixture.ts';

const SESSION = asPlatformConversationId('1#103#1500024991005123456#1#2500170530338123456#2');
const position = parsePosition('1793250000404000');
if (position === null) throw new Error('the position of the fixture is none');

const synced = {
  syncDataStatusMap: { im: 1 },
  syncDataValuesMap: { im: [{ syncBody: { syncId: 91, namespace: 2 }, bizData: '{"header":{"type":1}}' }] },
};

export const SESSION_FIXTURES: readonly LazadaFixture[] = [
  sealed({
    call: sessionList,
    params: { startTime: -1, fetchCount: 20 },
    scope: SCOPE,
    request: gatewayGet(
      'mtop.gsp.im.use.web.seller.messagebox.querysessionlist',
      '{"accountType":2,"nodeId":1,"startTime":-1,"fetchCount":20}',
    ),
    answer: envelope({
      userIdToSessionView: {
        '2500170530338123456': {
          nameSpaceToSessionView: { 2: { sessionViewDTOList: [{ sessionId: SESSION }], hasMore: true } },
        },
      },
      nameSpaceToSyncData: { 2: { syncNamespace: 2, syncId: '88' } },
    }),
    result: { rows: [{ sessionId: SESSION }], hasMore: true, syncPoints: [{ namespace: 2, syncId: 88 }] },
  }),
  sealed({
    call: messagesBySession,
    params: { sessionId: SESSION, startTime: 1_793_250_000_123 },
    scope: SCOPE,
    request: gatewayGet(
      'mtop.im.use.seller.messagebox.queryMessageListBySessionId',
      `{"accountType":2,"sessionViewId":"${SESSION}","nodeId":1,"startTime":1793250000123,"fetchCount":50}`,
    ),
    answer: envelope({ result: [{ header: { type: 1 }, body: { templateData: '{"txt":"hi"}' } }] }),
    result: [{ templateData: '{"txt":"hi"}' }],
  }),
  sealed({
    call: readOffset,
    params: { sessionId: SESSION, buyerId: '1500024991005123456', timestamp: 1_793_250_000_123 },
    scope: SCOPE,
    request: gatewayPost(
      'mtop.lazada.im.web.seller.session.read',
      `{"sessionId":"${SESSION}","timestamp":1793250000123,"ext":"{\\"toUserType\\":\\"1\\",\\"toUserId\\":\\"1500024991005123456\\"}"}`,
    ),
    answer: envelope({}),
    result: null,
  }),
  sealed({
    call: sync,
    params: { namespace: 2, syncId: 90 },
    scope: SCOPE,
    request: gatewayGet(
      'mtop.gsp.web.seller.js.sync',
      '{"namespace":2,"widId":"3f0d6c4e-2b61-4d07-9f3e-0d1f5b8a7c21","source":"web","accountType":2,"dataTypeIdMap":"{\\"im\\":90}","fetchSize":50}',
    ),
    answer: envelope(synced),
    result: {
      page: { ok: true, value: { values: [{ syncId: 91, bizData: '{"header":{"type":1}}' }], state: 'more' } },
      data: synced,
    },
  }),
  sealed({
    call: sendMessage,
    params: { sessionId: SESSION, templateId: 1, content: { txt: 'สวัสดี "x"' }, idempotencyKey: 'key-1' },
    scope: SCOPE,
    request: gatewayPost(
      'mtop.gsp.im.receiver.web.seller.immessage.sendimmessage',
      `{"sessionId":"${SESSION}","content":"{\\"txt\\":\\"สวัสดี \\\\\\"x\\\\\\"\\"}","templateId":1,"bizUnique":"key-1","ext":"{\\"language\\":\\"en\\",\\"fromCode\\":\\"im_web\\"}"}`,
    ),
    answer: envelope({ result: { messageId: '9100000000000000004', sendTime: 1_793_250_000_404 } }),
    result: {
      platformMessageId: asPlatformMessageId('9100000000000000004'),
      position,
      sentAt: 1_793_250_000_404,
    },
  }),
];
