import { CALLS } from '@pasar/api';
import { refused } from '@pasar/sync/testing/model/answers';
import type { Page, Response } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { violationsOn } from './axe.ts';
import { poll } from './desk-helpers.ts';
import { windowOfEachTest } from './screen-harness.ts';

const window = windowOfEachTest();

const TEST = CALLS.routing.testProxy.path;
const tests = () => window.backend.calls.filter(({ path }) => path === TEST).length;
/** The answers to tests, from before the first is asked for: a listener that comes later may miss one. */
function answersOf(page: Page): readonly Response[] {
  const answers: Response[] = [];
  page.on('response', (response) => {
    if (response.url().endsWith(TEST)) answers.push(response);
  });
  return answers;
}
const state = () => window.page.locator('[data-test]').getAttribute('data-test');

async function fill(): Promise<void> {
  const { page, backend } = window;
  backend.model.routing.add('office line');
  await window.signIn();
  await page.goto(`${window.url}/account/setting_proxy?lang=en`);
  await page.getByLabel('IP or host name').fill('203.0.113.10');
  await page.getByLabel('Port').fill('8080');
}

describe('the test of a proxy', () => {
  it('says nothing of values that were changed while it ran', async () => {
    const { page, backend } = window;
    await fill();
    const answers = answersOf(page);
    backend.hold(TEST);
    await page.getByRole('button', { name: 'Test', exact: true }).click();
    await poll(tests).toBe(1);
    await poll(state).toBe('running');
    await page.getByLabel('Port').fill('9090');
    await poll(state).toBe('none');
    backend.release(TEST);
    await poll(() => answers.length).toBe(1);
    await answers.at(-1)?.finished();
    // Another one, answered after it: what the first had to say has been taken in by then.
    await page.getByLabel('Port').press('End');
    expect(await state()).toBe('none');
    await poll(() => page.getByRole('button', { name: 'Save' }).isDisabled()).toBe(true);
    await page.getByRole('button', { name: 'Test', exact: true }).click();
    await poll(state).toBe('good');
    await poll(() => page.getByRole('button', { name: 'Save' }).isDisabled()).toBe(false);
  });

  it('takes the answer of the newest one, whichever comes first', async () => {
    const { page, backend } = window;
    await fill();
    const answers = answersOf(page);
    backend.hold(TEST);
    await page.getByRole('button', { name: 'Test', exact: true }).click();
    await poll(tests).toBe(1);
    await page.getByLabel('Port').fill('9090');
    backend.model.nextResults.set(TEST, refused('proxy_invalid', 'The proxy does not work.'));
    await page.getByRole('button', { name: 'Test', exact: true }).click();
    await poll(tests).toBe(2);
    // The second one's answer goes first.
    backend.held.get(TEST)?.pop()?.();
    await page.getByRole('alert').getByText('The proxy does not work.').waitFor();
    backend.release(TEST);
    await poll(() => answers.length).toBe(2);
    await answers.at(-1)?.finished();
    await page.getByLabel('Port').press('End');
    await page.getByRole('alert').getByText('The proxy does not work.').waitFor();
    expect(await page.locator('[data-test=good]').count()).toBe(0);
  });
});

describe('the proxy for all', () => {
  const current = () => window.page.locator('[role=status]').first();
  const openPage = () => window.page.goto(`${window.url}/account/setting_proxy?lang=en`);

  it('is there to be changed as it stands, but for its password; then by what all leave without it', async () => {
    const { page, backend } = window;
    const { routing } = backend.model;
    routing.add('for all');
    const [subject] = routing.subjects;
    if (subject === undefined) throw new Error('no proxy');
    Object.assign(subject, { scope: 'custom_global', type: 'socks5', username: 'pasar', hasPassword: true });
    routing.boost = { host: '203.0.113.99', port: 3128, type: 'http' };
    await window.enter('/chat/all?lang=en');
    await openPage();
    await current().getByText('In use: socks5://203.0.113.10:8080').waitFor();
    await poll(() => page.getByLabel('IP or host name').inputValue()).toBe('203.0.113.10');
    await poll(() => page.getByLabel('Username (optional)').inputValue()).toBe('pasar');
    await page.getByText('The stored password is not shown. Enter it again.').waitFor();
    await page.getByLabel('Port').fill('9090');
    await page.getByRole('button', { name: 'Test', exact: true }).click();
    await poll(state).toBe('good');
    await page.getByRole('button', { name: 'Save' }).click();
    await current().getByText('In use: socks5://203.0.113.10:9090').waitFor();
    await poll(() => page.locator('[data-test]').getAttribute('data-test')).toBe('none');

    await page.getByRole('button', { name: 'Stop using it' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await current().getByText('Default of all other accounts: the boost proxy').waitFor();
    await poll(() => page.getByLabel('Port').inputValue()).toBe('');
  });

  it('says to a visitor what it is for and that a login comes first, and opens after it', async () => {
    const { page, url, backend } = window;
    await page.goto(`${url}/account/login?lang=en`);
    await page.getByRole('link', { name: 'Proxy setting' }).click();
    await page.getByRole('heading', { name: 'Proxy setting' }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/account/setting_proxy');
    await page.getByRole('status').getByText('A proxy belongs to your account, so').waitFor();
    expect(await page.getByRole('button', { name: 'Save' }).count()).toBe(0);
    expect(backend.calls.map(({ path }) => path)).not.toContain(CALLS.routing.listSubjects.path);
    expect(await violationsOn(page)).toEqual([]);
    await page.getByRole('link', { name: 'Log in' }).click();
    await page.getByRole('button', { name: 'Use demo account' }).click();
    await page.getByRole('button', { name: 'Log in', exact: true }).click();
    await page.getByLabel('IP or host name').waitFor();
    expect(new URL(page.url()).pathname).toBe('/account/setting_proxy');
  });
});
