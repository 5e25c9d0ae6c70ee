import {
  type Connector,
  type ConnectorSession,
  type ConversationRef,
  notOffered,
  type Outcome,
  type SendOutcome,
  type ShopFacts,
  type Stream,
} from '@pasar/connector-kit';
import { type PlatformShopId, type Refusal, refusal } from '@pasar/domain';
import { createLine, type Line } from './auth/line.ts';
import type { Seller } from './auth/seller.ts';
import type { LazadaConfig } from './config.ts';
import { fetchConversations, fetchHistory } from './inbound/fetch.ts';
import { openStream } from './inbound/stream.ts';
import type { SyncPoints } from './inbound/sync-reader.ts';
import { sendText } from './outbound/send.ts';
import { applySetting, reopen } from './outbound/settings.ts';

/**
 * Lazada, by the web client's own calls. One login serves one shop. The bridge's jar must hold the cookies of the stored
 * session, which is the jar's own serialisation. `bizUnique` is echoed; that a repeat is not accepted again is not
 * publicly known, so the desk may not rely on it.
 */
export function createLazadaConnector(config: LazadaConfig): Connector {
  return {
    marketplace: 'lazada',
    capabilities: { isDeduplicating: false, isEchoingKey: true },
    async startSession(context) {
      const line = createLine(config, context);
      const seller = await line.start();
      return seller.ok ? { ok: true, value: createSession(line, seller.value) } : seller;
    },
  };
}

function createSession(line: Line, seller: Seller): ConnectorSession {
  const points: SyncPoints = new Map();
  const windowId = line.bridge.uuid();
  const streams = new Set<Stream>();
  let isClosed = false;
  const shop: ShopFacts = { platformShopId: seller.platformShopId, name: seller.name, country: seller.country };

  const foreign: Refusal = refusal('not_found', 'the shop is not of this login');
  const isOurs = (platformShopId: PlatformShopId): boolean => platformShopId === seller.platformShopId;
  const refuseForeign: Outcome<never> = { ok: false, refusal: foreign, canRetry: false };
  const ofOurs = async <Value>(
    { platformShopId }: Pick<ConversationRef, 'platformShopId'>,
    run: () => Promise<Outcome<Value>>,
  ): Promise<Outcome<Value>> => (isOurs(platformShopId) ? run() : refuseForeign);

  return {
    shops: [shop],
    async listen(listener) {
      let stream: Stream | null = null;
      let isEnded = false;
      const opened = await openStream({
        line,
        seller,
        points,
        windowId,
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
      // It may have ended, or the session closed, while it was opening.
      if (opened.ok && !isEnded) {
        stream = opened.value;
        streams.add(stream);
        if (isClosed) stream.close();
      }
      return opened;
    },
    fetchConversations: (platformShopId, cursor) =>
      ofOurs({ platformShopId }, () => fetchConversations(line, seller, cursor)),
    fetchHistory: (conversation, cursor) =>
      ofOurs(conversation, () => fetchHistory(line, seller, conversation, cursor)),
    async sendText(command): Promise<SendOutcome> {
      return isOurs(command.conversation.platformShopId)
        ? sendText(line, command)
        : { kind: 'refused', refusal: foreign, next: { kind: 'stop' } };
    },
    reopen: (conversation) => ofOurs(conversation, () => reopen(line, conversation)),
    showTyping: async () => notOffered('typing'),
    applySetting: (conversation, setting) => ofOurs(conversation, () => applySetting(line, conversation, setting)),
    async close() {
      isClosed = true;
      for (const stream of [...streams]) stream.close();
    },
  };
}
