/** facts 3.2 and 6; values invented. */
import {
  chatTokenCall,
  csrfTokenCall,
  historyConversationCall,
  historyMsgCall,
  metaInfoCall,
  setStarCall,
  userInfoCall,
} from './chat.ts';
import { translateCall, uploadImageCall } from './media.ts';
import { type AnyFixture, among, asksGet, asksPost, SCOPE, said } from './scene.fixture.ts';

const token = {
  token: 'T'.repeat(54),
  pigeonCid: '7000000000000000001',
  wsUrl: 'wss://im.example/ws/v2',
  apiUrl: 'https://imapi.example/',
  bizServiceId: 10_002,
};
const conversation = {
  conversationShortId: '7000000000000000123',
  conversationId: '7000000000000000123',
  pigeonUid: '7000000000000000002',
  lastMessageTime: '1672303171000000',
  unreadCount: 1,
};
const message = {
  conversationShortId: '7000000000000000123',
  serverMessageId: '7000000000000000999',
  indexInConversation: '1672303171000000',
  messageType: 1_000,
  sender: '7000000000000000002',
  content: 'hello',
  ext: { type: 'text', sender_role: '1' },
  createTime: '1672303171000',
};

export const CHAT_FIXTURES: readonly AnyFixture[] = [
  among({
    call: chatTokenCall,
    params: null,
    scope: SCOPE,
    request: asksGet('/chat/api/seller/token'),
    answer: said({ ...token, env: 'prod', idcRegion: 'sg' }),
    result: token,
  }),
  among({
    call: csrfTokenCall,
    params: { path: '/chat/api/seller/getUserInfo' },
    scope: SCOPE,
    request: {
      method: 'HEAD',
      path: '/chat/api/seller/getUserInfo',
      query: {},
      headers: { 'x-secsdk-csrf-request': '1', 'x-secsdk-csrf-version': '1.2.10' },
      body: { type: 'none' },
    },
    answer: {
      status: 200,
      headers: { 'x-ware-csrf-token': '0,000100000001,3600000,success,session' },
      json: undefined,
      text: '',
    },
    result: { token: '000100000001', lifeMs: 3_600_000 },
  }),
  among({
    call: historyConversationCall,
    params: { timeIndex: '0' },
    scope: SCOPE,
    request: asksGet('/chat/api/seller/getHistoryConversation', { pageSize: '20', direction: '1', timeIndex: '0' }),
    answer: said({ conversationList: [conversation], hasMore: false, timeIndex: '1672303171000000' }),
    result: { conversationList: [conversation], hasMore: false, timeIndex: '1672303171000000' },
  }),
  among({
    call: historyMsgCall,
    params: { pigeonUid: '7000000000000000002', pigeonShopId: '7000000000000000456', cursor: '0' },
    scope: SCOPE,
    request: asksGet('/chat/api/seller/getHistoryMsg', {
      pigeonUid: '7000000000000000002',
      cursor: '0',
      direction: '1',
      size: '20',
      pigeonShopId: '7000000000000000456',
    }),
    answer: said({ messageList: [{ ...message, version: '0' }], cursor: '1672303171000000', hasMore: true }),
    result: { messageList: [message], cursor: '1672303171000000', hasMore: true },
  }),
  among({
    call: userInfoCall,
    params: { pigeonUids: ['7000000000000000002'] },
    scope: SCOPE,
    request: asksPost('/chat/api/seller/getUserInfo', { pigeonUidList: ['7000000000000000002'] }),
    answer: said({ userInfoMap: { '7000000000000000002': { screenName: 'aminah', avatarUrl: '', lang: 'ms' } } }),
    result: { '7000000000000000002': { screenName: 'aminah', avatarUrl: '' } },
  }),
  among({
    call: metaInfoCall,
    params: { shortIds: ['7000000000000000123'] },
    scope: SCOPE,
    request: asksPost('/chat/api/seller/mgetConversationMetaInfo', {
      conversationShortIdList: ['7000000000000000123'],
    }),
    answer: said({ metaInfoMap: { '7000000000000000123': { star: true } } }),
    result: { '7000000000000000123': { star: true } },
  }),
  among({
    call: setStarCall,
    params: { shortIds: ['7000000000000000123'], isStarred: true },
    scope: SCOPE,
    request: asksPost('/chat/api/seller/msetConversationMetaInfo', {
      conversationShortIdList: ['7000000000000000123'],
      setStar: true,
    }),
    answer: said({}),
    result: null,
  }),
  among({
    call: translateCall,
    params: { texts: ['hello', 'thanks'], source: null, target: 'ms' },
    scope: SCOPE,
    request: asksPost('/chat/api/seller/translate', {
      sourceLang: 'auto',
      targetLang: 'ms',
      transInfos: [
        { key: '0', text: 'hello' },
        { key: '1', text: 'thanks' },
      ],
    }),
    answer: said({ translatedTextMap: { 1: 'terima kasih', 0: 'helo' } }),
    result: new Map([
      [0, 'helo'],
      [1, 'terima kasih'],
    ]),
  }),
  among({
    call: uploadImageCall,
    params: { key: 'k1', image: { name: 'a.png', type: 'image/png', bytes: new Uint8Array([1, 2, 3]) } },
    scope: SCOPE,
    request: asksPost('/chat/api/seller/uploadImg', {
      imageInfo: { key: 'k1', name: 'a.png', base64: 'data:image/png;base64,AQID' },
    }),
    answer: said({ list: [{ key: 'k1', url: 'https://p16.example/a.png' }] }),
    result: { url: 'https://p16.example/a.png' },
  }),
];
