/** Holiday, media and translation. */
import { asPlatformConversationId } from '@pasar/domain';
import { SCOPE } from '../samples/shop.fixture.ts';
import { holidaySettings, holidayUpdate } from './holiday.ts';
import { emojiList, fileBrokerUpload, imageUploadToken, mediaDownloadToken, videoList } from './media.ts';
import { languageMap, recognizeTranslate, translationAgreement } from './translation.ts';
import {
  envelope,
  gatewayGet,
  gatewayPost,
  type LazadaFixture,
  sealed,
  siteDone,
  siteGet,
  sitePost,
} from './wire.fixture.ts';

const SESSION = asPlatformConversationId('1#103#1500024991005123456#1#2500170530338123456#2');

export const SHOP_FIXTURES: readonly LazadaFixture[] = [
  sealed({
    call: holidaySettings,
    params: null,
    scope: SCOPE,
    request: gatewayGet('mtop.lazada.merchant.shop.holiday.query', '{}'),
    answer: envelope({
      dataSource: [
        { holidayMode: true, startDate: '2026-12-24', endDate: '' },
        { holidayMode: false, startDate: '', endDate: '' },
      ],
    }),
    // The day begins eight hours before it does at Greenwich.
    result: { isOn: true, startsAt: Date.UTC(2026, 11, 23, 16), endsAt: null },
  }),
  sealed({
    call: holidayUpdate,
    params: { isOn: true, startsAt: Date.UTC(2026, 11, 23, 16), endsAt: Date.UTC(2026, 11, 26, 15, 59) },
    scope: SCOPE,
    request: gatewayPost(
      'mtop.lazada.merchant.shop.holiday.update',
      '{"startDate":"2026-12-24","endDate":"2026-12-26","holidayMode":true}',
    ),
    answer: envelope({}),
    result: null,
  }),
  sealed({
    call: mediaDownloadToken,
    params: { objectKey: 'a/b.png' },
    scope: SCOPE,
    request: gatewayGet('mtop.gsp.im.use.web.seller.media.getdownloadtoken', '{"objectKey":"a/b.png"}'),
    answer: envelope({ result: { token: 'c0ffee' } }),
    result: 'c0ffee',
  }),
  sealed({
    call: videoList,
    params: { videoIds: ['4900000000000000001', '4900000000000000002'] },
    scope: SCOPE,
    request: gatewayGet(
      'mtop.gsp.im.use.web.seller.media.queryvideolist',
      '{"videoIds":"4900000000000000001,4900000000000000002"}',
    ),
    answer: envelope({
      result: [
        { videoId: '4900000000000000001', videoUrl: 'https://v.example/1.mp4', coverUrl: '', state: 'READY' },
        { videoId: '4900000000000000002', videoUrl: '', state: 'AUDITING' },
      ],
    }),
    result: {
      items: [
        { vid: '4900000000000000001', url: 'https://v.example/1.mp4', coverUrl: null, isReady: true },
        { vid: '4900000000000000002', url: '', coverUrl: null, isReady: false },
      ],
      unreadable: [],
    },
  }),
  sealed({
    call: recognizeTranslate,
    params: { sessionId: SESSION, text: 'Mayroon pa?', source: null, target: 'en' },
    scope: SCOPE,
    request: gatewayPost(
      'mtop.gsp.im.use.web.seller.translate.recognizeandtranslate',
      `{"text":"Mayroon pa?","sourceLanguage":"auto","targetLanguage":"en","sessionId":"${SESSION}"}`,
    ),
    answer: envelope({ result: { sourceLanguage: 'tl', targetText: 'Any left?' } }),
    result: 'Any left?',
  }),
  sealed({
    call: translationAgreement,
    params: { isOn: true, source: 'th', target: 'en' },
    scope: SCOPE,
    request: gatewayPost(
      'mtop.gsp.im.use.web.seller.translate.updateagreement',
      '{"translationOn":true,"sourceLanguage":"th","targetLanguage":"en"}',
    ),
    answer: envelope({}),
    result: null,
  }),
  sealed({
    call: languageMap,
    params: null,
    scope: SCOPE,
    request: gatewayGet('mtop.gsp.im.use.web.seller.translate.languagemap', '{}'),
    answer: envelope({ result: { th: 'ไทย', en: 'English' } }),
    result: new Map([
      ['th', 'ไทย'],
      ['en', 'English'],
    ]),
  }),
  sealed({
    call: emojiList,
    params: null,
    scope: SCOPE,
    request: gatewayGet('mtop.gsp.im.use.web.seller.emoji.querylist', '{}'),
    answer: envelope({ result: [{ emojiId: 7, packageId: '1', imageUrl: 'https://img.example/7.png' }] }),
    result: {
      items: [{ stickerId: '7', packageId: '1', imageUrl: 'https://img.example/7.png' }],
      unreadable: [],
    },
  }),
  sealed({
    call: imageUploadToken,
    params: null,
    scope: SCOPE,
    request: siteGet('/apps/im/image/token'),
    answer: siteDone({ accessToken: 'u-1' }),
    result: 'u-1',
  }),
  sealed({
    call: fileBrokerUpload,
    params: { accessToken: 'u-1', name: 'p.png', base64: 'iVBORw0KGgo=' },
    scope: SCOPE,
    request: sitePost('/filebroker/upload', { accessToken: 'u-1', fileName: 'p.png', base64: 'iVBORw0KGgo=' }),
    answer: siteDone({ url: 'https://img.example/p.png', width: 320, height: '240' }),
    result: { url: 'https://img.example/p.png', thumbUrl: null, width: 320, height: 240, extra: {} },
  }),
];
