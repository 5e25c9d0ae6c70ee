/** A Lazada login in use: one shop. */
import {
  type ConnectorSession,
  type ConversationRef,
  type Outcome,
  type SendOutcome,
  type ShopFacts,
  type Stream,
  withChatRefusals,
} from '@pasar/connector-kit';
import { type PlatformShopId, type Refusal, refusal } from '@pasar/domain';
import type { Line } from './auth/line.ts';
import type { Seller } from './calls/account.ts';
import { fetchConversations, fetchHistory } from './chat/fetch.ts';
import { sendCard, sendImage, sendText } from './chat/send.ts';
import { applySetting } from './chat/settings.ts';
import { openStream } from './chat/stream.ts';
import type { SyncPoints } from './chat/sync-reader.ts';
import { createShopCalls } from './shop/calls.ts';

export function createSession(line: Line, seller: Seller): ConnectorSession {
  const points: SyncPoints = new Map();
  const streams = new Set<Stream>();
  let isClosed = false;
  const { platformShopId: ownShop, userId, name, country, isCb } = seller;
  const shop: ShopFacts = { platformShopId: ownShop, userId, name, country, isCb, merchantId: null, accountId: null };

  const foreign: Refusal = refusal('not_found', 'the shop is not of this login');
  const isOurs = (platformShopId: PlatformShopId): boolean => platformShopId === ownShop;
  const refuseForeign: Outcome<never> = { ok: false, refusal: foreign, canRetry: false };
  const ofOurs = async <Value>(
    { platformShopId }: Pick<ConversationRef, 'platformShopId'>,
    run: () => Promise<Outcome<Value>>,
  ): Promise<Outcome<Value>> => (isOurs(platformShopId) ? run() : refuseForeign);
  const sendOurs = async (
    { conversation }: { readonly conversation: ConversationRef },
    run: () => Promise<SendOutcome>,
  ): Promise<SendOutcome> =>
    isOurs(conversation.platformShopId) ? run() : { kind: 'refused', refusal: foreign, next: { kind: 'stop' } };

  const chat = withChatRefusals('lazada', {
    applySetting: (conversation, setting) => applySetting(line, conversation, setting),
    sendCard: (command) => sendCard(line, command),
  });

  return {
    shops: [shop],
    calls: createShopCalls(line, isOurs),
    async listen(listener) {
      let stream: Stream | null = null;
      let isEnded = false;
      const opened = await openStream({
        line,
        seller,
        points,
        listener: {
          events: (batch) => listener.events(batch),
          unreadable: (item) => listener.unreadable(item),
          gap: () => listener.gap(),
          ended(end) {
            isEnded = true;
            if (stream !== null) streams.delete(stream);
            listener.ended(end);
          },
        },
      });
      // The stream may have ended, or the session closed, while the socket was opening.
      if (opened.ok && !isEnded) {
        stream = opened.value;
        streams.add(stream);
        if (isClosed) stream.close();
      }
      return opened;
    },
    fetchConversations: (platformShopId, cursor) =>
      ofOurs({ platformShopId }, () => fetchConversations(line, seller, cursor)),
    fetchNewest: null,
    fetchHistory: (conversation, cursor) =>
      ofOurs(conversation, () => fetchHistory(line, seller, conversation, cursor)),
    sendText: (command) => sendOurs(command, () => sendText(line, command)),
    sendImage: (command) => sendOurs(command, () => sendImage(line, command)),
    ...chat,
    sendCard: (command) => sendOurs(command, () => chat.sendCard(command)),
    // A wish that the table answers itself is refused at a shop of another login as well.
    applySetting: (conversation, setting) => ofOurs(conversation, () => chat.applySetting(conversation, setting)),
    async close() {
      isClosed = true;
      line.close();
      for (const stream of [...streams]) stream.close();
    },
  };
}
