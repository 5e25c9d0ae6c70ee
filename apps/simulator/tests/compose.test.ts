import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { composeSimulator, type MarketplaceKind } from '../src/compose.ts';
import { startComposed } from './start-composed.ts';

test('marketplaces share one world and one set of constants, and are closed with the simulator', async () => {
  const composed = await startComposed();
  const { controlOrigin, origins } = composed.simulator;
  expect(origins).toEqual({
    shopee: 'http://shopee.invalid',
    lazada: 'http://lazada.invalid',
    tiktok: 'http://tiktok.invalid',
  });
  expect(composed.given).toMatchObject({ tokenLifeMs: 60_000, port: 0, keys: { appKey: 'key', salt: 'salt' } });
  const [shop] = composed.given.world.shops;
  if (shop === undefined) throw new Error('no shop');
  const faces = composed.given.world
    .conversations(shop.marketplace, shop.shopId)
    .flatMap(({ buyer }) => (buyer.avatarUrl === null ? [] : [buyer.avatarUrl]));
  expect((await fetch(faces[0] ?? '')).status).toBe(200);
  await composed.close();
  expect(composed.closed).toEqual(['tiktok', 'lazada', 'shopee']);
  await expect(fetch(`${controlOrigin}/sim/health`)).rejects.toThrow();
});

test('when a marketplace cannot start, the others are closed', async () => {
  const dataDirectory = mkdtempSync(join(tmpdir(), 'simulator-'));
  const closed: string[] = [];
  const good: MarketplaceKind = {
    start: async () => ({ origin: 'http://good.invalid', close: async () => void closed.push('good') }),
    endpoints: [],
  };
  const bad: MarketplaceKind = { start: () => Promise.reject(new Error('no such luck')), endpoints: [] };
  const options = { port: 0, dataDirectory, seed: 'test', tokenLifeMs: 1, keys: { appKey: '', salt: '' } };
  try {
    await expect(composeSimulator(options, { shopee: good, lazada: good, tiktok: bad })).rejects.toThrow(
      'no such luck',
    );
    expect(closed).toEqual(['good', 'good']);
    expect(existsSync(join(dataDirectory, 'journal.jsonl'))).toBe(true);
  } finally {
    rmSync(dataDirectory, { recursive: true });
  }
});
