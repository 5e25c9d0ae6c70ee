import { CALLS } from '@pasar/api';
import { asShopId } from '@pasar/domain';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Bench, openWindow, startBench, type Window } from './browser.ts';
import { poll } from './desk-helpers.ts';
import { uuidOf } from './fake-data.ts';

/** One grey dot. */
const PICTURE =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNoAAAAggCBd81ytgAAAABJRU5ErkJggg==';

let bench: Bench;
let window: Window;
beforeAll(async () => {
  bench = await startBench();
});
afterAll(() => bench.stop());
beforeEach(async () => {
  window = await openWindow(bench);
});
afterEach(async () => {
  expect(window.complaints).toEqual([]);
  await window.close();
});

const inputsOf = (path: string) => window.backend.calls.filter((call) => call.path === path).map((call) => call.input);

describe('authorising a shop', () => {
  it('asks for what is missing, then goes through picture and code to the shops', async () => {
    const { page, backend } = window;
    const { signIns } = backend.desk;
    await window.enter('/chat-lazada/index?lang=en');
    await page.getByRole('region', { name: 'Shops' }).getByRole('button', { name: 'Authorise a shop' }).click();
    const dialog = page.getByRole('dialog', { name: 'Authorise a shop' });
    await dialog.getByRole('button', { name: 'Log in' }).click();
    await dialog.getByText('Enter the account.').waitFor();
    expect(await dialog.getByRole('radio', { name: 'Lazada' }).isChecked()).toBe(true);
    await dialog.getByRole('combobox', { name: 'Site' }).selectOption('MY');
    await dialog.getByLabel('Account').fill(' seller@shop.example ');
    await dialog.getByLabel('Password', { exact: true }).fill('secret');
    await dialog.getByRole('button', { name: 'Log in' }).click();
    await dialog.locator('[data-sign-in=waiting]').waitFor();
    expect(inputsOf(CALLS.shops.startSignIn.path)).toEqual([
      { marketplace: 'lazada', country: 'MY', identifier: 'seller@shop.example', password: 'secret' },
    ]);

    const captcha = { kind: 'captcha', captchaId: '1', captchaType: 'text', image: PICTURE, background: null } as const;
    signIns.tell({ state: 'challenged', challenge: captcha });
    await dialog.getByRole('img', { name: 'Verification picture' }).waitFor();
    await dialog.getByLabel('Characters in the picture').fill('x7kp');
    await page.keyboard.press('Enter');
    signIns.tell({
      state: 'challenged',
      challenge: { ...captcha, captchaId: '2' },
      refusal: { reason: 'captcha_needed', detail: null },
    });
    await dialog.getByRole('alert').waitFor();
    await dialog.getByLabel('Characters in the picture').fill('b2mq');
    await page.keyboard.press('Enter');
    const resendAt = Date.now() - 1;
    signIns.tell({ state: 'challenged', challenge: { kind: 'code', channel: 'sms', target: '*****12', resendAt } });
    await dialog.getByText('A code was sent to the phone *****12.').waitFor();
    await dialog.getByRole('button', { name: 'Send another code' }).click();
    signIns.tell({ state: 'challenged', challenge: { kind: 'code', channel: 'sms', target: null, resendAt } });
    await dialog.getByLabel('Verification code').fill('123456');
    await page.keyboard.press('Enter');
    await poll(() => inputsOf(CALLS.shops.answerChallenge.path).map((input) => JSON.stringify(input))).toHaveLength(4);
    expect(inputsOf(CALLS.shops.answerChallenge.path)).toMatchObject([
      { kind: 'captcha', text: 'x7kp' },
      { kind: 'captcha', text: 'b2mq' },
      { kind: 'resend' },
      { kind: 'code', code: '123456' },
    ]);
    signIns.tell({ state: 'logged_in', shopIds: [asShopId(uuidOf('shop 5'))] });
    await dialog.getByText('1 shop is authorised. Its messages are coming.').waitFor();
    await dialog.getByText('KL Beauty Lab').waitFor();
    await page.keyboard.press('Enter');
    await poll(() => dialog.count()).toBe(0);
  });

  it('says why it failed, and tries again with another password', async () => {
    const { page, backend } = window;
    await window.enter('/chat/all?lang=en');
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Commands' }).fill('authorise');
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Authorise a shop' });
    await dialog.getByLabel('Account').fill('seller');
    await dialog.getByLabel('Password', { exact: true }).fill('wrong');
    await page.keyboard.press('Enter');
    await dialog.locator('[data-sign-in=waiting]').waitFor();
    backend.desk.signIns.tell({
      state: 'failed',
      refusal: { reason: 'wrong_account_or_password', detail: 'error_name' },
    });
    await dialog.getByRole('alert').getByText('Wrong account or password.').waitFor();
    await dialog.getByLabel('Password').fill('right');
    await dialog.getByRole('button', { name: 'Try again' }).click();
    await dialog.locator('[data-sign-in=logging_in]').waitFor();
    expect(inputsOf(CALLS.shops.retrySignIn.path)).toMatchObject([{ password: 'right' }]);
    backend.desk.signIns.tell({ state: 'failed', refusal: { reason: 'login_failed', detail: 'error_of_2027' } });
    await dialog.getByRole('alert').getByText('or contact support. (error_of_2027)').waitFor();
    await page.keyboard.press('Escape');
    await poll(() => dialog.count()).toBe(0);
  });

  it('offers to log in again where a login has expired, and keeps quiet once put aside', async () => {
    const { page, backend } = window;
    await window.enter('/chat/all?lang=en');
    const strip = page.getByRole('alert', { name: "A shop's authorisation has expired" });
    await strip.getByText('ร้านแม่บ้านญี่ปุ่น').waitFor();
    await strip.getByRole('button', { name: 'Log in again' }).click();
    const dialog = page.getByRole('dialog', { name: 'Log the shop in again' });
    await dialog.getByRole('button', { name: 'Log in again' }).click();
    await poll(() => inputsOf(CALLS.shops.signInAgain.path)).toEqual([{ connectionId: uuidOf('connection 7') }]);
    await page.keyboard.press('Escape');
    await strip.getByRole('button', { name: 'Later' }).click();
    await poll(() => strip.count()).toBe(0);
    const shop = backend.desk.shops.get(uuidOf('shop 7'));
    if (shop === undefined) throw new Error('no such shop');
    backend.desk.append({ kind: 'shop', shop: { ...shop, connection: { state: 'live', refusal: null } } });
    await page.getByRole('button', { name: '2 of 11 shops are not live' }).waitFor();
    backend.desk.append({ kind: 'shop', shop });
    await strip.waitFor();
  });

  it('says of which shop something on the way is told', async () => {
    const { page, backend } = window;
    await window.enter('/chat/all?lang=en');
    await page.locator('[data-live="live"]').waitFor();
    const notice = { kind: 'notice', connectionId: uuidOf('connection 0'), host: 'seller.example' } as const;
    backend.send({ type: 'moment', moment: { ...notice, notice: 'ip_isolation_failed' } });
    backend.send({
      type: 'moment',
      moment: { ...notice, notice: 'ip_tip', connectionId: uuidOf('connection of no shop') },
    });
    await page.getByText('Bangkok Gadget House: IP isolation failed. Try again, or change the proxy.').waitFor();
    await page.getByText(/^Connecting to seller.example took too long/).waitFor();
  });
});

describe('the shop list', () => {
  const groups = () => window.page.getByRole('region', { name: 'Shops' }).getByRole('group');
  const headings = () => groups().evaluateAll((all) => all.map((group) => group.firstElementChild?.textContent));

  it('has headings until somebody arranges it: marketplaces where all are listed, else countries', async () => {
    const { page } = window;
    await window.enter('/chat/all?lang=en');
    expect(await headings()).toEqual(['Shopee', 'Lazada', 'TikTok Shop']);
    await page.goto(`${window.url}/chat-lazada/index?lang=en`);
    await poll(headings).toEqual(['Indonesia', 'Malaysia', 'Thailand']);
    // Three shops are seen at a glance.
    expect(await page.getByRole('searchbox', { name: 'Find a shop' }).count()).toBe(0);
    await page.goto(`${window.url}/chat/index?lang=en`);
    await page.getByRole('searchbox', { name: 'Find a shop' }).fill('thai');
    await poll(() => page.getByRole('region', { name: 'Shops' }).getByRole('option').count()).toBe(2);
    await page.getByRole('searchbox', { name: 'Find a shop' }).fill('');
    await page.getByRole('button', { name: 'Shop management' }).click();
    const dialog = page.getByRole('dialog', { name: 'Shop management' });
    await dialog.locator('tr[data-shop]').nth(1).locator('button[draggable]').focus();
    await page.keyboard.press('ArrowUp');
    await poll(headings).toEqual([]);
  });

  it('shows how many buyers wait for an answer beside what is unread', async () => {
    const { page } = window;
    await window.enter('/chat-lazada/index?lang=en');
    const shop = page.getByRole('option', { name: 'Jakarta Outdoor' });
    expect((await shop.innerText()).split('\n').at(-1)).toBe('2');
    expect(await shop.getAttribute('aria-description')).toContain('2 buyers wait for an answer');
  });
});

describe('shop management', () => {
  it('finds, arranges and hides shops, by keys as well', async () => {
    const { page } = window;
    await window.enter('/chat/all?lang=en');
    await page.getByRole('button', { name: 'Shop management' }).click();
    const dialog = page.getByRole('dialog', { name: 'Shop management' });
    await dialog.getByRole('searchbox', { name: 'Find a shop' }).fill('jakarta');
    await poll(() => dialog.locator('tr[data-shop]').count()).toBe(1);
    await dialog.getByRole('searchbox', { name: 'Find a shop' }).fill('');
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

  it('shows an import as it goes on, failed rows first', async () => {
    const { page, backend } = window;
    const shopImport = {
      importId: uuidOf('import'),
      fileName: 'shops.xlsx',
      createdAt: Date.now(),
      counts: { waiting: 1, importing: 1, success: 1, failed: 0 },
    };
    const row = { marketplace: 'shopee', country: 'MY', refusal: null, signInId: uuidOf('row') } as const;
    const rows = [
      { ...row, rowNumber: 2, identifier: 'a@x', state: 'success' as const },
      { ...row, rowNumber: 3, identifier: 'b@x', state: 'importing' as const },
      { ...row, rowNumber: 4, identifier: 'c@x', state: 'waiting' as const },
    ];
    backend.desk.signIns.imports.push(shopImport);
    backend.desk.signIns.rows = rows;
    await window.enter('/chat/all?lang=en');
    await page.getByRole('button', { name: 'Shop management' }).click();
    const dialog = page.getByRole('dialog', { name: 'Shop management' });
    await dialog.getByRole('tab', { name: 'Bulk import' }).click();
    await dialog.getByText('1 of 3: 1 imported, 0 failed').waitFor();
    const failed = { reason: 'account_frozen', detail: null } as const;
    backend.desk.signIns.tellImport({ ...shopImport, counts: { waiting: 0, importing: 0, success: 2, failed: 1 } }, [
      ...rows.slice(0, 2).map((item) => ({ ...item, state: 'success' as const })),
      { ...row, rowNumber: 4, identifier: 'c@x', state: 'failed', refusal: failed },
    ]);
    await dialog.locator('[data-import=done]').getByText('3 of 3: 2 imported, 1 failed').waitFor();
    await poll(() => dialog.locator('tr[data-row]').first().getAttribute('data-row')).toBe('4');
    await dialog.getByText('The marketplace has frozen this account.').waitFor();
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
    await office.getByText(/asks for its own login/).waitFor();
    await page.keyboard.press('Escape');
    await poll(() => office.count()).toBe(0);
    expect(await dialog.count()).toBe(1);
    await choose();
    const opened = context.waitForEvent('page');
    await office.getByRole('button', { name: 'Open in a new tab' }).click();
    await (await opened).getByText('its own login').waitFor();
    expect((await opened).url()).toBe('https://seller.shopee.com.br/');
    await (await opened).close();

    const { permissionCodeList } = backend.desk.member;
    permissionCodeList.splice(permissionCodeList.indexOf('sellerCenter'), 1);
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
    backend.broken.add(CALLS.shops.importTemplate.path);
    await dialog.getByRole('button', { name: 'Download the template' }).click();
    await page.getByText('The server cannot be reached. Check the network; we keep trying.').waitFor();
  });
});

describe('the proxy setting', () => {
  it('says what is required before anything is tested', async () => {
    const { page } = window;
    await window.enter('/chat/all?lang=en');
    await page.goto(`${window.url}/account/setting_proxy?lang=en`);
    await page.getByLabel('Port').fill('70000');
    await page.getByRole('button', { name: 'Test' }).click();
    await page.getByText('An IP or host name is required.').waitFor();
    await page.getByText('A port is required, from 1 to 65535.').waitFor();
    await page.getByLabel('IP or host name').fill('203.0.113.10');
    await page.getByLabel('Port').fill('8080');
    await poll(() => page.getByText(/is required/).count()).toBe(0);
    expect(inputsOf(CALLS.proxy.testProxy.path)).toEqual([]);
    await page.getByRole('button', { name: 'Test' }).click();
    await poll(() => inputsOf(CALLS.proxy.testProxy.path)).toMatchObject([{ host: '203.0.113.10', port: '8080' }]);
  });
});
