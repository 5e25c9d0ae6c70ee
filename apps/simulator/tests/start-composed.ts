/** A simulator with marketplaces that do nothing, for tests of the control API and the phone. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { composeSimulator, type MarketplaceKind, type Simulator } from '../src/compose.ts';
import type { Marketplace, MarketplaceServerOptions } from '../src/world/types.ts';

export interface Composed {
  readonly simulator: Simulator;
  /** The options that the last marketplace got. */
  readonly given: MarketplaceServerOptions;
  readonly closed: readonly string[];
  close(): Promise<void>;
}

/** `real`: real servers in place of the marketplaces that do nothing. */
export async function startComposed(
  real: Partial<Readonly<Record<Marketplace, MarketplaceKind>>> = {},
): Promise<Composed> {
  const dataDirectory = mkdtempSync(join(tmpdir(), 'simulator-'));
  const closed: string[] = [];
  const given: MarketplaceServerOptions[] = [];
  const idle = (name: string): MarketplaceKind => ({
    start: async (options) => {
      given.push(options);
      return {
        origin: `http://${name}.invalid`,
        close: async () => {
          closed.push(name);
        },
      };
    },
    endpoints: [{ method: 'GET', path: `/${name}`, provenance: 'ours' }],
  });
  const simulator = await composeSimulator(
    { port: 0, dataDirectory, seed: 'test', tokenLifeMs: 60_000, keys: { appKey: 'key', salt: 'salt' } },
    { shopee: idle('shopee'), lazada: idle('lazada'), tiktok: idle('tiktok'), ...real },
  );
  const [last] = given.slice(-1);
  if (last === undefined) throw new Error('no marketplace was started');
  return {
    simulator,
    given: last,
    closed,
    async close() {
      await simulator.close();
      rmSync(dataDirectory, { recursive: true });
    },
  };
}
