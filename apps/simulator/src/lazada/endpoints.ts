/** Every endpoint of this marketplace, with the provenance of its shape. */
import type { EndpointDescription } from '../provenance.ts';
import type { Provenance } from '../world/types.ts';
import { getToken, getUserInfo, unreadCount } from './calls/account.ts';
import { buyerProfile } from './calls/buyer-profile.ts';
import { queryHoliday, updateHoliday } from './calls/holiday.ts';
import { emojiList, imageToken, MEDIA_PATHS, mediaDownloadToken, uploadImage, videoList } from './calls/media.ts';
import { openSession, queryMessageList, querySessionList, readSession } from './calls/messagebox.ts';
import { logisticsDetail, orderCards, orderData, packageList } from './calls/orders.ts';
import { productCards, productManagerList } from './calls/products.ts';
import { sendMessage } from './calls/send.ts';
import { followStatus, quickReplyList, starSession, timestamp, voucherSearch } from './calls/site.ts';
import { sync } from './calls/sync.ts';
import { languageMap, recognizeAndTranslate, updateAgreement } from './calls/translation.ts';
import type { Call } from './context.ts';
import { LOGIN_PATHS } from './site-paths.ts';

type Method = 'GET' | 'POST';
export interface GatewayEndpoint {
  /** Compared without regard to case. */
  readonly api: string;
  readonly version: string;
  readonly method: Method;
  readonly provenance: Provenance;
  readonly call: Call;
}

function gateway(api: string, method: Method, provenance: Provenance, call: Call): GatewayEndpoint {
  return { api, version: '1.0', method, provenance, call };
}

/**
 * `seen` includes shapes read on the sibling marketplace with the same messenger (the `mtop.gsp` names). That this
 * marketplace answers the same is inferred, not observed.
 */
export const GATEWAY_ENDPOINTS: readonly GatewayEndpoint[] = [
  gateway('mtop.gsp.im.use.web.seller.getuserinfo', 'GET', 'ours', getUserInfo),
  gateway('mtop.gsp.im.use.web.seller.gettoken', 'GET', 'seen', getToken),
  gateway('mtop.gsp.im.use.web.seller.unreadcount', 'GET', 'seen', unreadCount),
  gateway('mtop.gsp.im.use.web.seller.messagebox.querysessionlist', 'GET', 'seen', querySessionList),
  gateway('mtop.im.use.seller.messagebox.queryMessageListBySessionId', 'GET', 'seen', queryMessageList),
  gateway('mtop.im.use.web.seller.mtopimsessionviewservice.opensession', 'GET', 'seen', openSession),
  gateway('mtop.lazada.im.web.seller.session.read', 'POST', 'seen', readSession),
  gateway('mtop.gsp.web.seller.js.sync', 'GET', 'seen', sync),
  gateway('mtop.gsp.im.receiver.web.seller.immessage.sendimmessage', 'POST', 'ours', sendMessage),
  gateway('mtop.lazada.merchant.shop.holiday.query', 'GET', 'ours', queryHoliday),
  gateway('mtop.lazada.merchant.shop.holiday.update', 'POST', 'ours', updateHoliday),
  gateway('mtop.gsp.im.use.web.seller.media.getdownloadtoken', 'GET', 'ours', mediaDownloadToken),
  gateway('mtop.gsp.im.use.web.seller.media.queryvideolist', 'GET', 'ours', videoList),
  gateway('mtop.gsp.im.use.web.seller.translate.recognizeandtranslate', 'POST', 'ours', recognizeAndTranslate),
  gateway('mtop.gsp.im.use.web.seller.translate.updateagreement', 'POST', 'ours', updateAgreement),
  gateway('mtop.gsp.im.use.web.seller.translate.languagemap', 'GET', 'ours', languageMap),
  gateway('mtop.gsp.im.use.web.seller.emoji.querylist', 'GET', 'ours', emojiList),
  gateway('mtop.global.im.web.card.product.list.get', 'GET', 'ours', productCards),
  gateway('mtop.lazada.merchant.product.manager.simple.render.list', 'GET', 'seen', productManagerList),
  gateway('mtop.global.im.web.card.order.list.get', 'GET', 'seen', orderCards),
  gateway('mtop.global.im.biz.seller.buyerprofile.get', 'GET', 'ours', buyerProfile),
];

export interface SiteEndpoint {
  readonly path: string;
  readonly method: Method;
  readonly call: Call;
}
/**
 * Calls of the seller site by a signed-in seller. ours: their paths and shapes; only that such calls exist is known.
 */
export const SITE_ENDPOINTS: readonly SiteEndpoint[] = [
  { path: '/apps/im/session/list', method: 'GET', call: querySessionList },
  { path: '/apps/im/message/list', method: 'GET', call: queryMessageList },
  { path: '/apps/im/timestamp', method: 'GET', call: timestamp },
  { path: '/apps/im/message/send', method: 'POST', call: sendMessage },
  { path: '/apps/im/session/star', method: 'POST', call: starSession },
  { path: '/apps/im/quickreply/list', method: 'GET', call: quickReplyList },
  { path: '/apps/im/image/token', method: 'GET', call: imageToken },
  { path: '/filebroker/upload', method: 'POST', call: uploadImage },
  { path: '/apps/promotion/voucher/search', method: 'GET', call: voucherSearch },
  { path: '/apps/order/package/list', method: 'GET', call: packageList },
  { path: '/apps/order/logistics/detail', method: 'GET', call: logisticsDetail },
  { path: '/apps/order/list', method: 'GET', call: orderData },
  { path: '/apps/shop/follow/status', method: 'GET', call: followStatus },
];

export const SOCKET_PATH = '/accs/auth';

/** The list of endpoints that the control API shows. */
export const LAZADA_ENDPOINTS: readonly EndpointDescription[] = [
  { method: 'GET', path: LOGIN_PATHS.loginPage, provenance: 'ours' },
  { method: 'POST', path: LOGIN_PATHS.loginSubmit, provenance: 'ours' },
  { method: 'GET', path: LOGIN_PATHS.sessionInit, provenance: 'ours' },
  { method: 'GET', path: LOGIN_PATHS.imWindow, provenance: 'ours' },
  { method: 'GET', path: LOGIN_PATHS.verify, provenance: 'ours' },
  { method: 'POST', path: LOGIN_PATHS.verify, provenance: 'ours' },
  ...SITE_ENDPOINTS.map(({ method, path }) => ({ method, path, provenance: 'ours' as const })),
  { method: 'GET', path: `${MEDIA_PATHS.open}/{objectKey}`, provenance: 'ours' },
  { method: 'GET', path: `${MEDIA_PATHS.private}/{objectKey}`, provenance: 'ours' },
  ...GATEWAY_ENDPOINTS.map(({ api, version, method, provenance }) => ({
    method,
    path: `/h5/${api}/${version}/`,
    provenance,
  })),
  { method: 'WS', path: SOCKET_PATH, provenance: 'seen' },
];
