/** Shopee as a real server: seller centre, cross-border centre, webchat and its socket on one port. */
import Fastify from 'fastify';
import type { MarketplaceServer, MarketplaceServerOptions } from '../world/types.ts';
import { createAccounts } from './accounts.ts';
import { acceptBodies } from './body-parsers.ts';
import { createChatMarks } from './chat-marks.ts';
import { type ShopeeContext, strike } from './context.ts';
import { CHAT_ROUTES, OPEN_ROUTES } from './endpoints.ts';
import { createBlobs } from './file-blobs.ts';
import { registerChatRoutes, registerOpenRoutes } from './http.ts';
import { createLoginProgress } from './login-demands.ts';
import { publishPushes } from './pushes.ts';
import { attachSockets, type ChatSockets } from './socket.ts';

/** Carries out the faults that act at the moment they are added. */
function actOnFaults(context: ShopeeContext, sockets: ChatSockets): () => void {
  return context.faults.onAdded(({ kind, marketplace, shopId }) => {
    if (marketplace !== 'shopee') return;
    if (kind === 'tokenExpired') {
      sockets.dismiss(context.accounts.expire(shopId));
      strike(context, kind, shopId);
    }
    // Without an open socket the fault stays and strikes the next socket that opens.
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
  const { world, faults, trade, demands, now = Date.now, tokenLifeMs, keys, port, mediaDirectory } = options;
  const timers = createTimers();
  const context: ShopeeContext = {
    world,
    faults,
    trade,
    demands,
    accounts: createAccounts(world, keys.salt, tokenLifeMs, now),
    progress: createLoginProgress(demands),
    marks: createChatMarks(world),
    blobs: createBlobs(mediaDirectory),
    videos: new Map(),
    signatureKey: keys.appKey,
    now,
    later: timers.later,
    withoutKey: new Set(),
  };
  // Otherwise calls that a fault left hanging would keep the server from closing.
  const app = Fastify({ forceCloseConnections: true, routerOptions: { ignoreTrailingSlash: true } });
  const textOf = acceptBodies(app);
  registerOpenRoutes(app, context, textOf, OPEN_ROUTES);
  registerChatRoutes(app, context, textOf, CHAT_ROUTES);
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
