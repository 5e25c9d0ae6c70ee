/** Every endpoint of this marketplace and how its shape is known. */
import type { EndpointDescription } from '../provenance.ts';
import type { Provenance } from '../world/types.ts';
import { getToken, getUserInfo, unreadCount } from './calls/account.ts';
import { openSession, queryMessageList, querySessionList, readSession } from './calls/messagebox.ts';
import { sendMessage } from './calls/send.ts';
import { sync } from './calls/sync.ts';
import type { Call } from './context.ts';

export interface GatewayEndpoint {
  /** Compared without case. */
  readonly api: string;
  readonly version: string;
  readonly method: 'GET' | 'POST';
  readonly provenance: Provenance;
  readonly call: Call;
}

/**
 * `seen` also covers shapes read on the sibling marketplace of the same messenger (the `mtop.gsp` names): that this
 * marketplace answers alike is an inference of the facts, not an observation.
 */
export const GATEWAY_ENDPOINTS: readonly GatewayEndpoint[] = [
  endpoint('mtop.gsp.im.use.web.seller.getuserinfo', 'GET', 'ours', getUserInfo),
  endpoint('mtop.gsp.im.use.web.seller.gettoken', 'GET', 'seen', getToken),
  endpoint('mtop.gsp.im.use.web.seller.unreadcount', 'GET', 'seen', unreadCount),
  endpoint('mtop.gsp.im.use.web.seller.messagebox.querysessionlist', 'GET', 'seen', querySessionList),
  endpoint('mtop.im.use.seller.messagebox.queryMessageListBySessionId', 'GET', 'seen', queryMessageList),
  endpoint('mtop.im.use.web.seller.mtopimsessionviewservice.opensession', 'GET', 'seen', openSession),
  endpoint('mtop.lazada.im.web.seller.session.read', 'GET', 'seen', readSession),
  endpoint('mtop.gsp.web.seller.js.sync', 'GET', 'seen', sync),
  endpoint('mtop.gsp.im.receiver.web.seller.immessage.sendimmessage', 'POST', 'ours', sendMessage),
];

function endpoint(api: string, method: 'GET' | 'POST', provenance: Provenance, call: Call): GatewayEndpoint {
  return { api, version: '1.0', method, provenance, call };
}

export const SELLER_SITE_PATHS = {
  loginPage: '/apps/seller/login',
  loginSubmit: '/apps/seller/login/submit',
  sessionInit: '/apps/seller/session/init',
  imWindow: '/apps/im/window',
  star: '/apps/im/session/star',
} as const;
export const SOCKET_PATH = '/accs/auth';

/** For the list of endpoints that the control API shows. */
export const LAZADA_ENDPOINTS: readonly EndpointDescription[] = [
  { method: 'GET', path: SELLER_SITE_PATHS.loginPage, provenance: 'ours' },
  { method: 'POST', path: SELLER_SITE_PATHS.loginSubmit, provenance: 'ours' },
  { method: 'GET', path: SELLER_SITE_PATHS.sessionInit, provenance: 'ours' },
  { method: 'GET', path: SELLER_SITE_PATHS.imWindow, provenance: 'ours' },
  { method: 'GET', path: SELLER_SITE_PATHS.star, provenance: 'ours' },
  ...GATEWAY_ENDPOINTS.map(({ api, version, method, provenance }) => ({
    method,
    path: `/h5/${api}/${version}/`,
    provenance,
  })),
  { method: 'WS', path: SOCKET_PATH, provenance: 'seen' },
];
