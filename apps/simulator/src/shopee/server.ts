/** Shopee as a real server: seller centre, cross-border centre, webchat and its socket on one port. */
import formbody from '@fastify/formbody';
import Fastify from 'fastify';
import type { MarketplaceServer, MarketplaceServerOptions } from '../world/types.ts';
import { createAccounts } from './accounts.ts';
import { type ShopeeContext, strike } from './context.ts';
import { CHAT_ROUTES, OPEN_ROUTES } from './endpoints.ts';
import { acceptJson, registerChatRoutes, registerOpenRoutes } from './http.ts';
import { publishPushes } from './pushes.ts';
import { attachSockets, type ChatSockets } from './socket.ts';

/** Faults that act the moment they are added. */
function actOnFaults(context: ShopeeContext, sockets: ChatSockets): () => void {
  return context.faults.onAdded(({ kind, marketplace, shopId }) => {
    if (marketplace !== 'shopee') return;
    if (kind === 'tokenExpired') {
      sockets.dismiss(context.accounts.expire(shopId));
      strike(context, kind, shopId);
    }
    // With no socket open it strikes the next one that opens.
    if (kind === 'socketDropped' && sockets.drop(shopId)) strike(context, kind, shopId);
  });
}

function createTimers(): { readonly later: ShopeeContext['later']; readonly clear: () => void } {
  const timers = new Set<NodeJS.Timeout>();
  return {
    later(delayMs, run) {
      const timer = setTimeout(() => {
        timers.delete(timer);
        run();
      }, delayMs);
      timers.add(timer);
    },
    clear() {
      for (const timer of timers) clearTimeout(timer);
      timers.clear();
    },
  };
}

export async function startShopee(options: MarketplaceServerOptions): Promise<MarketplaceServer> {
  const { world, faults, tokenLifeMs, keys, port } = options;
  const timers = createTimers();
  const context: ShopeeContext = {
    world,
    faults,
    accounts: createAccounts(world, keys.salt, tokenLifeMs, Date.now),
    now: Date.now,
    later: timers.later,
    withoutKey: new Set(),
  };
  // Calls left hanging by a fault must not keep the server from closing.
  const app = Fastify({ forceCloseConnections: true, routerOptions: { ignoreTrailingSlash: true } });
  await app.register(formbody);
  acceptJson(app);
  registerOpenRoutes(app, context, OPEN_ROUTES);
  registerChatRoutes(app, context, CHAT_ROUTES);
  const sockets = attachSockets(app.server, context);
  const stops = [publishPushes(context, sockets), actOnFaults(context, sockets)];

  const origin = await app.listen({ host: '127.0.0.1', port });
  return {
    origin,
    async close() {
      for (const stop of stops) stop();
      timers.clear();
      sockets.close();
      await app.close();
    },
  };
}
