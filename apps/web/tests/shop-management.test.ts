import { CALLS } from '@pasar/api';
import { succeeded } from '@pasar/sync';
import { uuidOf } from '@pasar/sync/testing/builders';
import type { Locator } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { poll } from './desk-helpers.ts';
import { windowOfEachTest } from './screen-harness.ts';

const CODE = { kind: 'code', channel: 'sms', target: null, resendAt: null } as const;

const hasFocus = (of: Locator) => of.evaluate((element) => element === document.activeElement);

const window = windowOfEachTest();

const inputsOf = (path: string) => window.backend.calls.filter((call) => call.path === path).map((call) => call.input);

describe('shop management', () => {
  it('finds, arranges and hides shops, by keys as well', async () => {
    const { page } = window;
    await window.enter('/chat/all?lang=en');
    await page.getByRole('button', { name: 'Shop management' }).click();
    const dialog = page.getByRole('dialog', { name: 'Shop management' });
    await dialog.getByRole('searchbox', { name: 'Search shops' }).fill('jakarta');
    await poll(() => dialog.locator('tr[data-shop]').count()).toBe(1);
    await dialog.getByRole('searchbox', { name: 'Search shops' }).fill('');
    const names = () => dialog.locator('tr[data-shop] td:nth-child(2)').allInnerTexts();
    const [first, second] = await names();
    await dialog.locator('tr[data-shop]').nth(1).locator('button[draggable]').focus();
    await page.keyboard.press('ArrowUp');
    await poll(async () => (await names()).slice(0, 2)).toEqual([second, first]);
    await dialog
      .locator('tr[data-shop]')
      .first()
      .getByRole('button', { name: /^Actions of/ })
      .click();
    await page.getByRole('menuitem', { name: 'Hide in the shop list' }).click();
    await dialog.locator('tr[data-shop]').first().getByText('Hidden').waitFor();
    await page.keyboard.press('Escape');
    await poll(() =>
      page
        .getByRole('region', { name: 'Shops' })
        .getByText(second?.trim() ?? '')
        .count(),
    ).toBe(0);
  });

  it('says how much of a login could not be read', async () => {
    const { page, backend } = window;
    await window.enter('/chat/all?lang=en');
    await page.getByRole('button', { name: 'Shop management' }).click();
    const [shop] = backend.model.shops.byId.values();
    if (!shop) throw new Error('the model has no shop');
    const row = page.locator(`tr[data-shop="${shop.platformShopId}"]`);
    await row.waitFor();
    expect(await row.getByText('could not be read').count()).toBe(0);
    backend.model.append({ kind: 'shop', shop: { ...shop, unreadableCount: 2 } });
    await row.getByText('2 messages or conversations of this account could not be read').waitFor();
  });

  it('shows an import as it goes on, failed rows first', async () => {
    const { page, backend } = window;
    const shopImport = {
      importId: uuidOf('import'),
      fileName: 'shops.xlsx',
      createdAt: Date.now(),
      counts: { waiting: 1, importing: 1, success: 1, failed: 0 },
    };
    const site = { marketplace: 'shopee', country: 'MY' } as const;
    const row = { site, refusal: null, signInId: uuidOf('row') } as const;
    const rows = [
      { ...row, rowNumber: 2, identifier: 'a@x', state: 'success' as const },
      { ...row, rowNumber: 3, identifier: 'b@x', state: 'importing' as const },
      { ...row, rowNumber: 4, identifier: 'c@x', state: 'waiting' as const },
    ];
    backend.model.signIn.imports.push(shopImport);
    backend.model.signIn.rows = rows;
    await window.enter('/chat/all?lang=en');
    await page.getByRole('button', { name: 'Shop management' }).click();
    const dialog = page.getByRole('dialog', { name: 'Shop management' });
    await dialog.getByRole('tab', { name: 'Bulk import' }).click();
    await dialog.getByText('1 of 3: 1 imported, 0 failed').waitFor();
    const failed = { reason: 'account_frozen', detail: null } as const;
    backend.model.signIn.tellImport({ ...shopImport, counts: { waiting: 0, importing: 0, success: 2, failed: 1 } }, [
      ...rows.slice(0, 2).map((item) => ({ ...item, state: 'success' as const })),
      { ...row, rowNumber: 4, identifier: 'c@x', state: 'failed', refusal: failed },
    ]);
    await dialog.locator('[data-import=done]').getByText('3 of 3: 2 imported, 1 failed').waitFor();
    await poll(() => dialog.locator('tr[data-row]').first().getAttribute('data-row')).toBe('4');
    await dialog.getByText('The marketplace has frozen this account. Ask its seller support.').waitFor();
    expect(await dialog.getByRole('button', { name: 'Continue' }).count()).toBe(0);

    const asking = backend.model.signIn.add({ state: 'challenged', challenge: CODE, identifier: 'c@x' });
    const asked = { reason: 'verification_needed', detail: null } as const;
    backend.model.signIn.tellImport({ ...shopImport, counts: { waiting: 0, importing: 0, success: 1, failed: 2 } }, [
      { ...row, rowNumber: 3, identifier: 'b@x', state: 'failed', refusal: failed },
      { ...row, rowNumber: 4, identifier: 'c@x', state: 'failed', refusal: asked, signInId: asking.signInId },
    ]);
    backend.model.signIn.tell({ challenge: CODE });
    await dialog.locator('tr[data-row="4"]').getByRole('button', { name: 'Continue' }).click();
    await poll(() => hasFocus(page.getByLabel('Verification code'))).toBe(true);
  });

  it('says why a file is refused, and sends nothing that is too large', async () => {
    const { page, backend } = window;
    const type = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
    const file = (bytes: number) => ({ name: 'shops.xlsx', mimeType: type, buffer: Buffer.alloc(bytes) });
    await window.enter('/chat/all?lang=en');
    await page.getByRole('button', { name: 'Shop management' }).click();
    const dialog = page.getByRole('dialog', { name: 'Shop management' });
    await dialog.getByRole('tab', { name: 'Bulk import' }).click();
    await dialog.getByText('No import yet').waitFor();
    backend.model.signIn.fileRefusal = ['import_empty', 'There is nothing in it.', null];
    await dialog.locator('input[type=file]').setInputFiles(file(10));
    await dialog.getByRole('alert').getByText('There is nothing in it.').waitFor();
    await dialog.locator('input[type=file]').setInputFiles(file(1_200_000));
    await dialog.getByRole('alert').getByText('The file is too large. Import it in smaller parts.').waitFor();
    expect(inputsOf(CALLS.signIn.importShops.path)).toHaveLength(1);
  });

  it('goes from tab to tab by the arrow keys, finds marketplaces, and checks what became of a shop', async () => {
    const { page } = window;
    await window.enter('/chat/all?lang=en');
    await page.getByRole('button', { name: 'Shop management' }).click();
    const dialog = page.getByRole('dialog', { name: 'Shop management' });
    await poll(() => hasFocus(dialog.getByRole('tab', { name: 'Shops (11)' }))).toBe(true);
    await page.keyboard.press('ArrowLeft');
    await poll(() => hasFocus(dialog.getByRole('tab', { name: 'IP isolation', selected: true }))).toBe(true);
    await page.keyboard.press('ArrowRight');
    await dialog.getByRole('searchbox', { name: 'Search shops' }).fill('tiktok');
    await poll(() => dialog.locator('tr[data-shop]').count()).toBe(3);
    await dialog.getByRole('button', { name: 'Actions of Snack Haul' }).click();
    await page.getByRole('menuitem', { name: 'Check status' }).click();
    await page.getByText('Snack Haul: frozen by the marketplace.').waitFor();
    expect(inputsOf(CALLS.shops.checkStatus.path)).toEqual([{ shopId: uuidOf('shop 9') }]);
  });

  it('sets the line of a Shopee login, and deletes a proxy once it was asked', async () => {
    const { page, backend } = window;
    backend.model.routing.add('office line');
    await window.enter('/chat/all?lang=en');
    await page.getByRole('button', { name: 'Shop management' }).click();
    const dialog = page.getByRole('dialog', { name: 'Shop management' });
    await dialog.getByRole('tab', { name: 'IP isolation' }).click();
    const line = dialog.getByRole('combobox', { name: 'Route of Manila Home Deals' });
    await line.selectOption({ label: 'Route: China' });
    await poll(() => inputsOf(CALLS.routing.setRoutingLine.path)).toEqual([
      { connectionId: uuidOf('connection 3'), line: 'mainland' },
    ]);
    await poll(() => line.inputValue()).toBe('mainland');
    expect(await dialog.getByRole('combobox', { name: 'Route of KL Beauty Lab' }).count()).toBe(0);
    await dialog.getByRole('button', { name: 'Delete office line' }).click();
    const sure = page.getByRole('dialog', { name: 'Delete this proxy?' });
    await sure.getByText('office line').waitFor();
    expect(inputsOf(CALLS.routing.deleteSubject.path)).toEqual([]);
    await sure.getByRole('button', { name: 'Delete' }).click();
    await poll(() => dialog.getByText('office line').count()).toBe(0);
  });

  it('shows by which proxy each login leaves and what serves all others, and gives both another way', async () => {
    const { page, backend } = window;
    const { routing } = backend.model;
    const office = routing.add('office line');
    routing.add('home line');
    // The id of a shop may be that of another marketplace's shop: only the server knows whose it is.
    const [subject] = routing.subjects;
    for (const { platformShopId } of backend.model.shops.byId.values())
      subject?.user_list.push({ user_id: platformShopId });
    routing.bindings.set(uuidOf('connection 3'), office);
    routing.boost = { host: '203.0.113.99', port: 3128, type: 'http' };
    await window.enter('/chat/all?lang=en');
    await page.getByRole('button', { name: 'Shop management' }).click();
    const dialog = page.getByRole('dialog', { name: 'Shop management' });
    await dialog.getByRole('tab', { name: 'IP isolation' }).click();
    const way = dialog.getByRole('combobox', { name: 'Proxy of Manila Home Deals' });
    const chosen = (of: Locator) => of.evaluate((box) => (box as HTMLSelectElement).selectedOptions[0]?.label);
    await poll(() => chosen(way)).toBe('office line');
    expect(await chosen(dialog.getByRole('combobox', { name: 'Proxy of KL Beauty Lab' }))).toBe('Default');
    await way.selectOption({ label: 'home line' });
    await poll(() => routing.bindings.get(uuidOf('connection 3'))).toBe(uuidOf('proxy home line'));
    await poll(() => chosen(way)).toBe('home line');

    const others = dialog.locator('[data-other-way]');
    await others.getByText('Default of all other accounts: the boost proxy').waitFor();
    await others.getByText('http://203.0.113.99:3128').waitFor();
    await others.getByRole('button', { name: 'Stop using it' }).click();
    const sure = page.getByRole('dialog', { name: 'Stop using the boost proxy?' });
    expect(inputsOf(CALLS.routing.delBoosterProxy.path)).toEqual([]);
    await sure.getByRole('button', { name: 'Stop using it' }).click();
    await others.getByText('Default of all other accounts: this server’s IP').waitFor();
    expect(await others.getByRole('button').count()).toBe(0);
    await others.getByRole('link', { name: 'Set a proxy for all' }).click();
    await page.getByRole('heading', { name: 'Proxy setting' }).waitFor();
    await page.getByText('No proxy is set. The shops connect with this server’s IP.').waitFor();
  });

  it('changes a proxy under its row, with everything but its password filled in', async () => {
    const { page, backend } = window;
    const { routing } = backend.model;
    const id = routing.add('office line');
    const [subject] = routing.subjects;
    if (subject === undefined) throw new Error('no proxy');
    Object.assign(subject, { username: 'pasar', hasPassword: true, ip_list: ['203.0.113.10', '203.0.113.11'] });
    Object.assign(subject, { proxy_type: 'rotating', type: 'socks5' });
    await window.enter('/chat/all?lang=en');
    await page.getByRole('button', { name: 'Shop management' }).click();
    const dialog = page.getByRole('dialog', { name: 'Shop management' });
    await dialog.getByRole('tab', { name: 'IP isolation' }).click();
    await dialog.getByRole('button', { name: 'Change office line' }).click();
    await poll(() => hasFocus(dialog.getByLabel('Name', { exact: true }))).toBe(true);
    await dialog.getByText('The stored password is not shown. Enter it again.').waitFor();
    await dialog.getByLabel('Name', { exact: true }).fill('new line');
    await dialog.getByLabel('Password (optional)').fill('hush');
    await dialog.getByLabel('Port').fill('1081');
    await dialog.getByRole('button', { name: 'Test', exact: true }).click();
    await dialog.locator('[data-test=good]').waitFor();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.getByText('new line').first().waitFor();
    const values = {
      type: 'socks5',
      host: '203.0.113.10',
      username: 'pasar',
      password: 'hush',
      hosts: ['203.0.113.11'],
    };
    expect(inputsOf(CALLS.routing.saveProxy.path)).toEqual([
      {
        ...values,
        scope: 'platform',
        ipSubjectId: id,
        name: 'new line',
        kind: 'rotating',
        port: '1081',
        testToken: uuidOf('proxy test'),
      },
    ]);
    expect(await dialog.locator('form').count()).toBe(0);
  });

  it('marks a shop as cross-border once it was asked, and gives back the usual order', async () => {
    const { page, backend } = window;
    await window.enter('/chat/all?lang=en');
    await page.getByRole('button', { name: 'Shop management' }).click();
    const dialog = page.getByRole('dialog', { name: 'Shop management' });
    await dialog.getByRole('button', { name: 'Actions of KL Beauty Lab' }).click();
    await page.getByRole('menuitem', { name: 'Mark as cross-border…' }).click();
    const sure = page.getByRole('dialog', { name: 'Mark this shop as cross-border?' });
    await sure.getByText('KL Beauty Lab').waitFor();
    backend.model.nextResults.set(CALLS.shops.updateShopIsCb.path, succeeded({ user: null }));
    await sure.getByRole('button', { name: 'Mark it' }).click();
    const { platformShopId } = backend.model.shops.byId.get(uuidOf('shop 5')) ?? {};
    await poll(() => inputsOf(CALLS.shops.updateShopIsCb.path)).toEqual([
      { userId: platformShopId, platform: 'lazada', isCb: 1 },
    ]);

    const names = () => dialog.locator('tr[data-shop] td:nth-child(2)').allInnerTexts();
    const usual = await names();
    expect(await dialog.getByRole('button', { name: 'Restore the default order' }).count()).toBe(0);
    await dialog.locator('tr[data-shop]').last().locator('button[draggable]').focus();
    await page.keyboard.press('ArrowUp');
    await poll(names).not.toEqual(usual);
    await dialog.getByRole('button', { name: 'Restore the default order' }).click();
    await poll(names).toEqual(usual);
    await poll(() => inputsOf(CALLS.shops.arrangeShops.path).at(-1)).toEqual({ shopIds: [] });
  });

  it('imports by the proxy that is chosen for all rows', async () => {
    const { page, backend } = window;
    const id = backend.model.routing.add('office line');
    const type = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
    await window.enter('/chat/all?lang=en');
    await page.getByRole('button', { name: 'Shop management' }).click();
    const dialog = page.getByRole('dialog', { name: 'Shop management' });
    await dialog.getByRole('tab', { name: 'Bulk import' }).click();
    await dialog
      .getByRole('combobox', { name: /^Choose the proxy that all rows use/ })
      .selectOption({ label: 'office line' });
    const file = { name: 'shops.xlsx', mimeType: type, buffer: Buffer.alloc(10) };
    await dialog.locator('input[type=file]').setInputFiles(file);
    await dialog.getByRole('alert').getByText('no spreadsheet').waitFor();
    expect(inputsOf(CALLS.signIn.importShops.path)).toMatchObject([{ fileName: 'shops.xlsx', ipSubjectId: id }]);
  });

  it('explains what the seller centre opens with, for those who may', async () => {
    const { page, backend, context } = window;
    await context.route('https://seller.shopee.com.br/', (route) => route.fulfill({ body: 'its own login' }));
    await window.enter('/chat/all?lang=en');
    await page.getByRole('button', { name: 'Shop management' }).click();
    const dialog = page.getByRole('dialog', { name: 'Shop management' });
    const choose = async () => {
      await dialog.getByRole('button', { name: 'Actions of Loja Paulista' }).click();
      await page.getByRole('menuitem', { name: 'Open the seller centre…' }).click();
    };
    await choose();
    const office = page.getByRole('dialog', { name: 'Open the seller centre?' });
    await office.getByText('seller.shopee.com.br').waitFor();
    await office.getByText(/You log in there yourself/).waitFor();
    await page.keyboard.press('Escape');
    await poll(() => office.count()).toBe(0);
    await poll(() => dialog.count()).toBe(1);
    await choose();
    const opened = context.waitForEvent('page');
    await office.getByRole('button', { name: 'Open in a new tab' }).click();
    await (await opened).getByText('its own login').waitFor();
    expect((await opened).url()).toBe('https://seller.shopee.com.br/');
    await (await opened).close();

    backend.model.withdraw('sellerCenter');
    await page.reload();
    await page.getByRole('button', { name: 'Shop management' }).click();
    await choose();
    await page.getByText('You have no permission for this. Ask the main account.').waitFor();
    expect(await office.count()).toBe(0);
  });

  it('says that something could not be fetched or given up', async () => {
    const { page, backend } = window;
    await window.enter('/chat/all?lang=en');
    await page.getByRole('button', { name: 'Shop management' }).click();
    const dialog = page.getByRole('dialog', { name: 'Shop management' });
    await dialog.getByRole('tab', { name: 'Bulk import' }).click();
    backend.broken.add(CALLS.signIn.importTemplate.path);
    await dialog.getByRole('button', { name: 'Download the template' }).click();
    await page.getByText('The server cannot be reached. Check the network; Pasar keeps trying.').waitFor();
  });
});

describe('the proxy setting', () => {
  it('says why, and nothing else, to those who may not set it', async () => {
    const { page, backend } = window;
    backend.model.withdraw('ipPartition');
    await window.signIn();
    await page.goto(`${window.url}/account/setting_proxy?lang=en`);
    await page.getByRole('alert').getByText('You have no permission for this.').waitFor();
    expect(await page.getByRole('button').count()).toBe(0);
  });

  it('says what is required before anything is tested', async () => {
    const { page } = window;
    await window.signIn();
    await page.goto(`${window.url}/account/setting_proxy?lang=en`);
    await page.getByLabel('Port').fill('70000');
    await page.getByRole('button', { name: 'Test' }).click();
    await page.getByText('An IP or host name is required.').waitFor();
    await page.getByText('A port is required, from 1 to 65535.').waitFor();
    await page.getByLabel('IP or host name').fill('203.0.113.10');
    await page.getByLabel('Port').fill('8080');
    await poll(() => page.getByText(/is required/).count()).toBe(0);
    expect(inputsOf(CALLS.routing.testProxy.path)).toEqual([]);
    await page.getByRole('button', { name: 'Test' }).click();
    await poll(() => inputsOf(CALLS.routing.testProxy.path)).toMatchObject([{ host: '203.0.113.10', port: '8080' }]);
  });
});
