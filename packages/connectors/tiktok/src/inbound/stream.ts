/** One stream for all shops of a login: a socket for each, and one end for all. */
import type { Outcome, Stream, StreamEnd, StreamListener } from '@pasar/connector-kit';
import { type Position, parsePosition, refusal } from '@pasar/domain';
import {
  encodeMessage,
  type NewMessageNotify,
  NewP2PMessageNotifySchema,
  type Push,
  type SessionEnd,
} from '@pasar/im-protocol';
import type { Channel } from '../chat/channel.ts';
import type { Echoes } from '../outbound/send.ts';
import { ok } from '../outcome.ts';
import { fromWirePush } from './push.ts';

/** What a session remembers of what it was told, by shop. */
export interface ShopMemory extends Echoes {
  isKnown(conversationId: string): boolean;
  learn(conversationId: string): void;
  /** True when something was missed before this push. */
  follow(notify: NewMessageNotify): boolean;
  /** A list that was just fetched is up to this cursor. */
  caughtUp(cursor: bigint): void;
}

/** Places of our own messages are kept for as many. */
const ECHOES_KEPT = 500;

export function createShopMemory(): ShopMemory {
  const known = new Set<string>();
  const echoes = new Map<string, Position>();
  let cursor = 0n;
  const raise = (to: bigint): void => {
    if (to > cursor) cursor = to;
  };
  return {
    isKnown: (conversationId) => known.has(conversationId),
    learn: (conversationId) => known.add(conversationId),
    positionOf: (serverMessageId) => echoes.get(serverMessageId) ?? null,
    follow: ({ previousCursor, nextCursor, message }) => {
      const hasMissed = cursor > 0n && previousCursor > cursor;
      raise(nextCursor);
      const position = message === undefined ? null : parsePosition(String(message.indexInConversation));
      if (message !== undefined && position !== null && message.ext.sender_role === '2') {
        echoes.set(String(message.serverMessageId), position);
        const [oldest] = echoes.keys();
        if (echoes.size > ECHOES_KEPT && oldest !== undefined) echoes.delete(oldest);
      }
      return hasMissed;
    },
    caughtUp: raise,
  };
}

export interface StreamShop {
  readonly channel: Channel;
  readonly memory: ShopMemory;
}

/** The lost socket's own code says whether the gateway threw us out (ours: 4001, token revoked). */
const REVOKED = 4_001;

function endOf(end: SessionEnd): StreamEnd {
  switch (end.kind) {
    case 'closed':
      return { kind: 'closed' };
    case 'silent':
      return { kind: 'lost', refusal: refusal('marketplace_unreachable', 'no heartbeat') };
    case 'lost': {
      const { code, reason } = end.closed;
      const detail = `socket closed (${code}${reason === '' ? '' : ` ${reason}`})`;
      return code === REVOKED
        ? { kind: 'loggedOut', refusal: refusal('shop_login_expired', detail) }
        : { kind: 'lost', refusal: refusal('marketplace_unreachable', detail) };
    }
  }
}

export async function openStream(shops: readonly StreamShop[], listener: StreamListener): Promise<Outcome<Stream>> {
  let hasEnded = false;
  const leave = (): void => {
    for (const { channel } of shops) {
      channel.setListener(null);
      channel.openLine()?.close();
    }
  };
  const finish = (end: StreamEnd): void => {
    if (hasEnded) return;
    hasEnded = true;
    leave();
    listener.ended(end);
  };
  for (const shop of shops) {
    shop.channel.setListener({
      push: (push) => tell(shop, push, listener),
      unreadable: (error, bytes) =>
        listener.unreadable({
          platformShopId: shop.channel.shop.facts.platformShopId,
          reason: error.message,
          bytes,
        }),
      ended: (end) => finish(endOf(end)),
    });
  }
  const lines = await Promise.all(shops.map(({ channel }) => channel.line()));
  const failed = lines.find((line) => !line.ok);
  if (failed !== undefined && !failed.ok) {
    hasEnded = true;
    leave();
    return failed;
  }
  return ok({ close: () => finish({ kind: 'closed' }) });
}

function tell(shop: StreamShop, push: Push, listener: StreamListener): void {
  const { platformShopId } = shop.channel.shop.facts;
  switch (push.kind) {
    case 'newMessage':
    case 'newBroadcastMessage':
      tellMessage(shop, push, listener);
      return;
    case 'strangerNewMessage':
      // who writes for the first time stands in a list of their own until answered: the lists tell (facts 2.1)
      listener.gap();
      return;
    case 'newP2PMessage': {
      // ours: a message that is stored nowhere has no place in a conversation; it is kept aside, with its bytes
      const bytes = encodeMessage(NewP2PMessageNotifySchema, push.notify);
      listener.unreadable({ platformShopId, reason: 'a message from user to user, stored nowhere', bytes });
      return;
    }
    case 'other':
      listener.unreadable({ platformShopId, reason: `push of command ${push.command}`, bytes: new Uint8Array() });
  }
}

type MessagePush = Extract<Push, { readonly kind: 'newMessage' | 'newBroadcastMessage' }>;

function tellMessage({ channel, memory }: StreamShop, push: MessagePush, listener: StreamListener): void {
  const hasMissed = memory.follow(push.notify);
  const reading = fromWirePush(push.notify, channel.shop, memory.isKnown);
  if (reading.kind === 'unreadable') listener.unreadable(reading.item);
  if (reading.kind === 'events') {
    for (const event of reading.events) {
      if (event.kind === 'conversation.listed') memory.learn(event.conversation.platformConversationId);
    }
    listener.events(reading.events);
  }
  if (hasMissed || reading.kind === 'stale') listener.gap();
}
