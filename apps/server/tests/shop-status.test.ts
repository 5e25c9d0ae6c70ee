import { CALLS } from '@pasar/api';
import { asConnectionId, asPlatformShopId, refusal } from '@pasar/domain';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { openSignInHarness, Seller, type SignInHarness } from './harness/sign-in-harness.ts';

let harness: SignInHarness;
let one: Seller;
beforeAll(async () => {
  harness = await openSignInHarness();
});
afterEach(async () => {
  one.close();
  await harness.clean();
});
afterAll(() => harness.close());

async function aShop() {
  one = await Seller.open(harness, [['171']]);
  const { connection_id: connectionId } = await one.connection(`${one.username}-0`);
  const [shopId] = one.tenant.connections[0]?.shopIds.values() ?? [];
  return { connectionId, shopId };
}

describe('the status check of a shop that this process does not serve', () => {
  test.each([
    ['live', null, true, 'shop_served_elsewhere'],
    ['catching_up', null, true, 'shop_served_elsewhere'],
    ['interrupted', 'marketplace_unreachable', true, 'marketplace_unreachable'],
    ['failed', 'captcha_needed', true, 'captcha_needed'],
    ['logging_in', null, true, 'shop_not_logged_in'],
    // The process that stored this state has died.
    ['live', null, false, 'shop_not_logged_in'],
  ])('its login is %s (%s), its lease held: %s', async (state, reason, isHeld, told) => {
    const { connectionId, shopId } = await aShop();
    await harness.database.owner.query(
      `with held as (update connection_lease set expires_at = case when $4 then 'infinity' else '-infinity' end::timestamptz
         where connection_id = $1)
       update connection set state = $2, refusal_reason = $3 where connection_id = $1`,
      [connectionId, state, reason, isHeld],
    );
    const answer = await one.visitor.call(CALLS.shops.checkStatus, { shopId });
    expect(answer).toMatchObject({ result: 'fail', code: told });
  });
});

test('an engine distinguishes a login that it serves without a session from one that it does not serve', async () => {
  const { connectionId } = await aShop();
  harness.shopee.refusedLogin = refusal('wrong_account_or_password');
  const [connection, shop] = [asConnectionId(connectionId), asPlatformShopId('171')];
  const engine = await harness.openEngine();
  expect(await engine.callShop(connection, 'affairs.shopStatus', [shop])).toBeNull();
  await harness.database.owner.query(
    `update connection_lease set holder = null, expires_at = '-infinity' where connection_id = $1`,
    [connectionId],
  );
  await one.untilConnection(`${one.username}-0`, 'failed');
  expect(await engine.callShop(connection, 'affairs.shopStatus', [shop])).toBe('no session');
});
