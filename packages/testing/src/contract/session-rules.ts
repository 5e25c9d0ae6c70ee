import { expect, it } from 'vitest';
import { z } from 'zod';
import type { Stage } from './stage.ts';
import { value } from './stage.ts';

/** Starting a session: the stored session first, then the password; and the refusals. */
export function sessionRules(stage: () => Stage): void {
  it('CK-L1 starts from identifier and password, names its shops and asks to keep the session', async () => {
    const { login } = stage();
    const { outcome, stored } = await stage().tryOpen(login);
    const session = value(outcome);
    expect(session.shops.map(({ platformShopId }) => platformShopId).sort()).toEqual([...login.shopIds].sort());
    for (const { name } of session.shops) expect(name).not.toBe('');
    expect(stored.at(-1)?.session).toEqual(expect.any(String));
  });

  it('CK-L2 starts from the stored session without the password', async () => {
    const { login } = stage();
    const { stored } = await stage().tryOpen(login);
    const again = await stage().tryOpen(login, { stored: stored.at(-1), password: 'not the password' });
    expect(value(again.outcome).shops).toHaveLength(login.shopIds.length);
  });

  it('CK-L3 falls back to the password when the stored session has ended', async () => {
    const { login, harness } = stage();
    const { stored } = await stage().tryOpen(login);
    const shopId = stage().shopOf(login);
    const fault = { kind: 'tokenExpired', marketplace: harness.marketplace, shopId, count: 1 };
    await stage().control.faultIsSpent(await stage().control.addFault(fault));
    const refused = await stage().tryOpen(login, { stored: stored.at(-1), password: 'not the password' });
    expect(refused.outcome).toMatchObject({ ok: false });
    value((await stage().tryOpen(login, { stored: stored.at(-1) })).outcome);
  });

  it('CK-L4 refuses a wrong password for good', async () => {
    const { outcome } = await stage().tryOpen(stage().login, { password: 'not the password' });
    expect(outcome).toMatchObject({ ok: false, refusal: { reason: 'wrong_account_or_password' }, canRetry: false });
  });

  it('CK-L7 sends no password where it is forbidden, and asks no person', async () => {
    const { login, harness } = stage();
    const { stored } = await stage().tryOpen(login);
    const careful = { stored: stored.at(-1), password: 'not the password', mayUsePassword: false };
    value((await stage().tryOpen(login, careful)).outcome);
    const refused = { ok: false, refusal: { reason: 'verification_needed' }, canRetry: false, challenge: null };
    const fresh = await stage().tryOpen(login, { ...careful, stored: undefined });
    expect(fresh.outcome).toMatchObject(refused);
    const fault = { kind: 'tokenExpired', marketplace: harness.marketplace, shopId: stage().shopOf(login), count: 1 };
    await stage().control.faultIsSpent(await stage().control.addFault(fault));
    expect((await stage().tryOpen(login, careful)).outcome).toMatchObject(refused);
  });

  it('CK-L8 does not log in by the cookies of the device alone', async () => {
    const { login, connector } = stage();
    const { stored } = await stage().tryOpen(login);
    const jar = jarShape.parse(JSON.parse(stored.at(-1)?.cookies ?? ''));
    const cookies = jar.cookies.filter(({ key }) => connector.deviceCookies.includes(key));
    expect(cookies.length).toBeLessThan(jar.cookies.length);
    const known = { session: null, cookies: JSON.stringify({ ...jar, cookies }) };
    const { outcome } = await stage().tryOpen(login, { stored: known, password: 'not the password' });
    expect(outcome).toMatchObject({ ok: false, refusal: { reason: 'wrong_account_or_password' } });
    value((await stage().tryOpen(login, { stored: known })).outcome);
  });

  it('CK-L5 reports that a retry is possible when the marketplace does not answer', async () => {
    const { login } = stage();
    const dead = stage().harness.createConnector({
      origins: { shopee: DEAD_ORIGIN, lazada: DEAD_ORIGIN, tiktok: DEAD_ORIGIN },
      keys: { appKey: '', salt: '' },
    });
    const { outcome } = await stage().tryOpen(login, {}, dead);
    expect(outcome).toMatchObject({ ok: false, refusal: { reason: 'marketplace_unreachable' }, canRetry: true });
  });
}

const jarShape = z.looseObject({ cookies: z.array(z.looseObject({ key: z.string() })) });

/** Port 9 (discard) of this machine: no program listens there, so a connection is refused at once. */
const DEAD_ORIGIN = 'http://127.0.0.1:9';
