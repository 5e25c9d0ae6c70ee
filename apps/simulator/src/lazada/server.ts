/** Lazada as a real server: seller site, signed gateway and push socket on one port. */
import formbody from '@fastify/formbody';
import Fastify from 'fastify';
import type { MarketplaceServer, MarketplaceServerOptions } from '../world/types.ts';
import { createAccounts } from './accounts.ts';
import { type AccsSockets, attachAccs } from './accs.ts';
import { type LazadaContext, strike } from './context.ts';
import { registerGateway } from './gateway.ts';
import { registerLogin } from './login.ts';
import { createMediaStore } from './media-store.ts';
import { publishNews } from './news.ts';
import { registerSellerSite } from './seller-site.ts';
import { createSettings } from './settings.ts';
import { createSyncLog } from './sync-log.ts';

/** Carries out the faults that act at the moment they are added. */
function actOnFaults(context: LazadaContext, sockets: AccsSockets): () => void {
  return context.faults.onAdded(({ kind, marketplace, shopId }) => {
    if (marketplace !== 'lazada') return;
    if (kind === 'tokenExpired') {
      context.accounts.expire(shopId);
      strike(context, kind, shopId);
    }
    // Without an open socket the fault stays and strikes the next socket that opens.
    if (kind === 'socketDropped' && sockets.drop(shopId)) strike(context, kind, shopId);
  });
}

function createTimers(): { readonly later: LazadaContext['later']; readonly clear: () => void } {
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

export async function startLazada(options: MarketplaceServerOptions): Promise<MarketplaceServer> {
  const { world, faults, trade, demands, now = Date.now, tokenLifeMs, keys, port, mediaDirectory } = options;
  const timers = createTimers();
  let origin = '';
  const context: LazadaContext = {
    world,
    faults,
    trade,
    demands,
    media: createMediaStore(mediaDirectory ?? null, tokenLifeMs, now),
    settings: createSettings(world),
    origin: () => origin,
    accounts: createAccounts(world, tokenLifeMs, now),
    news: createSyncLog(now),
    appKey: keys.appKey,
    now,
    later: timers.later,
  };
  // Otherwise calls that a fault left hanging would keep the server from closing.
  const app = Fastify({ forceCloseConnections: true, routerOptions: { ignoreTrailingSlash: true } });
  await app.register(formbody);
  registerLogin(app, context);
  registerSellerSite(app, context);
  registerGateway(app, context);
  const sockets = attachAccs(app.server, context);
  const stops = [publishNews(context, sockets), actOnFaults(context, sockets)];

  origin = await app.listen({ host: '127.0.0.1', port });
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
