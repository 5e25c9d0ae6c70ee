import { z } from 'zod';
import { startShopee } from '../../../apps/simulator/src/shopee/server.ts';
import { createDemands } from '../../../apps/simulator/src/world/demand-board.ts';
import { createFaults } from '../../../apps/simulator/src/world/faults.ts';
import type { ShopTrade, TradeBook } from '../../../apps/simulator/src/world/trade.ts';
import { answerParent } from './child.ts';
import { APP_KEY, buyerIdOf, CONVERSATIONS_EACH, shopIdOf, textOf } from './crowd.ts';
import { createCrowdWorld } from './crowd-world.ts';

/**
 * The simulator's Shopee server as a process of its own, with a crowd of logins; buyers write at the pace that the
 * bench asks.
 */
const environment = z.object({
  CROWD_CONNECTIONS: z.coerce.number().int().positive(),
  CROWD_PORT: z.coerce.number().int().nonnegative(),
});
const { CROWD_CONNECTIONS, CROWD_PORT } = environment.parse(process.env);
/** Long, so that no idle connection renews its token during a run. */
const TOKEN_LIFE_MS = 3_600_000;
const TURN_MS = 10;

const world = createCrowdWorld(CROWD_CONNECTIONS);
const NOTHING = {} as ShopTrade;
const trade: TradeBook = {
  // A crowd trades nothing, and a text that is sent asks for nothing of it.
  of: () => NOTHING,
  apply: () => false,
  nextMoment: () => 0,
  passTime: () => undefined,
};
const now = Date.now;
const server = await startShopee({
  world,
  faults: createFaults({ now }),
  trade,
  demands: createDemands({ now, aside: { entries: [], append: () => undefined }, initial: () => null }),
  tokenLifeMs: TOKEN_LIFE_MS,
  keys: { appKey: APP_KEY, salt: 'crowd-salt' },
  port: CROWD_PORT,
});

let written = 0;
function write(login: number): void {
  world.post({
    marketplace: 'shopee',
    shopId: shopIdOf(login),
    buyerId: buyerIdOf(login, written % CONVERSATIONS_EACH),
    from: 'buyer',
    kind: 'text',
    content: { text: textOf(login, written, now()) },
    idempotencyKey: null,
    honoursKey: true,
  });
  written += 1;
}

const paced = z.object({
  logins: z.array(z.number().int()),
  perSecond: z.number().positive(),
  count: z.number().int(),
});
/**
 * Writes for the logins in turn, `perSecond` messages a second in total; resolves with the number of messages written.
 */
function writePaced(about: unknown): Promise<number> {
  const { logins, perSecond, count } = paced.parse(about);
  const startedAt = performance.now();
  let done = 0;
  return new Promise((resolve) => {
    const turn = () => {
      const due = Math.min(count, Math.floor(((performance.now() - startedAt) / 1_000) * perSecond));
      for (; done < due; done += 1) write(logins[done % logins.length] ?? 0);
      if (done < count) setTimeout(turn, TURN_MS);
      else resolve(done);
    };
    turn();
  });
}

answerParent({ origin: () => server.origin, write: writePaced }, () => server.close());
