/**
 * TikTok Shop as a server: seller site, chat calls, chat socket. The provenance of each endpoint is in `endpoints.ts`.
 */
import { type Listener, listenOnLoopback } from '../listener.ts';
import type { MarketplaceServer, MarketplaceServerOptions } from '../world/types.ts';
import { createAccounts } from './accounts.ts';
import type { TiktokContext } from './context.ts';
import { createHands } from './hands.ts';
import { createHttp } from './http.ts';
import { createImChat } from './im-chat.ts';
import { createLoginProgress } from './login-progress.ts';
import { MEDIA_PATH } from './media-api.ts';
import { createPictures } from './pictures.ts';
import { isOutOfReach } from './send-limits.ts';
import { fillingCards } from './sent-cards.ts';
import { createSockets, SOCKET_PATH } from './sockets.ts';
import { createSellerTyping } from './typing.ts';

/** `later` runs once after the delay unless `stop` is called earlier. */
function createTimers() {
  const timers = new Set<NodeJS.Timeout>();
  return {
    later: (delayMs: number, run: () => void): void => {
      const timer = setTimeout(() => {
        timers.delete(timer);
        run();
      }, delayMs);
      timers.add(timer);
    },
    stop: (): void => {
      for (const timer of timers) clearTimeout(timer);
    },
  };
}

/** Rejects when the port is taken, or when the journal has notes of an unknown shape; then nothing stays open. */
export async function startTiktok(options: MarketplaceServerOptions): Promise<MarketplaceServer> {
  const listener = await listenOnLoopback(options.port);
  try {
    return await serveOn(listener, options);
  } catch (error) {
    await listener.close();
    throw error;
  }
}

async function serveOn(listener: Listener, options: MarketplaceServerOptions): Promise<MarketplaceServer> {
  const { world, faults, trade, demands, now = Date.now, keys, tokenLifeMs, mediaDirectory = null } = options;
  const { host } = new URL(listener.origin);
  const timers = createTimers();
  const ground = {
    world,
    faults,
    now,
    fillCard: fillingCards(trade, listener.origin),
    isOutOfReach: (shopId: string, buyerId: string) => isOutOfReach({ world, faults, trade, now }, shopId, buyerId),
  };
  const mediaBaseUrl = `${listener.origin}${MEDIA_PATH}`;
  const im = createImChat({ ground, secret: keys.salt, mediaBaseUrl, mediaDirectory });
  const context: TiktokContext = {
    ...ground,
    keys,
    trade,
    demands,
    progress: createLoginProgress(demands),
    pictures: createPictures(mediaDirectory),
    accounts: createAccounts(world, tokenLifeMs, now),
    im,
    typing: createSellerTyping(now),
    seats: new Set(),
    later: timers.later,
    origin: () => listener.origin,
    wsUrl: () => `ws://${host}${SOCKET_PATH}`,
    apiUrl: () => `http://${host}/`,
  };
  const app = await createHttp(context);
  const sockets = createSockets(context);
  listener.serve((request, response) => app.routing(request, response));
  listener.serveSockets(sockets.upgrade);
  return {
    origin: listener.origin,
    hands: createHands(context),
    close: async () => {
      timers.stop();
      im.close();
      sockets.close();
      await listener.close();
      await app.close();
    },
  };
}
