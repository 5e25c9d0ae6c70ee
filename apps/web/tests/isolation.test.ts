import { CALLS } from '@pasar/api';
import { uuidOf } from '@pasar/sync/testing/builders';
import { refused } from '@pasar/sync/testing/model/answers';
import type { Locator } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { poll } from './desk-helpers.ts';
import { windowOfEachTest } from './screen-harness.ts';

const window = windowOfEachTest();

const inputsOf = (path: string) => window.backend.calls.filter((call) => call.path === path).map((call) => call.input);
const SINGAPORE = { ip: '198.51.100.7', country: 'SG' } as const;

async function openIsolation(locale = 'en'): Promise<Locator> {
  const { page } = window;
  await window.enter(`/chat/all?lang=${locale}`);
  await page.getByRole('button', { name: locale === 'en' ? 'Shop management' : 'จัดการร้าน' }).click();
  await page.getByRole('tab', { name: locale === 'en' ? 'IP isolation' : 'การแยก IP' }).click();
  return page.getByRole('dialog');
}

describe('the proxies', () => {
  it('are found by name, address and exit, the shops by name, site and marketplace', async () => {
    const { backend } = window;
    const { routing } = backend.model;
    routing.add('office line');
    routing.add('home line');
    const [, home] = routing.subjects;
    Object.assign(home ?? {}, { ip: '203.0.113.55', exit: SINGAPORE });
    const dialog = await openIsolation();
    const proxies = dialog.getByRole('region', { name: 'Proxies', exact: true });
    const logins = dialog.locator('[data-connection]');
    const search = dialog.getByRole('searchbox', { name: 'Search proxies and shops' });
    await poll(() => proxies.getByRole('listitem').count()).toBe(2);
    await proxies.getByText('Exit IP 198.51.100.7, Singapore').waitFor();
    await proxies.getByText('Exit IP and country unknown').waitFor();
    for (const words of ['HOME', '113.55', '198.51']) {
      await search.fill(words);
      await poll(() => proxies.getByRole('listitem').allInnerTexts()).toEqual([expect.stringContaining('home line')]);
    }
    await search.fill('tiktok snack');
    await poll(() => logins.allInnerTexts()).toEqual([expect.stringContaining('Snack Haul')]);
    await search.fill('nothing of the kind');
    await poll(() => dialog.getByText('Nothing found for “nothing of the kind”.').count()).toBe(2);
  });

  it('are pasted as a list: each is tested, and saved when it works', async () => {
    const { backend } = window;
    backend.model.routing.exit = SINGAPORE;
    const dialog = await openIsolation();
    await dialog.getByRole('button', { name: 'Paste a list' }).click();
    const lines = [
      '203.0.113.10:8080:user:pass',
      'hello',
      'socks5://u:p@203.0.113.11:1080',
      '203.0.113.10:8080:other:x',
    ];
    await dialog.getByLabel('One proxy per line, as the provider gives it').fill(lines.join('\n'));
    await dialog.getByLabel('Type for lines that name none').selectOption('https');
    backend.model.nextResults.set(
      CALLS.routing.testProxy.path,
      refused('proxy_login_refused', 'The password is wrong.'),
    );
    await dialog.getByRole('button', { name: 'Test and save' }).click();
    await poll(() => inputsOf(CALLS.routing.testProxy.path)).toHaveLength(3);
    expect(inputsOf(CALLS.routing.testProxy.path)).toEqual([
      { type: 'https', host: '203.0.113.10', port: '8080', username: 'user', password: 'pass', hosts: [] },
      { type: 'socks5', host: '203.0.113.11', port: '1080', username: 'u', password: 'p', hosts: [] },
      { type: 'https', host: '203.0.113.10', port: '8080', username: 'other', password: 'x', hosts: [] },
    ]);
    const results = dialog.getByRole('list', { name: 'Results' });
    await dialog.getByText('2 of 4 saved.').waitFor();
    await poll(() => results.locator('[data-line=bad]').count()).toBe(2);
    await results.getByText('This line is not a proxy.').waitFor();
    await results.getByText('The password is wrong.').waitFor();
    await poll(() => results.getByText('The proxy works: 12 ms. Exit IP 198.51.100.7, Singapore').count()).toBe(2);
    const names = inputsOf(CALLS.routing.saveProxy.path).map((input) => (input as { readonly name: string }).name);
    const all = ['203.0.113.10:8080', '203.0.113.11:1080', 'other@203.0.113.10:8080'];
    expect(all).toEqual(expect.arrayContaining(names));
    expect(new Set(names).size).toBe(2);
  });

  it('are filled in from one line that is pasted into the field of the host', async () => {
    const { page } = window;
    const dialog = await openIsolation();
    await dialog.getByRole('button', { name: 'Add', exact: true }).click();
    const host = dialog.getByLabel('IP or host name');
    await host.evaluate((box) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData('text', 'socks5://203.0.113.9:1080:user:pa:ss');
      box.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
    });
    await poll(() => host.inputValue()).toBe('203.0.113.9');
    await poll(() => dialog.getByLabel('Port').inputValue()).toBe('1080');
    await poll(() => dialog.getByLabel('Type', { exact: true }).inputValue()).toBe('socks5');
    await poll(() => dialog.getByLabel('Username (optional)').inputValue()).toBe('user');
    await poll(() => dialog.getByLabel('Password (optional)').inputValue()).toBe('pa:ss');
    await page.keyboard.press('Escape');
  });

  it('are given to several accounts at once: one to all, or a free one to each', async () => {
    const { backend } = window;
    const { routing } = backend.model;
    const [office, home] = [routing.add('office line'), routing.add('home line')];
    const dialog = await openIsolation();
    const search = dialog.getByRole('searchbox');
    await search.fill('shopee');
    const logins = dialog.locator('[data-connection]');
    const count = await logins.count();
    const bulk = dialog.getByRole('combobox', { name: 'Proxy of the selected accounts' });
    await dialog.getByLabel('Select all').check();
    await dialog.getByText('Only 2 proxies are free. Add more, or select fewer accounts.').waitFor();
    await poll(() => dialog.getByRole('button', { name: 'Apply' }).isDisabled()).toBe(true);
    await bulk.selectOption({ label: 'office line' });
    await dialog.getByRole('button', { name: 'Apply' }).click();
    await poll(() => [...routing.bindings.values()]).toEqual(Array.from({ length: count }, () => office));
    expect(inputsOf(CALLS.routing.bindSubjects.path)).toHaveLength(1);
    await poll(() => bulk.count()).toBe(0);

    await search.fill('manila home');
    await dialog.getByLabel('Select Manila Home Deals').check();
    await dialog.getByRole('button', { name: 'Apply' }).click();
    await poll(() => routing.bindings.get(uuidOf('connection 3'))).toBe(home);
  });

  it('say that they fail, and in which country they are', async () => {
    const { backend } = window;
    const { routing } = backend.model;
    const office = routing.add('office line');
    Object.assign(routing.subjects[0] ?? {}, { exit: SINGAPORE });
    routing.bindings.set(uuidOf('connection 3'), office);
    const dialog = await openIsolation();
    const row = dialog.locator(`[data-connection="${uuidOf('connection 3')}"]`);
    await row
      .getByText('The proxy’s IP is in Singapore, but the shops are in: Philippines.', { exact: false })
      .waitFor();
    await poll(() => dialog.locator('[data-trouble]').count()).toBe(1);
    const shop = [...backend.model.shops.byId.values()].find(
      ({ connectionId }) => connectionId === uuidOf('connection 3'),
    );
    if (shop === undefined) throw new Error('no shop');
    const connection = { state: 'interrupted', refusal: { reason: 'ip_isolation_failed', detail: null } } as const;
    backend.model.append({ kind: 'shop', shop: { ...shop, connection } });
    const trouble = row.locator('[data-trouble=proxy]');
    await trouble.getByText('The shop’s proxy does not answer. Test or change it.').waitFor();
    backend.model.nextResults.set(CALLS.routing.testSubject.path, refused('proxy_unreachable', 'No proxy answers.'));
    await trouble.getByRole('button', { name: 'Test office line' }).click();
    await trouble.getByText('No proxy answers.').waitFor();
    routing.exit = { ip: '198.51.100.8', country: 'PH' };
    await trouble.getByRole('button', { name: 'Test office line' }).click();
    await trouble.getByText('The proxy works: 12 ms. Exit IP 198.51.100.8, Philippines').waitFor();
    await poll(() => dialog.locator('[data-trouble=country]').count()).toBe(0);
  });

  it('are chosen from lists that show every word, in Thai too', async () => {
    const { backend } = window;
    backend.model.routing.add('office line');
    const dialog = await openIsolation('th');
    const selects = dialog.locator('[data-connection] select');
    await poll(() => selects.count()).toBeGreaterThan(5);
    const cut = await selects.evaluateAll((boxes) =>
      boxes
        .filter((box) => box.scrollWidth > box.clientWidth)
        .map((box) => (box as HTMLSelectElement).selectedOptions[0]?.label),
    );
    expect(cut).toEqual([]);
  });

  it('are explained where there is none: pictures of buyers come from the marketplace directly', async () => {
    const { backend } = window;
    const dialog = await openIsolation();
    const note = dialog.getByText('this computer loads buyers’ pictures directly from the marketplace', {
      exact: false,
    });
    await note.waitFor();
    backend.model.routing.add('for all');
    Object.assign(backend.model.routing.subjects[0] ?? {}, { scope: 'custom_global' });
    await dialog.getByRole('button', { name: 'Close' }).click();
    await openIsolation();
    await dialog.getByText('your proxy for all', { exact: false }).waitFor();
    expect(await note.count()).toBe(0);
  });
});
