import { CALLS } from '@pasar/api';
import { uuidOf } from '@pasar/sync/testing/builders';
import { describe, expect, it } from 'vitest';
import type { Window } from './browser.ts';
import { poll } from './desk-helpers.ts';
import { windowOfEachTest } from './screen-harness.ts';

const window = windowOfEachTest();

const IDENTITY = { kind: 'identity', pageUrl: 'https://example.com/verify' } as const;
const warning = () => window.page.locator('dialog [data-by-proxy]');
type SignIn = Parameters<Window['backend']['model']['signIn']['add']>[0];

async function verify(over: SignIn): Promise<void> {
  const { page, backend } = window;
  backend.model.signIn.add({ state: 'challenged', challenge: IDENTITY, ...over });
  await window.enter('/chat/all?lang=en');
  await page.getByRole('button', { name: /^Shop management/ }).click();
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('link', { name: 'Open the verification page' }).waitFor();
}

describe('an identity verification', () => {
  it.each([
    ['its own proxy', { ipSubjectId: uuidOf('proxy office line') }, false],
    ['the proxy its connection is bound to', { connectionId: uuidOf('connection 3') }, false],
    ['the proxy for all', {}, true],
  ])('says that its page is opened by another way than a login that leaves by %s', async (_way, over, hasBoost) => {
    const { routing } = window.backend.model;
    const office = routing.add('office line');
    routing.bindings.set(uuidOf('connection 3'), office);
    if (hasBoost) routing.boost = { host: '203.0.113.99', port: 3128, type: 'http' };
    await verify(over);
    await warning().getByText('differs from the IP of the account').waitFor();
  });

  it('says so of an isolated shop to those who may not see proxies, too', async () => {
    const { model } = window.backend;
    model.withdraw('ipPartition');
    const shop = model.shops.byId.get(uuidOf('shop 3'));
    if (shop === undefined) throw new Error('no such shop');
    model.shops.byId.set(shop.shopId, { ...shop, isIsolated: true });
    await verify({ connectionId: shop.connectionId });
    await warning().waitFor();
  });

  it('says nothing where the login leaves by no proxy', async () => {
    const { page, backend } = window;
    const answered = page.waitForResponse((response) => response.url().includes(CALLS.routing.listSubjects.path));
    await verify({});
    await (await answered).finished();
    await poll(() => backend.calls.some(({ path }) => path === CALLS.routing.listSubjects.path)).toBe(true);
    expect(await warning().count()).toBe(0);
  });
});
