import { CALLS } from '@pasar/api';
import { refusal } from '@pasar/domain';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { openSignInHarness, refuses, Seller, type SignInHarness, shopFacts } from './harness/sign-in-harness.ts';

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

const startAt = async (country: string, identifier = 'one@shop.example'): Promise<string> => {
  const input = { marketplace: 'shopee', country, identifier, password: 'hush' };
  const answer = await one.visitor.call(CALLS.signIn.startSignIn, input);
  if (answer.result === 'fail') throw new Error(String(answer.code));
  return CALLS.signIn.startSignIn.output.parse(answer.data).signIn.signInId;
};

describe('one name at two sites', () => {
  test('is two logins, each with its shops', async () => {
    const { shopee } = harness;
    shopee.onSignIn = ({ credentials }) => ({
      ok: true,
      value: shopee.session([
        { ...shopFacts(credentials.country === 'SG' ? '201' : '202'), country: credentials.country },
      ]),
    });
    one = await Seller.open(harness);
    await harness.openSignIns();
    const [atHome, abroad] = [await startAt('SG'), await startAt('MY')];
    expect(abroad).not.toBe(atHome);
    await one.until(atHome, 'logged_in');
    await one.until(abroad, 'logged_in');
    // A shop that is only named belongs to the login of its own site.
    const user = { user_id: '203', country: 'MY', account: 'one@shop.example' };
    expect(await one.visitor.call(CALLS.shops.saveUser, { platform: 'shopee', user })).toMatchObject({
      result: 'success',
    });
    const shops = await harness.database.owner.query(
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

test('a login at the China seller center is logged: how it went and why, never its secrets', async () => {
  const { shopee } = harness;
  shopee.onSignIn = ({ credentials: { identifier } }) =>
    identifier === 'main:in'
      ? { ok: true, value: shopee.session([shopFacts('211')]) }
      : refuses(refusal('account_frozen', 'in its own words'));
  one = await Seller.open(harness);
  await harness.openSignIns();
  await one.until(await startAt('CNSC', 'main:in'), 'logged_in');
  await one.until(await startAt('CNSC', 'main:out'), 'failed');
  await one.until(await startAt('SG'), 'failed');
  const logged = await harness.database.owner.query(
    'select kind, payload from client_report where account_id = $1 order by created_at, report_id',
    [one.tenant.accountId],
  );
  expect(logged.rows).toEqual([
    { kind: 'cnsc_login', payload: { cnscAccountId: 'main:in', isSuccess: true } },
    { kind: 'cnsc_login', payload: { cnscAccountId: 'main:out', isSuccess: false, reason: 'account_frozen' } },
  ]);
});
