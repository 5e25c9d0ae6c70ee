/** Every endpoint of this marketplace, with the provenance of its shape. */
import type { Provenance } from '../world/types.ts';
import { CHAT_GOODS_ROUTES } from './chat-goods.ts';
import { CHAT_LOGIN_ROUTES } from './chat-login.ts';
import { CHAT_MEDIA_ROUTES, FILE_ROUTES } from './chat-media.ts';
import { CHAT_ORDER_ROUTES } from './chat-orders.ts';
import { CHAT_PEOPLE_ROUTES } from './chat-people.ts';
import { CHAT_SEARCH_ROUTES } from './chat-search.ts';
import { CNSC_ROUTES } from './cnsc.ts';
import type { ChatRoute, OpenRoute } from './context.ts';
import { CONVERSATION_ROUTES } from './conversations.ts';
import { LOGIN_DEMAND_ROUTES } from './login-demands.ts';
import { MESSAGE_ROUTES } from './messages.ts';
import { SELLER_CENTRE_ROUTES } from './seller-centre.ts';
import { SELLER_LOGIN_ROUTES } from './seller-login.ts';
import { SELLER_TRADE_ROUTES } from './seller-trade.ts';
import { SOCKET_PATH } from './socket.ts';

export const OPEN_ROUTES: readonly OpenRoute[] = [
  ...SELLER_LOGIN_ROUTES,
  ...LOGIN_DEMAND_ROUTES,
  ...CNSC_ROUTES,
  ...SELLER_CENTRE_ROUTES,
  ...SELLER_TRADE_ROUTES,
  ...CHAT_LOGIN_ROUTES,
  ...FILE_ROUTES,
];
export const CHAT_ROUTES: readonly ChatRoute[] = [
  ...CONVERSATION_ROUTES,
  ...MESSAGE_ROUTES,
  ...CHAT_PEOPLE_ROUTES,
  ...CHAT_ORDER_ROUTES,
  ...CHAT_SEARCH_ROUTES,
  ...CHAT_GOODS_ROUTES,
  ...CHAT_MEDIA_ROUTES,
];

/** The list of endpoints that the control API shows. */
export const SHOPEE_ENDPOINTS: readonly { method: string; path: string; provenance: Provenance }[] = [
  ...[...OPEN_ROUTES, ...CHAT_ROUTES].map(({ method, path, provenance }) => ({ method, path, provenance })),
  { method: 'WS', path: SOCKET_PATH, provenance: 'seen' },
];
