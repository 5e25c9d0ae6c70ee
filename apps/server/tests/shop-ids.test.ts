import type { ShopFacts } from '@pasar/connector-kit';
import { asPlatformShopId } from '@pasar/domain';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { refreshShopFacts } from '../src/engine/connection/shop-facts.ts';
import type { OwnedConnection } from '../src/engine/ingest/types.ts';
import { makeTenant, openTestDatabase, type TestDatabase } from './harness/database.ts';
import { openRunnerContext } from './harness/runner.ts';
import { ScriptedConnector } from './harness/scripted-connector.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

test('the ids of user, merchant and sub-account are stored from the session, and kept where the session names none', async () => {
  const tenant = await makeTenant(database, 'ids@x', [['11', '12']]);
  const [owner] = tenant.connections as [OwnedConnection];
  const connector = new ScriptedConnector();
  const context = openRunnerContext(database, owner, connector);
  const facts = (id: string, more: Partial<ShopFacts>): ShopFacts => ({
    platformShopId: asPlatformShopId(id),
    userId: null,
    name: id,
    country: 'SG',
    isCb: true,
    merchantId: null,
    accountId: null,
    ...more,
  });
  const stored = async () => {
    const found = await database.owner.query(
      `select platform_shop_id, shop_user_id, merchant_id, sub_account_id from shop join connection using (connection_id)
       where connection_id = $1 order by platform_shop_id`,
      [owner.connectionId],
    );
    return found.rows;
  };
  const told = [
    { platform_shop_id: '11', shop_user_id: '911', merchant_id: '70', sub_account_id: '5' },
    { platform_shop_id: '12', shop_user_id: '912', merchant_id: '70', sub_account_id: '5' },
  ];
  const all = { merchantId: '70', accountId: '5' };
  const { signal } = new AbortController();
  connector.shops = [facts('11', { ...all, userId: '911' }), facts('12', { ...all, userId: '912' })];
  await refreshShopFacts(context, connector.session(), signal);
  expect(await stored()).toEqual(told);
  connector.shops = [facts('11', {}), facts('12', {})];
  await refreshShopFacts(context, connector.session(), signal);
  expect(await stored()).toEqual(told);
  await context.batcher.close();
});
