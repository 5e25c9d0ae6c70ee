/**
 * The chat of every shop: one IM server built on the world's facts. Events of the world are given to it as commands or
 * entries.
 */
import {
  COMMANDS,
  type Command,
  type CommandBody,
  type CommandSchema,
  create,
  type Request,
  RequestSchema,
  type Response,
  STATUS,
} from '@pasar/im-protocol';
import { createImServer, type ImServer, type ProfileCard } from '@pasar/im-protocol/server';
import type { Conversation, Shop, World, WorldEvent } from '../world/types.ts';
import { CONVERSATION_TYPE, entryOf, messageEntry } from './im-facts.ts';
import { type Ground, ImLedger, proposeId } from './im-ledger.ts';
import { blobsIn } from './media-blobs.ts';
import { createReportCounts, type ReportCounts } from './report-counts.ts';
import { pigeonCidOf, shopOf } from './shops.ts';

/** Facts 3.4: newer clients get ten conversations a page. The number of messages with each is our choice. */
const LIMITS = { initConversations: 10, initMessages: 5 };
const TICK_MS = 5_000;

export interface ImChat {
  readonly server: ImServer;
  /** Counts of the clients' reports about themselves. */
  readonly reports: Pick<ReportCounts, 'count'>;
  /** Carries out a command of the shop's client; its pushes are sent before this returns. */
  serve(shop: Shop, request: Request): Response;
  /** Carries out a command in a conversation, given by one of its two sides. */
  act<Req extends CommandSchema>(
    userId: string,
    conversation: Conversation,
    command: Command<Req, unknown>,
    body: CommandBody<Req>,
  ): Response;
  close(): void;
}
interface ImChatOptions {
  readonly ground: Ground;
  /** The signing key; the same key after a restart keeps earlier signatures valid. */
  readonly secret: string;
  /** The base URL of media, without a slash at the end. */
  readonly mediaBaseUrl: string;
  readonly mediaDirectory: string | null;
}

/**
 * Answers that the world may ignore. The protocol lets a shop dissolve a conversation or remove its buyer, and refuses
 * a late recall. A fact of the world that the protocol refuses for such a reason stays in the world and is not pushed.
 */
const GONE: ReadonlySet<number> = new Set([
  STATUS.CONVERSATION_NOT_FOUND,
  STATUS.USER_NOT_IN_GROUP,
  STATUS.USER_FORBIDDEN,
  STATUS.RECALL_TIMEOUT,
]);

/** The ids that name a conversation in a request. */
export const namesOf = ({ conversationId }: Conversation) => ({
  conversationId,
  conversationShortId: BigInt(conversationId),
  conversationType: CONVERSATION_TYPE,
});

/** Throws outside of the call, because the error is not the calling client's mistake. */
const surface = (error: unknown): void =>
  queueMicrotask(() => {
    throw error;
  });

function profileOf(world: World, userId: string): ProfileCard | null {
  const card = (nickName: string, portrait: string): ProfileCard => ({
    nickName,
    portrait,
    basicExtInfo: '',
    detailExtInfo: '',
  });
  const shops = world.shops.filter(({ marketplace }) => marketplace === 'tiktok');
  const own = shops.find((shop) => pigeonCidOf(shop) === userId);
  if (own !== undefined) return card(own.name, '');
  for (const { shopId } of shops) {
    const buyer = world.conversationWith('tiktok', shopId, userId)?.buyer;
    if (buyer !== undefined) return card(buyer.name, buyer.avatarUrl ?? '');
  }
  return null;
}

function createServer({ ground, secret, mediaBaseUrl, mediaDirectory }: ImChatOptions) {
  const { world, now } = ground;
  const reports = createReportCounts();
  const ledger: ImLedger = new ImLedger(ground, () => server.state);
  const server: ImServer = createImServer({
    clock: { now },
    ids: { id: () => proposeId(server.state, now()), index: () => BigInt(now()) * 1_000n },
    limits: LIMITS,
    hooks: {
      accept: (draft) => ledger.accept(draft),
      profile: (userId) => profileOf(world, userId.toString()),
      onReport: reports.take,
    },
    onEntry: (entry) => ledger.keep(entry),
    onError: surface,
    secret,
    mediaBaseUrl,
    ...(mediaDirectory === null ? {} : { media: blobsIn(mediaDirectory) }),
  });
  ledger.replay(server);
  return { server, ledger, reports };
}

export function createImChat(options: ImChatOptions): ImChat {
  const { world } = options.ground;
  const { server, ledger, reports } = createServer(options);

  const handle = (userId: string, deviceId: string, request: Request): Response =>
    server.handle({ userId: BigInt(userId), deviceId }, request);
  const act: ImChat['act'] = (userId, conversation, command, body) => {
    const request = create(RequestSchema, { cmd: command.number, body: command.request.fill(body) });
    return handle(userId, `phone of ${conversation.conversationId}`, request);
  };
  const unsubscribe = world.on((event) => {
    if (event.conversation.marketplace !== 'tiktok' || ledger.isWriting) return;
    if (event.kind === 'message') {
      const { conversation, message } = event;
      ledger.tell(server, messageEntry(server.state, conversation, message, shopOf(world, conversation)));
      // Ours: a buyer who writes begins a service session.
      if (message.from === 'buyer' && conversation.status === 'closed') {
        world.setStatus('tiktok', conversation.conversationId, 'activated');
      }
      return;
    }
    const fact = world.facts.at(-1);
    if (event.kind === 'opened') {
      const entry = fact?.type === 'opened' ? entryOf(world, server.state, fact) : null;
      if (entry !== null) ledger.tell(server, entry);
      return;
    }
    const { statusCode, errorDesc } = follow(event, { server, act, world });
    if (statusCode === STATUS.OK) return;
    if (!GONE.has(statusCode)) throw new Error(`the chat did not follow ${event.kind}: ${statusCode} ${errorDesc}`);
    const entry = fact === undefined || fact.type === 'note' ? null : entryOf(world, server.state, fact);
    if (entry !== null) ledger.tell(server, entry);
  });
  const timer = setInterval(server.tick, TICK_MS);
  return {
    server,
    reports,
    serve: (shop, request) => handle(pigeonCidOf(shop), request.deviceId || pigeonCidOf(shop), request),
    act,
    close: () => {
      clearInterval(timer);
      unsubscribe();
    },
  };
}

/** Gives an event of the world to the server as the command that the client of its side would have sent. */
function follow(
  event: Exclude<WorldEvent, { kind: 'message' | 'opened' }>,
  { server, act, world }: Pick<ImChat, 'server' | 'act'> & { readonly world: World },
): Response {
  const { conversation } = event;
  const seller = pigeonCidOf(shopOf(world, conversation));
  const names = namesOf(conversation);
  switch (event.kind) {
    case 'sellerRead':
    case 'buyerRead': {
      const reader = event.kind === 'sellerRead' ? seller : conversation.buyer.buyerId;
      const readMessageIndex = server.state.messages.get(event.messageId)?.index ?? 0n;
      return act(reader, conversation, COMMANDS.markRead, { ...names, readMessageIndex });
    }
    case 'pinned':
      // Ours: the star of the seller's site is the pin of the protocol.
      return act(seller, conversation, COMMANDS.setSetting, { ...names, setStickOnTop: conversation.isPinned });
    case 'status':
      return act(seller, conversation, COMMANDS.upsertCoreExt, { ...names, ext: { status: conversation.status } });
    case 'recalled': {
      const sender = server.state.messages.get(event.messageId)?.sender ?? seller;
      return act(sender, conversation, COMMANDS.recallMessage, {
        ...names,
        serverMessageId: BigInt(event.messageId),
      });
    }
  }
}
