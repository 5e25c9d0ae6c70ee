/**
 * One shop's way to the chat protocol: its token, its socket, and the HTTP twin of every command (facts 4). The socket is
 * opened when first needed and belongs to the channel until it ends or the channel is closed.
 */
import { type Bridge, BridgeError, type Socket } from '@pasar/bridge';
import type { Outcome } from '@pasar/connector-kit';
import { LIMITS } from '@pasar/domain';
import {
  accessKey,
  type ClientProfile,
  type ClientSession,
  createSequence,
  DEFAULT_HEARTBEAT,
  type ImProtocolError,
  type Push,
  type SequenceIds,
  type SessionEnd,
  startClientSession,
} from '@pasar/im-protocol';
import { createTokenKeeper, type ShopAccess, type TokenKeeper } from '../auth/shop-access.ts';
import type { TiktokConfig } from '../config.ts';
import type { ChatToken } from '../inbound/shapes.ts';
import { networkFailure } from '../limits/retry.ts';
import { type Failed, ok } from '../outcome.ts';
import type { SellerSite } from '../site.ts';

interface ChannelListener {
  push(push: Push): void;
  unreadable(error: ImProtocolError, bytes: Uint8Array): void;
  ended(end: SessionEnd): void;
}

export interface Channel {
  readonly shop: ShopAccess;
  readonly tokens: TokenKeeper;
  /** What every request repeats, the newest token among it. */
  profile(token: ChatToken): ClientProfile;
  /** For requests by HTTP, from 10001 (spec 2 §9). */
  nextSequenceId(): bigint;
  /** The open socket's session; opens one when there is none. */
  line(): Promise<Outcome<ClientSession>>;
  /** The open socket's session, or null; opens nothing. */
  openLine(): ClientSession | null;
  /** Who is told what arrives; null for nobody. The socket that is open then is told about too. */
  setListener(listener: ChannelListener | null): void;
  close(): void;
}

/** facts 4.3: the build that the seed's captures name. */
const BUILD_NUMBER = '12c929a:master';
const SUBPROTOCOLS = ['binary', 'base64', 'pbbp2'];

export function createChannel(bridge: Bridge, config: TiktokConfig, site: SellerSite, shop: ShopAccess): Channel {
  const tokens = createTokenKeeper(site, shop);
  let session: ClientSession | null = null;
  let opening: Promise<Outcome<ClientSession>> | null = null;
  let listener: ChannelListener | null = null;
  let isClosed = false;
  // one counter a shop: over every socket and the HTTP twin (spec 2 §9).
  const sequence = createSequence(BigInt(LIMITS.firstSequenceId));

  const start = (socket: Socket, token: ChatToken): ClientSession =>
    startLine(bridge, socket, sequence, profileOf(tokens, token), {
      push: (push) => listener?.push(push),
      unreadable: (error, bytes) => listener?.unreadable(error, bytes),
      ended: (end) => {
        session = null;
        listener?.ended(end);
      },
    });

  /** A handshake that is refused is tried once more with another token: the old one may have died meanwhile. */
  const open = async (): Promise<Outcome<ClientSession>> => {
    for (let attempt = 0; ; attempt += 1) {
      const token = await tokens.current();
      if (!token.ok) return token;
      const opened = await openSocket(bridge, config, site, shop, token.value);
      if (!('ok' in opened)) {
        session = start(opened, token.value);
        const started = session;
        if (isClosed) started.close();
        return ok(started);
      }
      tokens.drop(token.value.token);
      if (!opened.isHandshakeRefused || attempt > 0) return opened;
    }
  };

  return {
    shop,
    tokens,
    profile: (token) => profileOf(tokens, token),
    nextSequenceId: () => sequence.next(),
    openLine: () => session,
    line: () => {
      if (session !== null) return Promise.resolve(ok(session));
      opening ??= open().finally(() => {
        opening = null;
      });
      return opening;
    },
    setListener: (next) => {
      listener = next;
    },
    close: () => {
      isClosed = true;
      session?.close();
    },
  };
}

/** facts 4.3, the seller client's column. */
const profileOf = (tokens: TokenKeeper, token: ChatToken): ClientProfile => ({
  service: token.bizServiceId,
  method: 1,
  sdkVersion: LIMITS.sdkVersion,
  buildNumber: BUILD_NUMBER,
  deviceId: token.pigeonCid,
  devicePlatform: 'web',
  token: () => tokens.newest()?.token ?? token.token,
});

const startLine = (
  bridge: Bridge,
  socket: Socket,
  sequence: SequenceIds,
  profile: ClientProfile,
  listener: ChannelListener,
): ClientSession =>
  startClientSession({
    socket,
    clock: bridge.clock,
    profile,
    sequence,
    replyTimeoutMs: LIMITS.socketReplyTimeoutMs,
    heartbeat: DEFAULT_HEARTBEAT,
    // the vendor's page signs some commands here; its script is not reproduced (facts 6)
    frameHeaders: () => ({}),
    listener: {
      ...listener,
      // late: the call has been given up, and whoever made it looks for what became of it
      unmatched: () => undefined,
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

interface NotOpened extends Failed {
  readonly isHandshakeRefused: boolean;
}

async function openSocket(
  bridge: Bridge,
  config: TiktokConfig,
  site: SellerSite,
  shop: ShopAccess,
  token: ChatToken,
): Promise<Socket | NotOpened> {
  try {
    return await bridge.sockets.open({
      url: socketUrl(config, shop.region, token),
      protocols: SUBPROTOCOLS,
      headers: { Origin: site.origin },
      connectTimeoutMs: LIMITS.requestTimeoutMs,
    });
  } catch (error) {
    if (!(error instanceof BridgeError)) throw error;
    return { ...networkFailure(error), isHandshakeRefused: error.status === 401 || error.status === 403 };
  }
}
