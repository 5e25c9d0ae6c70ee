import { CALLS } from '@pasar/api';
import { uuidOf } from '@pasar/sync/testing/builders';
import { refused } from '@pasar/sync/testing/model/answers';
import { describe, expect, it } from 'vitest';
import { poll } from './desk-helpers.ts';
import { windowOfEachTest } from './screen-harness.ts';

const window = windowOfEachTest();

describe('a call that failed', () => {
  it('says by the words of the catalogue that the answer broke off, and that the machine is offline', async () => {
    const { page, backend, context } = window;
    await window.enter('/chat/all?lang=en');
    await page.getByRole('button', { name: 'Shop management' }).click();
    const dialog = page.getByRole('dialog', { name: 'Shop management' });
    await dialog.getByRole('tab', { name: 'Bulk import' }).click();
    await dialog.getByText('No import yet').waitFor();
    backend.model.answerWith(CALLS.signIn.importTemplate, () => ({
      ok: true,
      data: { fileName: 'template.xlsx', file: 'UEs=' },
    }));
    backend.brokenOff.add(CALLS.signIn.importTemplate.path);
    await dialog.getByRole('button', { name: 'Download the template' }).click();
    await page.getByText('The network was interrupted. Try again.').waitFor();
    await context.setOffline(true);
    await dialog.getByRole('button', { name: 'Download the template' }).click();
    await page.getByText('The network is offline. Check it and try again.').waitFor();
  });
});

describe('a server that cannot reach its database', () => {
  it('is told in the language of the window, and what failed is there when it is asked again', async () => {
    const { page, backend } = window;
    const path = CALLS.signIn.importTemplate.path;
    backend.model.answerWith(CALLS.signIn.importTemplate, () => ({
      ok: true,
      data: { fileName: 'template.xlsx', file: 'UEs=' },
    }));
    await window.enter('/chat/all?lang=en');
    await page.getByRole('button', { name: 'Shop management' }).click();
    const dialog = page.getByRole('dialog', { name: 'Shop management' });
    await dialog.getByRole('tab', { name: 'Bulk import' }).click();
    backend.model.nextResults.set(path, refused('database_away', 'words of the server'));
    const download = dialog.getByRole('button', { name: 'Download the template' });
    await download.click();
    await page
      .getByText(
        'The server cannot reach its database right now. Try again in a moment; if you were saving something, look first whether it was saved.',
      )
      .waitFor();
    const saved = page.waitForEvent('download');
    await download.click();
    expect((await saved).suggestedFilename()).toBe('template.xlsx');
  });
});

describe('the list of proxies', () => {
  it('says why a list is missing or old, and asks again', async () => {
    const { page, backend } = window;
    const list = CALLS.routing.listSubjects.path;
    backend.model.routing.add('office line');
    backend.broken.add(list);
    await window.enter('/chat/all?lang=en');
    await page.getByRole('button', { name: 'Shop management' }).click();
    const dialog = page.getByRole('dialog', { name: 'Shop management' });
    await dialog.getByRole('tab', { name: 'IP isolation' }).click();
    const why = 'The server cannot be reached. Check the network; Pasar keeps trying.';
    const problem = dialog.locator('[data-look-up]');
    await problem.getByText(why).waitFor();
    backend.broken.delete(list);
    await problem.getByRole('button', { name: 'Try again' }).click();
    await dialog.getByText('office line').first().waitFor();
    expect(await problem.count()).toBe(0);

    backend.broken.add(list);
    const line = dialog.getByRole('combobox', { name: 'Route of Manila Home Deals' });
    await line.selectOption({ label: 'Route: China' });
    await problem.getByText(`Not up to date: ${why}`).waitFor();
    await dialog.getByText('office line').first().waitFor();
    backend.broken.delete(list);
    await problem.getByRole('button', { name: 'Try again' }).click();
    await poll(() => line.inputValue()).toBe('mainland');
    expect(await problem.count()).toBe(0);
  });

  it('shows another way of a login as soon as the stream tells of it', async () => {
    const { page, backend } = window;
    const { model } = backend;
    const office = model.routing.add('office line');
    await window.enter('/chat/all?lang=en');
    await page.getByRole('button', { name: 'Shop management' }).click();
    const dialog = page.getByRole('dialog', { name: 'Shop management' });
    await dialog.getByRole('tab', { name: 'IP isolation' }).click();
    const shop = model.shops.byId.get(uuidOf('shop 3'));
    if (shop === undefined) throw new Error('no such shop');
    const way = dialog.locator(`[data-connection="${shop.connectionId}"] select`).first();
    await poll(() => way.inputValue()).toBe('');
    // Another member binds it.
    model.routing.bindings.set(shop.connectionId, office);
    const moved = { ...shop, isIsolated: true };
    model.shops.byId.set(shop.shopId, moved);
    model.append({ kind: 'shop', shop: moved });
    await poll(() => way.inputValue()).toBe(office);
  });
});
