/** Worked examples of the calls about the session, the person's settings, buyers and uploads. */
import type { Credentials } from '@pasar/connector-kit';
import { toWireInteger } from '../../inbound/wire-json.ts';
import { type AnySellerFixture, among, answerOf, getOf, SCOPE, SHOP, sendOf } from '../seller/scene.fixture.ts';
import { blockUser, unblockUser, user, userStatistics, userSync } from './buyers.ts';
import { CONVERSATION_REF } from './conversations.fixtures.ts';
import { uploadImage, videoPreupload, videoReport, videoStatus } from './media.ts';
import { newbieUncompleted, openSession, shortcutGroups, userSetting, userShortcuts } from './session.ts';

const BASE = '/webchat/api/v1.2';
const BUYER = '7301234567890150001';
const OWNER = '7301234567890110001';
const shopId = { shop_id: toWireInteger(SHOP) };
const NO_CONTENT = { status: 204, headers: {}, json: undefined, text: '' };
const credentials: Credentials = { identifier: 'shop.sg', password: '123456', country: 'SG' };
const CAPTCHA = { captchaId: 'k', text: 'AB12' };
const PLACE = { vid: 'v1', serviceId: 'chat', extendId: '7', uploadUrl: 'https://up.shopee.sg/v1' };
const UPLOAD = new TextEncoder().encode(
  [
    '--edge',
    'Content-Disposition: form-data; name="conversation_id"',
    '',
    CONVERSATION_REF.platformConversationId,
    '--edge',
    'Content-Disposition: form-data; name="file"; filename="bag.png"',
    'Content-Type: image/png',
    '',
    'PNG',
    '--edge--',
    '',
  ].join('\r\n'),
);

export const PEOPLE_FIXTURES: readonly AnySellerFixture[] = [
  among({
    call: openSession,
    params: { credentials, captcha: CAPTCHA },
    scope: SCOPE,
    request: sendOf('POST', `${BASE}/sessions`, {
      username: 'shop.sg',
      password: 'cdf4a007e2b02a0c49fc9b7ccfbb8a10c644f635e1765dcf2a7ab794ddc7edac',
      captcha: 'AB12',
      captcha_key: 'k',
    }),
    answer: answerOf(`{"status":"verified","token":"t","p_token":"t","user":{"id":${OWNER},"uid":"0-${OWNER}"}}`),
    result: { token: 't', uid: `0-${OWNER}`, userId: OWNER },
  }),
  among({
    call: openSession,
    params: null,
    scope: SCOPE,
    request: sendOf('POST', `${BASE}/sessions`, {}),
    answer: answerOf(`{"status":"verified","token":"t","p_token":"t","user":{"id":${OWNER},"uid":"0-${OWNER}"}}`),
    result: { token: 't', uid: `0-${OWNER}`, userId: OWNER },
  }),
  among({
    call: userShortcuts,
    params: null,
    scope: SCOPE,
    request: getOf(`${BASE}/user/message_shortcuts`),
    answer: answerOf('[{"id":7301234567890190001,"content":"Hello"}]'),
    result: { items: [{ replyId: '7301234567890190001', text: 'Hello' }], next: null, unreadable: [] },
  }),
  among({
    call: shortcutGroups,
    params: null,
    scope: SCOPE,
    request: getOf(`${BASE}/message_shortcuts/groups`, { group_type: '0', shop_id: SHOP }),
    answer: answerOf('[{"id":1,"group_name":"Greetings","message_shortcuts":[{"id":2,"content":"Hello"}]}]'),
    result: {
      items: [{ groupId: '1', name: 'Greetings', replies: [{ replyId: '2', text: 'Hello' }] }],
      next: null,
      unreadable: [],
    },
  }),
  among({
    call: userSetting,
    params: null,
    scope: SCOPE,
    request: getOf(`${BASE}/user/setting`),
    answer: answerOf('{"auto_translation":false,"quick_reply":{"enabled":true},"since":7301234567890190001}'),
    result: { auto_translation: false, quick_reply: { enabled: true }, since: '7301234567890190001' },
  }),
  among({
    call: newbieUncompleted,
    params: null,
    scope: SCOPE,
    request: getOf(`${BASE}/newbie/uncompleted`),
    answer: answerOf('{"uncompleted":["auto_reply"]}'),
    result: ['auto_reply'],
  }),
  among({
    call: user,
    params: { buyerId: BUYER },
    scope: SCOPE,
    request: getOf(`${BASE}/users/${BUYER}`, { shop_id: SHOP }),
    answer: answerOf(`{"id":${BUYER},"username":"ann","avatar":"h9","shop_id":0,"country":"SG","is_blocked":true}`),
    result: {
      buyerId: BUYER,
      username: 'ann',
      avatarUrl: 'https://cf.shopee.sg/file/h9',
      country: 'SG',
      isBlocked: true,
    },
  }),
  among({
    call: userStatistics,
    params: { buyerId: BUYER },
    scope: SCOPE,
    request: getOf(`${BASE}/users/${BUYER}/get_user_shop_statistics_info`, { shop_id: SHOP }),
    answer: answerOf('{"delivery_order_count":7,"delivery_succ_count":6,"rating_star":null}'),
    result: { orderCount: 7, deliveredOrderCount: 6, rating: null },
  }),
  among({
    call: blockUser,
    params: { buyerId: BUYER },
    scope: SCOPE,
    request: sendOf('PUT', `${BASE}/user/blocks/${BUYER}`, shopId),
    answer: NO_CONTENT,
    result: null,
  }),
  among({
    call: unblockUser,
    params: { buyerId: BUYER },
    scope: SCOPE,
    request: { ...getOf(`${BASE}/user/blocks/${BUYER}`, { shop_id: SHOP }), method: 'DELETE' },
    answer: NO_CONTENT,
    result: null,
  }),
  among({
    call: userSync,
    params: null,
    scope: SCOPE,
    request: sendOf('POST', `${BASE}/user/sync`, shopId),
    answer: answerOf('{"unread_count":3,"have_new_msg":true}'),
    result: { unreadCount: 3, hasNewMessage: true },
  }),
  among({
    call: uploadImage,
    params: {
      conversation: CONVERSATION_REF,
      image: { name: 'bag.png', type: 'image/png' as const, bytes: new TextEncoder().encode('PNG') },
      boundary: 'edge',
    },
    scope: SCOPE,
    request: {
      ...getOf(`${BASE}/images`, { shop_id: SHOP }),
      method: 'POST',
      body: { type: 'bytes', bytes: UPLOAD, contentType: 'multipart/form-data; boundary=edge' },
    },
    answer: answerOf('{"url":"h1","thumbnail":"h1_tn","thumb_width":320,"thumb_height":240,"file_server_id":4}'),
    result: {
      url: 'https://cf.shopee.sg/file/h1',
      thumbUrl: 'https://cf.shopee.sg/file/h1_tn',
      width: 320,
      height: 240,
      extra: { fileServerId: '4' },
    },
  }),
  among({
    call: videoPreupload,
    params: { conversation: CONVERSATION_REF },
    scope: SCOPE,
    request: sendOf('POST', `${BASE}/video/preupload`, {
      conversation_id: CONVERSATION_REF.platformConversationId,
      ...shopId,
    }),
    answer: answerOf('{"vid":"v1","service_id":"chat","extend_id":7,"upload_url":"https://up.shopee.sg/v1"}'),
    result: PLACE,
  }),
  among({
    call: videoReport,
    params: { place: PLACE, coverUrl: 'https://cf.shopee.sg/file/h1', fileSize: 3, md5: 'abc' },
    scope: SCOPE,
    request: sendOf(
      'POST',
      `${BASE}/video/report_upload`,
      {
        cover: 'https://cf.shopee.sg/file/h1',
        extend_id: '7',
        file_size: 3,
        md5: 'abc',
        service_id: 'chat',
        vid: 'v1',
        video_url: 'https://up.shopee.sg/v1',
      },
      { shop_id: SHOP },
    ),
    answer: answerOf('{}'),
    result: null,
  }),
  among({
    call: videoStatus,
    params: { vid: 'v1' },
    scope: SCOPE,
    request: getOf(`${BASE}/video/upload_status`, { vid: 'v1', shop_id: SHOP }),
    answer: answerOf('{"status":"processing","video_url":"https://up.shopee.sg/v1.mp4","thumb_url":""}'),
    result: { status: 'processing', wireStatus: 'processing', videoUrl: 'https://up.shopee.sg/v1.mp4', coverUrl: null },
  }),
];
