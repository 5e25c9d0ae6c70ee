/** A login at TikTok Shop, with a channel to each shop it serves. */
import type { Bridge } from '@pasar/bridge';
import type { ConnectorSession, Outcome } from '@pasar/connector-kit';
import { type PlatformShopId, refusal } from '@pasar/domain';
import type { ShopAccess } from './auth/shop-access.ts';
import { createChannel } from './chat/channel.ts';
import type { TiktokConfig } from './config.ts';
import { fetchConversations, fetchHistory, type Reader } from './inbound/fetch.ts';
import { createShopMemory, openStream, type StreamShop } from './inbound/stream.ts';
import { sendText } from './outbound/send.ts';
import { applySetting, reopen, showTyping } from './outbound/settings.ts';
import { ok, refused } from './outcome.ts';
import type { SellerSite } from './site.ts';

export function createSession(
  bridge: Bridge,
  config: TiktokConfig,
  site: SellerSite,
  shops: readonly ShopAccess[],
): ConnectorSession {
  const reader: Reader = { bridge, site, buyers: new Map() };
  const byId = new Map<PlatformShopId, StreamShop>(
    shops.map((shop) => [
      shop.facts.platformShopId,
      { channel: createChannel(bridge, config, site, shop), memory: createShopMemory() },
    ]),
  );
  const inShop = async <Value>(
    shop: PlatformShopId,
    use: (found: StreamShop) => Promise<Outcome<Value>>,
  ): Promise<Outcome<Value>> => {
    const found = byId.get(shop);
    return found === undefined ? refused('not_found', 'the login does not serve this shop') : use(found);
  };

  return {
    shops: shops.map(({ facts }) => facts),
    listen: (listener) => openStream([...byId.values()], listener),
    fetchConversations: (shop, cursor) =>
      inShop(shop, async ({ channel, memory }) => {
        const page = await fetchConversations(reader, channel, cursor);
        if (!page.ok) return page;
        const { perUserCursor, ...rest } = page.value;
        if (cursor === null) memory.caughtUp(perUserCursor);
        for (const { platformConversationId } of rest.items) memory.learn(platformConversationId);
        return ok(rest);
      }),
    fetchHistory: (conversation, cursor) =>
      inShop(conversation.platformShopId, ({ channel }) => fetchHistory(reader, channel, conversation, cursor)),
    sendText: async (command) => {
      const found = byId.get(command.conversation.platformShopId);
      if (found === undefined) {
        return { kind: 'refused', refusal: refusal('shop_not_logged_in'), next: { kind: 'stop' } };
      }
      return sendText(bridge, found.channel, found.memory, command);
    },
    reopen: (conversation) => inShop(conversation.platformShopId, ({ channel }) => reopen(site, channel, conversation)),
    showTyping: (conversation, isTyping) =>
      inShop(conversation.platformShopId, ({ channel }) => showTyping(channel, conversation, isTyping)),
    applySetting: (conversation, setting) =>
      inShop(conversation.platformShopId, ({ channel }) => applySetting(bridge, site, channel, conversation, setting)),
    close: async () => {
      for (const { channel } of byId.values()) channel.close();
    },
  };
}
