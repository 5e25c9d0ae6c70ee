/** What the chat client needs of the outside: the shop's socket, the HTTP twin and the chat token (facts 4.1, 4.6). */
import { type Bridge, BridgeError } from '@pasar/bridge';
import { accessKey, type DialPort, type ImClientPorts, type PostPort, type TokenPort } from '@pasar/im-protocol';
import type { ShopAccess, TokenKeeper } from '../auth/shop-access.ts';
import type { ChatToken } from '../calls/chat.ts';
import type { TiktokConfig } from '../config.ts';
import type { Failed } from '../outcome.ts';
import type { SellerSite } from '../site.ts';

export interface ChatPlace {
  readonly bridge: Bridge;
  readonly config: TiktokConfig;
  readonly site: SellerSite;
  readonly shop: ShopAccess;
}

const SUBPROTOCOLS = ['binary', 'base64', 'pbbp2'];

/** `noToken`: another one was needed, and could not be had. The keeper has one before any of these is used. */
export const chatPorts = (
  place: ChatPlace,
  tokens: TokenKeeper,
  noToken: (failure: Failed) => void,
): ImClientPorts => ({
  clock: place.bridge.clock,
  random: { next: Math.random },
  dialler: dialler(place, tokens),
  post: twin(place.bridge, tokens),
  token: tokenPort(tokens, noToken),
});

const dialler = ({ bridge, config, site, shop }: ChatPlace, tokens: TokenKeeper): DialPort => ({
  dial: async (timeoutMs) => {
    const token = tokens.newest();
    if (token === null) return { kind: 'failed', detail: 'no chat token' };
    try {
      const url = socketUrl(config, shop.region, token);
      const headers = { Origin: site.origin };
      const options = { url, protocols: SUBPROTOCOLS, headers, connectTimeoutMs: timeoutMs };
      return { kind: 'open', socket: await bridge.sockets.open(options) };
    } catch (error) {
      if (!(error instanceof BridgeError)) throw error;
      return error.status === 401 || error.status === 403
        ? { kind: 'tokenRefused' }
        : { kind: 'failed', detail: error.message };
    }
  },
});

const twin = (bridge: Bridge, tokens: TokenKeeper): PostPort => ({
  post: async ({ path, contentType, bytes, timeoutMs }) => {
    const apiUrl = tokens.newest()?.apiUrl.replace(/\/$/, '');
    if (apiUrl === undefined) return { kind: 'notSent', detail: 'no chat token' };
    try {
      const response = await bridge.http.request({
        method: 'POST',
        url: `${apiUrl}/${path}`,
        headers: { accept: contentType },
        body: { type: 'bytes', bytes, contentType },
        timeoutMs,
      });
      return { kind: 'answered', status: response.status, bytes: response.bytes };
    } catch (error) {
      if (!(error instanceof BridgeError)) throw error;
      return { kind: error.mayHaveReachedServer ? 'lost' : 'notSent', detail: error.message };
    }
  },
});

const tokenPort = (tokens: TokenKeeper, noToken: (failure: Failed) => void): TokenPort => ({
  current: () => tokens.newest()?.token ?? '',
  refresh: async () => {
    const renewed = await tokens.renew();
    if (renewed.ok) return { kind: 'renewed' };
    noToken(renewed);
    return { kind: renewed.canRetry ? 'failed' : 'denied', detail: renewed.refusal.detail ?? renewed.refusal.reason };
  },
});

/** `{wsUrl}?token&aid&fpid&device_id&access_key&...` (facts 4.1). */
export function socketUrl(config: TiktokConfig, region: string, token: ChatToken): string {
  const { aid, fpid, appKey, salt } = config;
  const deviceId = token.pigeonCid;
  const query = new URLSearchParams({
    token: token.token,
    aid: String(aid),
    fpid: String(fpid),
    device_id: deviceId,
    access_key: accessKey({ fpid, appKey, deviceId, salt }),
    device_platform: 'web',
    version_code: '10000',
    websocket_switch_region: region,
  });
  return `${token.wsUrl}?${query}`;
}
