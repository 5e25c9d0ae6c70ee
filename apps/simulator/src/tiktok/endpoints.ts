/** Every endpoint of this marketplace and how its shape is known. */
import { COMMANDS } from '@pasar/im-protocol';
import type { EndpointDescription } from '../provenance.ts';
import { CHAT_ENDPOINTS } from './chat-api.ts';
import { MEDIA_PATH } from './media-api.ts';
import { PASSPORT_PATH } from './passport.ts';
import { SOCKET_PATH } from './sockets.ts';

export const TIKTOK_ENDPOINTS: readonly EndpointDescription[] = [
  { method: 'POST', path: PASSPORT_PATH, provenance: 'seen' },
  { method: 'HEAD', path: '/chat/api/seller/*', provenance: 'seen' },
  ...CHAT_ENDPOINTS,
  ...Object.values(COMMANDS).map(({ path }) => ({ method: 'POST', path: `/${path}`, provenance: 'seen' as const })),
  { method: 'POST', path: `${MEDIA_PATH}/upload`, provenance: 'ours' },
  { method: 'GET', path: `${MEDIA_PATH}/*`, provenance: 'ours' },
  { method: 'WS', path: SOCKET_PATH, provenance: 'seen' },
];
