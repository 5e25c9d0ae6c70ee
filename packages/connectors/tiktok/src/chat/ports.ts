/** The ports of the chat client: the shop's socket, the calls by HTTP, and the chat token (facts 4.1, 4.6). */
import { type Bridge, BridgeError } from '@pasar/bridge';
import { againPastProxy, type Notify, openSocket, tellLineFailure } from '@pasar/connector-kit';
import {
  accessKey,
  COMMANDS,
  type DialPort,
  type ImClientPorts,
  type PostPort,
  type TokenPort,
} from '@pasar/im-protocol';
import type { ShopAccess, TokenKeeper } from '../auth/shop-access.ts';
import type { SellerSite } from '../auth/site.ts';
import type { ChatToken } from '../calls/chat.ts';
import type { TiktokConfig } from '../wire/config.ts';
import type { Failed } from '../wire/outcome.ts';
import { networkFailure } from '../wire/send-wire.ts';

export interface ChatSurroundings {
  readonly bridge: Bridge;
  readonly config: TiktokConfig;
  readonly site: SellerSite;
  readonly shop: ShopAccess;
  readonly notify: Notify;
}
/** What the ports report besides their answers. */
export interface PortsListener {
  /** A new token was needed and could not be had. The keeper has a first token before any port is used. */
  noToken(failure: Failed): void;
  /** Why the chat could not be reached last time, by socket or by HTTP; null when it was reached. */
  line(failure: Failed | null): void;
}

const SUBPROTOCOLS = ['binary', 'base64', 'pbbp2'];

export const chatPorts = (surroundings: ChatSurroundings, tokens: TokenKeeper, told: PortsListener): ImClientPorts => ({
  clock: surroundings.bridge.clock,
  random: { next: Math.random },
  dialler: dialler(surroundings, tokens, told),
  post: twin(surroundings, tokens, told),
  token: tokenPort(tokens, (failure) => told.noToken(failure)),
});

const dialler = (surroundings: ChatSurroundings, tokens: TokenKeeper, told: PortsListener): DialPort => ({
  dial: async (timeoutMs) => {
    const { bridge, config, site, shop, notify } = surroundings;
    const token = tokens.newest();
    if (token === null) return { kind: 'failed', detail: 'no chat token' };
    const url = socketUrl(config, shop.region, token);
    const headers = { Origin: site.origin };
    const options = { url, protocols: SUBPROTOCOLS, headers, connectTimeoutMs: timeoutMs };
    const socket = await openSocket(bridge.sockets, options, notify);
    const isTokenRefused = socket instanceof BridgeError && (socket.status === 401 || socket.status === 403);
    told.line(socket instanceof BridgeError && !isTokenRefused ? networkFailure(socket) : null);
    if (!(socket instanceof BridgeError)) return { kind: 'open', socket };
    return isTokenRefused ? { kind: 'tokenRefused' } : { kind: 'failed', detail: socket.message };
  },
});

/**
 * Messages are never repeated here, even if the proxy let nothing pass, because only the delivery ledger decides about
 * that.
 */
const SENDING: ReadonlySet<string> = new Set([COMMANDS.sendMessage.path, COMMANDS.sendMessageP2P.path]);

const twin = ({ bridge, notify }: ChatSurroundings, tokens: TokenKeeper, told: PortsListener): PostPort => ({
  post: async ({ path, contentType, bytes, timeoutMs }) => {
    const apiUrl = tokens.newest()?.apiUrl.replace(/\/$/, '');
    if (apiUrl === undefined) return { kind: 'notSent', detail: 'no chat token' };
    const url = `${apiUrl}/${path}`;
    const headers = { accept: contentType };
    const body = { type: 'bytes', bytes, contentType } as const;
    const attempt = () => bridge.http.request({ method: 'POST', url, headers, body, timeoutMs });
    try {
      const response = await (SENDING.has(path) ? attempt() : againPastProxy(attempt));
      told.line(null);
      return { kind: 'answered', status: response.status, bytes: response.bytes };
    } catch (error) {
      if (!(error instanceof BridgeError)) throw error;
      told.line(networkFailure(error));
      tellLineFailure(error, url, notify);
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
