/** Turns what one shop's chat client reports into calls of the stream listener. */
import type { StreamEnd, StreamListener } from '@pasar/connector-kit';
import { refusal } from '@pasar/domain';
import { encodeMessage, encodeMessageBody, NewP2PMessageNotifySchema, type SessionEnd } from '@pasar/im-protocol';
import type { ShopAccess } from '../auth/shop-access.ts';
import type { ChannelListener } from './channel.ts';
import { fromCommand, fromPresence } from './command.ts';
import { fromWirePush } from './push.ts';
import type { PushReading } from './reading.ts';

export interface Ear {
  /** The listener of the shop's client. */
  readonly listener: ChannelListener;
  /** Sets the stream listener. While it is null, the ear remembers that something was not told. */
  tellTo(listener: StreamListener | null): void;
  /** The conversation was listed, so its first message is not a new conversation. */
  learn(conversationId: string): void;
}

/** The socket's close code when the gateway ended the session (ours: 4001, token revoked). */
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

export function createEar(shop: ShopAccess): Ear {
  const { platformShopId } = shop.facts;
  const known = new Set<string>();
  let told: StreamListener | null = null;
  let hasMissed = false;

  const gap = (): void => {
    if (told === null) hasMissed = true;
    else told.gap();
  };
  const setAside = (reason: string, bytes: Uint8Array): void => told?.unreadable({ platformShopId, reason, bytes });
  const tell = (reading: PushReading): void => {
    switch (reading.kind) {
      case 'events':
        if (told === null) {
          gap();
          return;
        }
        for (const event of reading.events) {
          if (event.kind === 'conversation.listed') known.add(event.conversation.platformConversationId);
        }
        told.events(reading.events);
        return;
      case 'unreadable':
        told?.unreadable(reading.item);
        return;
      case 'stale':
        gap();
        return;
      case 'nothing':
    }
  };

  return {
    listener: {
      connection: (state) => {
        if (state.kind === 'ended') told?.ended(endOf(state.end));
      },
      // Nothing can be fetched without a token, so the stream ends, and the server decides when to try again.
      noToken: ({ refusal: why, canRetry }) => told?.ended({ kind: canRetry ? 'lost' : 'loggedOut', refusal: why }),
      delivered: ({ body, via }) => {
        if (via === 'log') tell(fromWirePush(body, shop, (id) => known.has(id)));
        // The caller gets the first list as its result. Messages found missing later may not be all, so the lists are
        // compared.
        else if (via === 'history') gap();
      },
      commanded: (command) => tell(fromCommand(command, shop)),
      presence: (notice) => {
        if (told !== null) tell(fromPresence(notice, shop));
      },
      // A new buyer is in a list of their own until answered. The lists contain them, so they are compared (facts 2.1).
      strangerWrote: gap,
      // Ours: a message that no server stores has no position in a conversation; it is set aside with its bytes.
      pointToPoint: (notify) =>
        setAside('a message from user to user, stored nowhere', encodeMessage(NewP2PMessageNotifySchema, notify)),
      unreadable: ({ reason, bytes, message }) =>
        setAside(reason, bytes ?? (message === null ? new Uint8Array() : encodeMessageBody(message))),
      changed: () => undefined,
      call: () => undefined,
      settled: () => undefined,
    },
    tellTo: (listener) => {
      told = listener;
      if (listener === null || !hasMissed) return;
      hasMissed = false;
      listener.gap();
    },
    learn: (conversationId) => known.add(conversationId),
  };
}
