/**
 * One shop's connection to the chat protocol: its client, made when first needed, with its first token. Listening and
 * sending open the socket. The client does not reopen it, because the server decides about reconnecting.
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
import { type ChatSurroundings, chatPorts } from './ports.ts';

export interface ChannelListener extends ImClientListener {
  /** The chat token died, and no other can be had now. */
  noToken(failure: Failed): void;
}

export interface Channel {
  readonly shop: ShopAccess;
  /** The client with a token. The first use fetches a token, and so does a use after a failed renewal. */
  client(): Promise<Outcome<ImClient>>;
  /** The client if it exists already. */
  present(): ImClient | null;
  /** Why there is no chat token; null when the last fetch succeeded. */
  tokenFailure(): Failed | null;
  /** Why the chat could not be reached last time, by socket or by HTTP; null when it was reached. */
  lineFailure(): Failed | null;
  /** Closes for good. Resolves when no socket, no timer and no call is left. */
  close(): Promise<void>;
}

/** Facts 4.3: the build in the seed's captures. */
const BUILD_NUMBER = '12c929a:master';

/**
 * The server keeps the chats, so the client holds only what it needs to follow them; how many messages is our choice.
 */
const SETTINGS: ImClientSettings = {
  ...DEFAULT_CLIENT_SETTINGS,
  replyTimeoutMs: LIMITS.socketReplyTimeoutMs,
  patience: { pauseMs: LIMITS.tooManyRequestsWaitMs, times: LIMITS.tooManyRequestsRetries },
  isHoldingAll: false,
  heldMessages: 100,
};

export function createChannel(surroundings: ChatSurroundings, listener: ChannelListener): Channel {
  const { shop } = surroundings;
  const tokens = createTokenKeeper(surroundings.site, shop);
  let lineFailure: Failed | null = null;
  const ports = chatPorts(surroundings, tokens, {
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
      // Facts 4.3, the seller client's column.
      profile: {
        service: token.bizServiceId,
        method: 1,
        sdkVersion: LIMITS.sdkVersion,
        buildNumber: BUILD_NUMBER,
        deviceId: token.pigeonCid,
        devicePlatform: 'web',
      },
      ports: { ...ports, post: { post: (request) => posts.follow(ports.post.post(request)) } },
      // One counter for each shop, over every socket and over HTTP (spec 2 §9).
      sequence: createSequence(BigInt(LIMITS.firstSequenceId)),
      settings: SETTINGS,
      listener,
      resumeFrom: null,
      // The vendor's page signs some commands here; its script is not reproduced (facts 6).
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

/** Follows requests under way. They cannot be cancelled, but each has its own time limit. */
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
