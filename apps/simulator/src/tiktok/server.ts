/**
 * TikTok Shop as a server: seller site, chat calls, chat socket. Provenance of each endpoint is in `endpoints.ts`.
 */
import type { MarketplaceServer, MarketplaceServerOptions } from '../world/types.ts';
import { createAccounts } from './accounts.ts';
import type { TiktokContext } from './context.ts';
import { createHttp } from './http.ts';
import { createPlaces } from './places.ts';
import { createSockets, SOCKET_PATH } from './sockets.ts';

const HOST = '127.0.0.1';

export async function startTiktok(options: MarketplaceServerOptions): Promise<MarketplaceServer> {
  const { world, faults, keys, tokenLifeMs } = options;
  const timers = new Set<NodeJS.Timeout>();
  let host = '';
  const context: TiktokContext = {
    world,
    faults,
    keys,
    accounts: createAccounts(world, tokenLifeMs, Date.now),
    places: createPlaces(world),
    now: Date.now,
    later: (delayMs, run) => {
      const timer = setTimeout(() => {
        timers.delete(timer);
        run();
      }, delayMs);
      timers.add(timer);
    },
    wsUrl: () => `ws://${host}${SOCKET_PATH}`,
    apiUrl: () => `http://${host}/`,
  };
  const app = await createHttp(context);
  const sockets = createSockets(context);
  app.server.on('upgrade', sockets.upgrade);
  const origin = await app.listen({ host: HOST, port: options.port });
  host = new URL(origin).host;
  return {
    origin,
    close: async () => {
      for (const timer of timers) clearTimeout(timer);
      sockets.close();
      // calls that are never answered would keep the server open
      app.server.closeAllConnections();
      await app.close();
    },
  };
}
