import { CALLS } from '@pasar/api';
import { asConnectionId, asPlatformShopId, refusal } from '@pasar/domain';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { openSignInStage, Seller, type SignInStage } from './harness/sign-in-stage.ts';

let stage: SignInStage;
let one: Seller;
beforeAll(async () => {
  stage = await openSignInStage();
});
afterEach(async () => {
  one.close();
  await stage.clean();
});
afterAll(() => stage.close());

async function aShop() {
  one = await Seller.open(stage, [['171']]);
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
    // whoever wrote that died.
    ['live', null, false, 'shop_not_logged_in'],
  ])('its login is %s (%s), its lease held: %s', async (state, reason, isHeld, told) => {
    const { connectionId, shopId } = await aShop();
    await stage.database.owner.query(
      `with held as (update connection_lease set expires_at = case when $4 then 'infinity' else '-infinity' end::timestamptz
         where connection_id = $1)
       update connection set state = $2, refusal_reason = $3 where connection_id = $1`,
      [connectionId, state, reason, isHeld],
    );
    const answer = await one.visitor.call(CALLS.shops.checkStatus, { shopId });
    expect(answer).toMatchObject({ result: 'fail', code: told });
  });
});

test('an engine tells a login that it serves without a session from one that it does not serve', async () => {
  const { connectionId } = await aShop();
  stage.shopee.refusedLogin = refusal('wrong_account_or_password');
  const [connection, shop] = [asConnectionId(connectionId), asPlatformShopId('171')];
  const engine = await stage.openEngine();
  expect(await engine.callShop(connection, 'affairs.shopStatus', [shop])).toBeNull();
  await stage.database.owner.query(
    `update connection_lease set holder = null, expires_at = '-infinity' where connection_id = $1`,
    [connectionId],
  );
  await one.untilConnection(`${one.username}-0`, 'failed');
  expect(await engine.callShop(connection, 'affairs.shopStatus', [shop])).toBe('no session');
});
