/**
 * One shop's way to the chat protocol: its client, made when first needed, with the token that it starts from. Whoever
 * listens or sends opens the socket; nobody opens it again by itself, because the server decides about reconnecting.
 */
import type { Outcome } from '@pasar/connector-kit';
import { LIMITS } from '@pasar/domain';
import {
  createImClient,
  createSequence,
  DEFAULT_CLIENT_SETTINGS,
  type ImClient,
  type ImClientListener,
  type ImClientSettings,
} from '@pasar/im-protocol';
import { createTokenKeeper, type ShopAccess } from '../auth/shop-access.ts';
import type { ChatToken } from '../calls/chat.ts';
import { type Failed, ok, unlucky } from '../wire/outcome.ts';
import { type ChatPlace, chatPorts } from './ports.ts';

export interface ChannelListener extends ImClientListener {
  /** The chat token died, and there is no other for now. */
  noToken(failure: Failed): void;
}

export interface Channel {
  readonly shop: ShopAccess;
  /** The client, with a token; the first use, and a use after a renewal that failed, asks for one. */
  client(): Promise<Outcome<ImClient>>;
  /** The client if there is one already. */
  present(): ImClient | null;
  /** Why there is no chat token; null when nothing speaks against it. */
  tokenFailure(): Failed | null;
  /** Why the last way to the chat, by socket or by HTTP, was none; null when it was one. */
  lineFailure(): Failed | null;
  /** For good. Resolves when no socket, no timer and no call is left. */
  close(): Promise<void>;
}

/** facts 4.3: the build that the seed's captures name. */
const BUILD_NUMBER = '12c929a:master';

/** The chats are kept by the server: here only what is needed to follow them. How many messages is ours. */
const SETTINGS: ImClientSettings = {
  ...DEFAULT_CLIENT_SETTINGS,
  replyTimeoutMs: LIMITS.socketReplyTimeoutMs,
  patience: { pauseMs: LIMITS.tooManyRequestsWaitMs, times: LIMITS.tooManyRequestsRetries },
  isHoldingAll: false,
  heldMessages: 100,
};

export function createChannel(place: ChatPlace, listener: ChannelListener): Channel {
  const { shop } = place;
  const tokens = createTokenKeeper(place.site, shop);
  let lineFailure: Failed | null = null;
  const ports = chatPorts(place, tokens, {
    noToken: (failure) => listener.noToken(failure),
    line: (failure) => {
      lineFailure = failure;
    },
  });
  const posts = createUnderWay();
  let client: ImClient | null = null;
  let isClosed = false;

  const start = (token: ChatToken): ImClient =>
    createImClient({
      userId: BigInt(token.pigeonCid),
      // facts 4.3, the seller client's column
      profile: {
        service: token.bizServiceId,
        method: 1,
        sdkVersion: LIMITS.sdkVersion,
        buildNumber: BUILD_NUMBER,
        deviceId: token.pigeonCid,
        devicePlatform: 'web',
      },
      ports: { ...ports, post: { post: (request) => posts.follow(ports.post.post(request)) } },
      // one counter a shop: over every socket and the HTTP twin (spec 2 §9).
      sequence: createSequence(BigInt(LIMITS.firstSequenceId)),
      settings: SETTINGS,
      listener,
      resumeFrom: null,
      // the vendor's page signs some commands here; its script is not reproduced (facts 6)
      frameHeaders: () => ({}),
      tap: null,
    });

  return {
    shop,
    client: async () => {
      const token = await tokens.current();
      if (!token.ok) return token;
      if (isClosed) return unlucky('marketplace_unreachable', 'the session is closed');
      client ??= start(token.value);
      return ok(client);
    },
    present: () => client,
    tokenFailure: () => tokens.failure(),
    lineFailure: () => lineFailure,
    close: async () => {
      isClosed = true;
      client?.hangUp();
      client?.stop();
      await posts.settled();
    },
  };
}

/** A request that is on its way cannot be called back: it has its own limit of time. */
function createUnderWay() {
  const running = new Set<Promise<unknown>>();
  return {
    follow: <Value>(promise: Promise<Value>): Promise<Value> => {
      running.add(promise);
      return promise.finally(() => running.delete(promise));
    },
    settled: () => Promise.allSettled(running),
  };
}
