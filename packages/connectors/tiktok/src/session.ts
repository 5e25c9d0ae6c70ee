/** A login at TikTok Shop, with a channel for each of its shops. */
import {
  type ConnectorSession,
  type Outcome,
  type Pauses,
  type SendOutcome,
  withChatRefusals,
} from '@pasar/connector-kit';
import { type PlatformShopId, refusal } from '@pasar/domain';
import type { ShopAccess } from './auth/shop-access.ts';
import { createChannel } from './chat/channel.ts';
import { createEar } from './chat/ear.ts';
import { fetchConversations, fetchHistory, fetchNewest, type Reader } from './chat/fetch.ts';
import type { ChatSurroundings } from './chat/ports.ts';
import { sendCard, sendImage, sendText } from './chat/send.ts';
import { applySetting, showTyping } from './chat/settings.ts';
import { openStream, type StreamShop } from './chat/stream.ts';
import { refused } from './wire/outcome.ts';

export interface SessionSurroundings extends Omit<ChatSurroundings, 'shop'> {
  /** Closing the session ends them. */
  readonly pauses: Pauses;
}

/** The chat of a session; all other calls are `ShopCalls`. */
export type ChatSession = Omit<ConnectorSession, 'calls'>;

export function createSession(surroundings: SessionSurroundings, shops: readonly ShopAccess[]): ChatSession {
  const { bridge, site, pauses } = surroundings;
  const reader: Reader = { site, buyers: new Map() };
  const byId = new Map<PlatformShopId, StreamShop>(
    shops.map((shop) => {
      const ear = createEar(shop);
      return [shop.facts.platformShopId, { ear, channel: createChannel({ ...surroundings, shop }, ear.listener) }];
    }),
  );
  const inShop = async <Value>(
    shop: PlatformShopId,
    use: (found: StreamShop) => Promise<Outcome<Value>>,
  ): Promise<Outcome<Value>> => {
    const found = byId.get(shop);
    return found === undefined ? refused('not_found', 'the login does not serve this shop') : use(found);
  };

  const chat = withChatRefusals('tiktok', {
    showTyping: (conversation, isTyping) =>
      inShop(conversation.platformShopId, ({ channel }) => showTyping(channel, conversation, isTyping)),
    applySetting: (conversation, setting) =>
      inShop(conversation.platformShopId, ({ channel }) => applySetting(site, channel, conversation, setting)),
    sendCard: async (command) => {
      const found = byId.get(command.conversation.platformShopId);
      return found === undefined ? NOT_OURS : sendCard(bridge.clock, found.channel, command);
    },
  });

  return {
    shops: shops.map(({ facts }) => facts),
    listen: (listener) => openStream([...byId.values()], listener),
    fetchConversations: (shop, cursor) =>
      inShop(shop, async ({ channel, ear }) => {
        const page = await fetchConversations(reader, channel, cursor);
        if (page.ok) for (const { platformConversationId } of page.value.items) ear.learn(platformConversationId);
        return page;
      }),
    fetchNewest: (shop) =>
      inShop(shop, async ({ channel, ear }) => {
        const page = await fetchNewest(reader, channel);
        if (page.ok) for (const { platformConversationId } of page.value.items) ear.learn(platformConversationId);
        return page;
      }),
    fetchHistory: (conversation, cursor) =>
      inShop(conversation.platformShopId, ({ channel }) => fetchHistory(channel, conversation, cursor)),
    sendText: async (command) => {
      const found = byId.get(command.conversation.platformShopId);
      return found === undefined ? NOT_OURS : sendText(bridge.clock, found.channel, command);
    },
    sendImage: async (command) => {
      const found = byId.get(command.conversation.platformShopId);
      return found === undefined ? NOT_OURS : sendImage(bridge.clock, found.channel, command);
    },
    ...chat,
    // A wish that the table answers itself is refused at a shop of another login as well.
    applySetting: (conversation, setting) =>
      inShop(conversation.platformShopId, () => chat.applySetting(conversation, setting)),
    close: async () => {
      pauses.close();
      await Promise.all([...byId.values()].map(({ channel }) => channel.close()));
    },
  };
}

const NOT_OURS: SendOutcome = { kind: 'refused', refusal: refusal('shop_not_logged_in'), next: { kind: 'stop' } };
