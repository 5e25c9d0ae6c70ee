/** Puts a simulator together from one world, its faults, the control API, three marketplaces and a mail server. */
import { join } from 'node:path';
import { createChatter, everyInterval } from './control/chatter.ts';
import { createControl } from './control/server.ts';
import { Letterbox } from './letters/letterbox.ts';
import { startMailServer } from './letters/mail-server.ts';
import { listenOnLoopback } from './listener.ts';
import { type EndpointDescription, endpointsOf } from './provenance.ts';
import { createDemands } from './world/demand-board.ts';
import { createFaults } from './world/faults.ts';
import { holdDirectory } from './world/journal-lock.ts';
import { initialDemands } from './world/seed-plan-later.ts';
import { createTradeBook } from './world/trade-book.ts';
import type { ChatHands, Marketplace, MarketplaceServer, MarketplaceServerOptions } from './world/types.ts';
import { createWorld } from './world/world.ts';

export interface SimulatorOptions {
  /** Port of the control API; the marketplaces use the next three ports, and the mail server the one after. 0: free ports. */
  readonly port: number;
  /** The folder of the journal, for one simulator at a time. */
  readonly dataDirectory: string;
  readonly seed: string;
  /** The clock of orders, messages and faults, in milliseconds since the epoch; by default that of the machine. */
  readonly now?: () => number;
  /** True: orders live on with the clock. By default they stand still until the control API lets time pass. */
  readonly doOrdersLive?: boolean;
  /** How many messages a minute buyers write of their own accord, until the control API says otherwise. By default none. */
  readonly messagesPerMinute?: number;
  readonly tokenLifeMs: number;
  /** Constants that a marketplace's web client holds; these values are invented. */
  readonly keys: { readonly appKey: string; readonly salt: string };
}
export interface Simulator {
  readonly controlOrigin: string;
  readonly origins: Readonly<Record<Marketplace, string>>;
  /** Where mails are sent, with the login: for PASAR_SMTP_URL. */
  readonly mailUrl: string;
  close(): Promise<void>;
}
export interface MarketplaceKind {
  readonly start: (options: MarketplaceServerOptions) => Promise<MarketplaceServer>;
  readonly endpoints: readonly EndpointDescription[];
}

/** Collects closing steps; they run in reverse order, all of them even when one fails. */
function createUndo() {
  const steps: (() => void | Promise<void>)[] = [];
  return {
    add(step: () => void | Promise<void>): void {
      steps.push(step);
    },
    async run(): Promise<void> {
      const errors: unknown[] = [];
      for (const step of steps.splice(0).reverse()) {
        try {
          await step();
        } catch (error) {
          errors.push(error);
        }
      }
      if (errors.length > 0) throw new AggregateError(errors, 'the simulator did not close cleanly');
    },
  };
}

async function compose(
  {
    port,
    dataDirectory,
    seed,
    now = Date.now,
    doOrdersLive = false,
    messagesPerMinute = 0,
    tokenLifeMs,
    keys,
  }: SimulatorOptions,
  kinds: Readonly<Record<Marketplace, MarketplaceKind>>,
  undo: ReturnType<typeof createUndo>,
): Promise<Simulator> {
  const listener = await listenOnLoopback(port);
  undo.add(() => listener.close());
  undo.add(holdDirectory(dataDirectory));
  const journalPath = join(dataDirectory, 'journal.jsonl');
  const world = createWorld({ seed, journalPath, now, pictureOrigin: listener.origin });
  undo.add(() => world.close());
  const faults = createFaults({ now });
  const trade = createTradeBook(world, doOrdersLive ? now : null);
  const demands = createDemands({ now, aside: world.aside, initial: initialDemands });

  const hands = new Map<Marketplace, ChatHands>();
  const start = async (marketplace: Marketplace, offset: number): Promise<string> => {
    const own = port === 0 ? 0 : port + offset;
    const server = await kinds[marketplace].start({
      world,
      faults,
      trade,
      demands,
      now,
      tokenLifeMs,
      keys,
      port: own,
      mediaDirectory: join(dataDirectory, 'media', marketplace),
    });
    undo.add(() => server.close());
    if (server.hands !== undefined) hands.set(marketplace, server.hands);
    return server.origin;
  };
  const origins = {
    shopee: await start('shopee', 1),
    lazada: await start('lazada', 2),
    tiktok: await start('tiktok', 3),
  };

  const letterbox = new Letterbox(now);
  const mail = await startMailServer(letterbox, port === 0 ? 0 : port + 4);
  undo.add(() => mail.close());
  const chatter = createChatter(world, everyInterval);
  chatter.start({ ratePerMinute: messagesPerMinute, marketplace: null });
  undo.add(() => chatter.stop());
  const control = await createControl({
    world,
    faults,
    trade,
    demands,
    hands,
    chatter,
    letterbox,
    endpoints: [
      ...endpointsOf('shopee', kinds.shopee.endpoints),
      ...endpointsOf('lazada', kinds.lazada.endpoints),
      ...endpointsOf('tiktok', kinds.tiktok.endpoints),
    ],
  });
  undo.add(() => control.close());
  listener.serve(control.handle);
  return { controlOrigin: listener.origin, origins, mailUrl: mail.url, close: () => undo.run() };
}

/**
 * Starts everything. Rejects with EADDRINUSE when a port is taken, with DirectoryRefused when another simulator uses
 * the data, and with a WorldError when the journal cannot be used; then nothing stays open.
 */
export async function composeSimulator(
  options: SimulatorOptions,
  kinds: Readonly<Record<Marketplace, MarketplaceKind>>,
): Promise<Simulator> {
  const undo = createUndo();
  try {
    return await compose(options, kinds, undo);
  } catch (error) {
    await undo.run();
    throw error;
  }
}
