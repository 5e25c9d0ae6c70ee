import { refusal } from '@pasar/domain';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { openSignInHarness, PATIENT, Seller, type SignInHarness } from './harness/sign-in-harness.ts';

let harness: SignInHarness;
beforeAll(async () => {
  harness = await openSignInHarness();
});
afterEach(() => harness.clean());
afterAll(() => harness.close());

test('a failing proxy is told once, however long it fails, and again when it fails after it has worked', async () => {
  const { shopee } = harness;
  const one = await Seller.open(harness, [['52']]);
  const plain = shopee.startSession.bind(shopee);
  let isAway = true;
  shopee.startSession = async (context) => {
    const started = await plain(context);
    if (!isAway) return started;
    // More than one request meets the fault.
    for (const _ of [1, 2]) context.notify({ notice: 'ip_isolation_failed' });
    return { ok: false, refusal: refusal('ip_isolation_failed'), canRetry: false, challenge: null };
  };
  const told = () => one.window.moments.filter((moment) => moment.notice === 'ip_isolation_failed').length;
  await harness.database.owner.query(
    "update connection_lease set holder = null, expires_at = '-infinity' where account_id = $1",
    [one.tenant.accountId],
  );
  await harness.openEngine();
  await vi.waitFor(() => expect(told()).toBe(1), PATIENT);
  harness.turnClock(600_000);
  const before = shopee.asked.logins;
  await vi.waitFor(() => expect(shopee.asked.logins).toBeGreaterThan(before + 1), PATIENT);
  isAway = false;
  await one.untilConnection(`${one.username}-0`, 'live');
  expect(told()).toBe(1);
  for (const _ of [1, 2]) shopee.asked.contexts.at(-1)?.notify({ notice: 'ip_isolation_failed' });
  await vi.waitFor(() => expect(told()).toBe(2), PATIENT);
  one.close();
});
