/** Every endpoint of this marketplace, with the provenance of its shape. */
import { COMMANDS } from '@pasar/im-protocol';
import type { EndpointDescription } from '../provenance.ts';
import { AFFILIATE_ENDPOINTS } from './affiliate-api.ts';
import { CHAT_ENDPOINTS } from './chat-api.ts';
import { MEDIA_PATH } from './media-api.ts';
import { PASSPORT_ENDPOINTS } from './passport-api.ts';
import { PICTURE_PATH } from './pictures.ts';
import { SHOP_ENDPOINTS } from './shop-api.ts';
import { SOCKET_PATH } from './sockets.ts';
import { SSO_ENDPOINTS } from './sso-api.ts';
import { VISITOR_ENDPOINTS } from './visitor-api.ts';

export const TIKTOK_ENDPOINTS: readonly EndpointDescription[] = [
  ...[...PASSPORT_ENDPOINTS, ...SSO_ENDPOINTS].map(({ path, provenance }) => ({ method: 'POST', path, provenance })),
  ...VISITOR_ENDPOINTS,
  { method: 'HEAD', path: '/chat/api/seller/*', provenance: 'seen' },
  ...CHAT_ENDPOINTS,
  ...SHOP_ENDPOINTS,
  ...AFFILIATE_ENDPOINTS,
  { method: 'GET', path: `${PICTURE_PATH}/*`, provenance: 'ours' },
  ...Object.values(COMMANDS).map(({ path }) => ({ method: 'POST', path: `/${path}`, provenance: 'seen' as const })),
  { method: 'POST', path: `${MEDIA_PATH}/upload`, provenance: 'ours' },
  { method: 'GET', path: `${MEDIA_PATH}/*`, provenance: 'ours' },
  { method: 'WS', path: SOCKET_PATH, provenance: 'seen' },
];
