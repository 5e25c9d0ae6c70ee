import { expect, it } from 'vitest';
import { z } from 'zod';
import type { ContractHarness } from './harness.ts';
import { value } from './harness.ts';
import { RequestLog } from './request-log.ts';

/** Starting a session: the stored session first, then the password; and the refusals. */
export function sessionRules(harness: () => ContractHarness): void {
  it('CK-L1 starts from identifier and password, names its shops and asks to keep the session', async () => {
    const { login } = harness();
    const { outcome, stored } = await harness().tryOpen(login);
    const session = value(outcome);
    expect(session.shops.map(({ platformShopId }) => platformShopId).sort()).toEqual([...login.shopIds].sort());
    for (const { name } of session.shops) expect(name).not.toBe('');
    expect(stored.at(-1)?.session).toEqual(expect.any(String));
  });

  it('CK-L2 starts from the stored session without the password', async () => {
    const { login } = harness();
    const { stored } = await harness().tryOpen(login);
    const again = await harness().tryOpen(login, { stored: stored.at(-1), password: 'not the password' });
    expect(value(again.outcome).shops).toHaveLength(login.shopIds.length);
  });

  it('CK-L3 falls back to the password when the stored session has ended', async () => {
    const { login, subject } = harness();
    const { stored } = await harness().tryOpen(login);
    const shopId = harness().shopOf(login);
    const fault = { kind: 'tokenExpired', marketplace: subject.marketplace, shopId, count: 1 };
    await harness().control.faultIsSpent(await harness().control.addFault(fault));
    const refused = await harness().tryOpen(login, { stored: stored.at(-1), password: 'not the password' });
    expect(refused.outcome).toMatchObject({ ok: false });
    value((await harness().tryOpen(login, { stored: stored.at(-1) })).outcome);
  });

  it('CK-L4 refuses a wrong password for good', async () => {
    const { outcome } = await harness().tryOpen(harness().login, { password: 'not the password' });
    expect(outcome).toMatchObject({ ok: false, refusal: { reason: 'wrong_account_or_password' }, canRetry: false });
  });

  it('CK-L7 sends no password where it is forbidden, and asks no person', async () => {
    const { login, subject } = harness();
    const { stored } = await harness().tryOpen(login);
    const careful = { stored: stored.at(-1), password: 'not the password', mayUsePassword: false };
    value((await harness().tryOpen(login, careful)).outcome);
    const refused = { ok: false, refusal: { reason: 'verification_needed' }, canRetry: false, challenge: null };
    const fresh = await harness().tryOpen(login, { ...careful, stored: undefined });
    expect(fresh.outcome).toMatchObject(refused);
    const fault = { kind: 'tokenExpired', marketplace: subject.marketplace, shopId: harness().shopOf(login), count: 1 };
    await harness().control.faultIsSpent(await harness().control.addFault(fault));
    expect((await harness().tryOpen(login, careful)).outcome).toMatchObject(refused);
  });

  it('CK-L8 does not log in by the cookies of the device alone', async () => {
    const { login, connector } = harness();
    const { stored } = await harness().tryOpen(login);
    const jar = jarShape.parse(JSON.parse(stored.at(-1)?.cookies ?? ''));
    const cookies = jar.cookies.filter(({ key }) => connector.deviceCookies.includes(key));
    expect(cookies.length).toBeLessThan(jar.cookies.length);
    const known = { session: null, cookies: JSON.stringify({ ...jar, cookies }) };
    const { outcome } = await harness().tryOpen(login, { stored: known, password: 'not the password' });
    expect(outcome).toMatchObject({ ok: false, refusal: { reason: 'wrong_account_or_password' } });
    value((await harness().tryOpen(login, { stored: known })).outcome);
  });

  it('CK-L5 reports that a retry is possible when the marketplace does not answer', async () => {
    const { login } = harness();
    const dead = harness().subject.createConnector({
      origins: { shopee: DEAD_ORIGIN, lazada: DEAD_ORIGIN, tiktok: DEAD_ORIGIN },
      keys: { appKey: '', salt: '' },
    });
    const { outcome } = await harness().tryOpen(login, {}, dead);
    expect(outcome).toMatchObject({ ok: false, refusal: { reason: 'marketplace_unreachable' }, canRetry: true });
  });

  it('CK-L9 logs in or may be tried again, whichever answer on the way is lost', async () => {
    const { login } = harness();
    const whole = new RequestLog();
    value((await harness().tryOpen(login, { log: whole })).outcome);
    const final: string[] = [];
    for (const [step, { method, url }] of whole.requests.entries()) {
      const { outcome } = await harness().tryOpen(login, { log: new RequestLog(step) });
      if (!outcome.ok && !outcome.canRetry) final.push(`${method} ${url}: ${outcome.refusal.reason}`);
    }
    expect(final).toEqual([]);
  });
}

const jarShape = z.looseObject({ cookies: z.array(z.looseObject({ key: z.string() })) });

/** Port 9 (discard) of this machine: no program listens there, so a connection is refused at once. */
const DEAD_ORIGIN = 'http://127.0.0.1:9';
