import { CALLS } from '@pasar/api';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { openSignInStage, Seller, type SignInStage, shopFacts } from './harness/sign-in-stage.ts';

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

const startAt = async (country: string): Promise<string> => {
  const input = { marketplace: 'shopee', country, identifier: 'one@shop.example', password: 'p' };
  const answer = await one.visitor.call(CALLS.shops.startSignIn, input);
  if (answer.result === 'fail') throw new Error(String(answer.code));
  return CALLS.shops.startSignIn.output.parse(answer.data).signIn.signInId;
};

describe('one name at two sites', () => {
  test('is two logins, each with its shops', async () => {
    const { shopee } = stage;
    shopee.onSignIn = ({ credentials }) => ({
      ok: true,
      value: shopee.session([
        { ...shopFacts(credentials.country === 'SG' ? '201' : '202'), country: credentials.country },
      ]),
    });
    one = await Seller.open(stage);
    await stage.openDesk();
    const [atHome, abroad] = [await startAt('SG'), await startAt('MY')];
    expect(abroad).not.toBe(atHome);
    await one.until(atHome, 'logged_in');
    await one.until(abroad, 'logged_in');
    // a shop that is only named belongs to the login of its own site.
    const user = { user_id: '203', country: 'MY', account: 'one@shop.example' };
    expect(await one.visitor.call(CALLS.chat.saveUser, { platform: 'shopee', user })).toMatchObject({
      result: 'success',
    });
    const shops = await stage.database.owner.query(
      `select platform_shop_id, c.country from shop s join connection c using (connection_id)
       where s.account_id = $1 order by 1`,
      [one.tenant.accountId],
    );
    expect(shops.rows).toEqual([
      { platform_shop_id: '201', country: 'SG' },
      { platform_shop_id: '202', country: 'MY' },
      { platform_shop_id: '203', country: 'MY' },
    ]);
  });
});
