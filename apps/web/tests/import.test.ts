import { CALLS, type ImportRowView } from '@pasar/api';
import { succeeded } from '@pasar/sync';
import { uuidOf } from '@pasar/sync/testing/builders';
import { describe, expect, it } from 'vitest';
import { poll } from './desk-helpers.ts';
import { windowOfEachTest } from './screen-harness.ts';

const window = windowOfEachTest();

const SHOP_IMPORT = {
  importId: uuidOf('import'),
  fileName: 'Pasted rows',
  createdAt: Date.now(),
  counts: { waiting: 1, importing: 0, success: 0, failed: 3 },
};
const failed = (rowNumber: number, row: Pick<ImportRowView, 'site' | 'identifier'>, reason: string): ImportRowView => ({
  ...row,
  rowNumber,
  state: 'failed',
  refusal: { reason: reason as 'import_site_unknown', detail: null },
  signInId: null,
});
const MY = { marketplace: 'lazada', country: 'MY' } as const;

async function openImport() {
  const { page } = window;
  await window.enter('/chat/all?lang=en');
  await page.getByRole('button', { name: 'Shop management' }).click();
  const dialog = page.getByRole('dialog', { name: 'Shop management' });
  await dialog.getByRole('tab', { name: 'Bulk import' }).click();
  return dialog;
}

describe('bulk import', () => {
  it('takes pasted rows, lists the bad ones with their reasons, and lets each be entered again', async () => {
    const { page, backend } = window;
    const { signIn } = backend.model;
    const dialog = await openImport();
    await dialog.getByRole('button', { name: 'Paste rows' }).click();
    const rows = 'Lazada MY\ta@x\tp\n';
    await dialog.getByLabel('Rows copied from a spreadsheet: site, account, password').fill(rows);
    signIn.fileRefusal = ['import_too_many_rows', 'Too many rows.', null];
    await dialog.getByRole('button', { name: 'Import these rows' }).click();
    await dialog.getByRole('alert').getByText('Too many rows.').waitFor();
    signIn.rows = [
      failed(2, { site: 'Shopee ZZ', identifier: 'b@x' }, 'import_site_unknown'),
      failed(3, { site: MY, identifier: 'c@x' }, 'wrong_account_or_password'),
      failed(4, { site: MY, identifier: 'd@x' }, 'ip_isolation_failed'),
      { rowNumber: 5, site: MY, identifier: 'a@x', state: 'waiting', refusal: null, signInId: uuidOf('row') },
    ];
    backend.model.nextResults.set(CALLS.signIn.importShops.path, succeeded({ shopImport: SHOP_IMPORT }));
    // The rows are kept for another try.
    await dialog.getByRole('button', { name: 'Import these rows' }).click();
    await dialog.getByText('3 of 4: 0 imported, 3 failed').waitFor();
    const given = backend.calls.filter(({ path }) => path === CALLS.signIn.importShops.path).at(-1);
    expect(given?.input).toMatchObject({ fileName: 'Pasted rows', file: Buffer.from(rows).toString('base64') });
    expect(await dialog.getByRole('textbox').count()).toBe(0);

    const row = (number: number) => dialog.locator(`tr[data-row="${number}"]`);
    await row(2).getByText('Shopee ZZ').waitFor();
    await row(2).getByText('This site is unknown. Choose one from the list in the template').waitFor();
    expect(await row(5).getByRole('button').count()).toBe(0);
    await row(3).getByRole('button', { name: 'Enter again' }).click();
    const login = page.getByRole('dialog', { name: 'Connect a shop' });
    await poll(() => login.getByLabel('Account').inputValue()).toBe('c@x');
    await poll(() => login.getByRole('combobox', { name: 'Site' }).inputValue()).toBe('MY');
    await poll(() => login.getByRole('radio', { name: 'Lazada' }).isChecked()).toBe(true);
    await poll(() =>
      login.getByLabel('Password', { exact: true }).evaluate((box) => box === document.activeElement),
    ).toBe(true);
    await page.keyboard.press('Escape');
    await row(4).getByRole('button', { name: 'Change the proxy' }).click();
    await dialog.getByRole('tab', { name: 'IP isolation', selected: true }).waitFor();
  });

  it('names the row that is entered again, and shows what becomes of it', async () => {
    const { page, backend } = window;
    const { signIn } = backend.model;
    const counts = { waiting: 0, importing: 0, success: 0, failed: 1 };
    signIn.imports.push({ ...SHOP_IMPORT, counts });
    signIn.rows = [failed(3, { site: MY, identifier: 'c@x' }, 'wrong_account_or_password')];
    const dialog = await openImport();
    const row = dialog.locator('tr[data-row="3"]');
    await row.getByRole('button', { name: 'Enter again' }).click();
    const login = page.getByRole('dialog', { name: 'Connect a shop' });
    await login.getByLabel('Account').fill('d@x');
    await login.getByLabel('Password', { exact: true }).fill('right');
    await page.keyboard.press('Enter');
    await page.locator('[data-sign-in="waiting"]').waitFor();
    const given = backend.calls.filter(({ path }) => path === CALLS.signIn.startSignIn.path);
    expect(given.map(({ input }) => input)).toMatchObject([
      { identifier: 'd@x', corrects: { importId: SHOP_IMPORT.importId, rowNumber: 3 } },
    ]);
    const entered = { rowNumber: 3, site: MY, identifier: 'd@x', refusal: null, signInId: uuidOf('sign-in 0') };
    signIn.tellImport({ ...SHOP_IMPORT, counts: { ...counts, failed: 0, importing: 1 } }, [
      { ...entered, state: 'importing' },
    ]);
    await dialog.locator('tr[data-row="3"][data-state="importing"]').getByText('d@x').waitFor();
    signIn.tellImport({ ...SHOP_IMPORT, counts: { ...counts, failed: 0, success: 1 } }, [
      { ...entered, state: 'success' },
    ]);
    await dialog.locator('tr[data-row="3"][data-state="success"]').waitFor();
    await dialog.getByText('1 of 1: 1 imported, 0 failed').waitFor();
  });

  it('keeps its table in reach of the keyboard', async () => {
    const { page, backend } = window;
    backend.model.signIn.imports.push(SHOP_IMPORT);
    backend.model.signIn.rows = Array.from({ length: 60 }, (_, at) =>
      failed(at + 2, { site: MY, identifier: `shop${at}@x` }, 'import_row_incomplete'),
    );
    const dialog = await openImport();
    const table = dialog.getByRole('region', { name: 'Import' });
    await table.getByRole('row').last().getByText('shop59@x').waitFor();
    await table.focus();
    await page.keyboard.press('End');
    await poll(() => table.evaluate((box) => box.scrollTop)).toBeGreaterThan(0);
  });
});
