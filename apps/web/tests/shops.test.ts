import { CALLS } from '@pasar/api';
import { asShopId } from '@pasar/domain';
import { uuidOf } from '@pasar/sync/testing/builders';
import type { Locator } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { poll } from './desk-helpers.ts';
import { windowOfEachTest } from './screen-harness.ts';

/** One grey dot. */
const PICTURE =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNoAAAAggCBd81ytgAAAABJRU5ErkJggg==';

const hasFocus = (of: Locator) => of.evaluate((element) => element === document.activeElement);

const window = windowOfEachTest();

const inputsOf = (path: string) => window.backend.calls.filter((call) => call.path === path).map((call) => call.input);

describe('authorising a shop', () => {
  it('asks for what is missing, then goes through picture and code to the shops', async () => {
    const { page, backend } = window;
    const { signIn } = backend.model;
    await window.enter('/chat-lazada/index?lang=en');
    await page.getByRole('region', { name: 'Shops' }).getByRole('button', { name: 'Connect a shop' }).click();
    const dialog = page.getByRole('dialog', { name: 'Connect a shop' });
    await poll(() => hasFocus(dialog.getByRole('combobox', { name: 'Site' }))).toBe(true);
    await dialog.getByRole('button', { name: 'Log in' }).click();
    await dialog.getByText('Enter the account.').waitFor();
    await dialog.getByText('Choose the site that the account belongs to.').waitFor();
    await poll(() => hasFocus(dialog.getByRole('combobox', { name: 'Site' }))).toBe(true);
    await poll(() => dialog.getByRole('radio', { name: 'Lazada' }).isChecked()).toBe(true);
    await dialog.getByRole('combobox', { name: 'Site' }).selectOption('MY');
    await dialog.getByLabel('Account').fill(' seller@shop.example ');
    await dialog.getByLabel('Password', { exact: true }).fill('secret');
    await dialog.getByRole('button', { name: 'Log in' }).click();
    await dialog.locator('[data-sign-in=waiting]').waitFor();
    expect(inputsOf(CALLS.signIn.startSignIn.path)).toEqual([
      { marketplace: 'lazada', country: 'MY', identifier: 'seller@shop.example', password: 'secret' },
    ]);

    const captcha = { kind: 'captcha', captchaId: '1', captchaType: 'text', image: PICTURE, background: null } as const;
    signIn.tell({ state: 'challenged', challenge: captcha });
    await dialog.getByRole('img', { name: 'Verification picture' }).waitFor();
    await dialog.getByLabel('Characters in the picture').fill('x7kp');
    await page.keyboard.press('Enter');
    await poll(() => inputsOf(CALLS.signIn.answerChallenge.path)).toHaveLength(1);
    signIn.tell({
      state: 'challenged',
      challenge: { ...captcha, captchaId: '2', captchaType: 'unknown', background: PICTURE },
      refusal: { reason: 'captcha_needed', detail: null },
    });
    await dialog.getByRole('alert').waitFor();
    // A type that nobody here knows: both pictures as they are, and a field.
    await poll(() => dialog.getByRole('img', { name: 'Verification picture' }).count()).toBe(2);
    await dialog.getByLabel('Pasar does not know this kind of verification').fill('b2mq');
    await page.keyboard.press('Enter');
    await poll(() => inputsOf(CALLS.signIn.answerChallenge.path)).toHaveLength(2);
    const resendAt = Date.now() - 1;
    signIn.tell({ state: 'challenged', challenge: { kind: 'code', channel: 'sms', target: '*****12', resendAt } });
    await dialog.getByText('A code was sent to the phone number *****12.').waitFor();
    await dialog.getByRole('button', { name: 'Send another code' }).click();
    await poll(() => inputsOf(CALLS.signIn.answerChallenge.path)).toHaveLength(3);
    signIn.tell({ state: 'challenged', challenge: { kind: 'code', channel: 'sms', target: null, resendAt } });
    // The field of the code before goes with its form.
    await dialog.getByText('A code was sent to the phone number *****12.').waitFor({ state: 'hidden' });
    await dialog.getByLabel('Verification code').fill('123456');
    await page.keyboard.press('Enter');
    await poll(() => inputsOf(CALLS.signIn.answerChallenge.path)).toHaveLength(4);
    expect(inputsOf(CALLS.signIn.answerChallenge.path)).toMatchObject([
      { kind: 'captcha', text: 'x7kp' },
      { kind: 'captcha', text: 'b2mq' },
      { kind: 'resend' },
      { kind: 'code', code: '123456' },
    ]);
    signIn.tell({ state: 'logged_in', shopIds: [asShopId(uuidOf('shop 5'))] });
    await dialog.getByText('1 shop is connected. Loading messages…').waitFor();
    await dialog.getByText('KL Beauty Lab').waitFor();
    await poll(() => hasFocus(dialog.getByRole('button', { name: 'Done' }))).toBe(true);
    await dialog.getByRole('button', { name: 'Connect another shop' }).click();
    await poll(() => hasFocus(dialog.getByRole('combobox', { name: 'Site' }))).toBe(true);
    await poll(() => dialog.getByRole('radio', { name: 'Lazada' }).isChecked()).toBe(true);
    await poll(() => dialog.getByLabel('Account').inputValue()).toBe('');
    await page.keyboard.press('Escape');
    await poll(() => dialog.count()).toBe(0);
  });

  it('says why it failed, and tries again with another password', async () => {
    const { page, backend } = window;
    await window.enter('/chat/all?lang=en');
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Commands' }).fill('connect a shop');
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Connect a shop' });
    await poll(() => hasFocus(dialog.getByRole('combobox', { name: 'Site' }))).toBe(true);
    await dialog.getByRole('combobox', { name: 'Site' }).selectOption('SG');
    await dialog.getByLabel('Account').fill('seller');
    await dialog.getByLabel('Password', { exact: true }).fill('wrong');
    await page.keyboard.press('Enter');
    await dialog.locator('[data-sign-in=waiting]').waitFor();
    backend.model.signIn.tell({
      state: 'failed',
      refusal: { reason: 'wrong_account_or_password', detail: 'error_name' },
    });
    await dialog.getByRole('alert').getByText('Wrong account or password.').waitFor();
    await dialog.getByLabel('Password', { exact: true }).fill('right');
    await dialog.getByRole('button', { name: 'Try again' }).click();
    await dialog.locator('[data-sign-in=logging_in]').waitFor();
    expect(inputsOf(CALLS.signIn.retrySignIn.path)).toMatchObject([{ password: 'right' }]);
    backend.model.signIn.tell({ state: 'failed', refusal: { reason: 'login_failed', detail: 'error_of_2027' } });
    await dialog.getByRole('alert').getByText('or contact support. (error_of_2027)').waitFor();
    await page.keyboard.press('Escape');
    await poll(() => dialog.count()).toBe(0);
  });

  it('takes another site or account for another login, in place of the one that failed', async () => {
    const { page, backend } = window;
    const { signIn } = backend.model;
    backend.model.routing.add('office line');
    await window.enter('/chat/all?lang=en');
    await page.getByRole('region', { name: 'Shops' }).getByRole('button', { name: 'Connect a shop' }).click();
    const dialog = page.getByRole('dialog', { name: 'Connect a shop' });
    await dialog.getByRole('combobox', { name: 'Site' }).selectOption('SG');
    await dialog.getByLabel('Account').fill('seler');
    await dialog.getByLabel('Password', { exact: true }).fill('secret');
    await dialog.getByRole('combobox', { name: 'Proxy' }).selectOption({ label: 'office line' });
    await page.getByRole('button', { name: 'Log in', exact: true }).click();
    await dialog.locator('[data-sign-in=waiting]').waitFor();
    signIn.tell({ state: 'failed', refusal: { reason: 'account_not_exist', detail: null } });
    await dialog.locator('[data-sign-in=failed]').waitFor();
    await poll(() => dialog.getByLabel('Account').inputValue()).toBe('seler');
    await poll(() => dialog.getByRole('combobox', { name: 'Site' }).inputValue()).toBe('SG');
    await dialog.getByRole('radio', { name: 'Lazada' }).check({ force: true });
    await dialog.getByLabel('Account').fill('+65 8123 4567');
    await dialog.getByRole('button', { name: 'Try again' }).click();
    await dialog.getByText('A phone number cannot log in here.').waitFor();
    // Another login's password is not known.
    await dialog.getByText('Enter the password.').waitFor();
    expect(inputsOf(CALLS.signIn.startSignIn.path)).toHaveLength(1);
    await dialog.getByLabel('Account').fill('seller@shop.example');
    await dialog.getByLabel('Password', { exact: true }).fill('secret');
    await dialog.getByRole('button', { name: 'Try again' }).click();
    await dialog.locator('[data-sign-in=waiting]').waitFor();
    const [first] = signIn.held.keys();
    await poll(() => inputsOf(CALLS.signIn.cancelSignIn.path)).toEqual([{ signInId: first }]);
    const ipSubjectId = backend.model.routing.subjects[0]?.ip_partition_subject_id;
    expect(inputsOf(CALLS.signIn.startSignIn.path)).toMatchObject([
      { marketplace: 'shopee', country: 'SG', identifier: 'seler', ipSubjectId },
      { marketplace: 'lazada', country: 'SG', identifier: 'seller@shop.example', ipSubjectId },
    ]);
    // The same account by another way out: the server puts it in place of the earlier one.
    signIn.tell({ state: 'failed', refusal: { reason: 'marketplace_unreachable', detail: null } });
    await dialog.getByRole('combobox', { name: 'Proxy' }).selectOption({ label: 'Default' });
    await dialog.getByLabel('Password', { exact: true }).fill('secret');
    await dialog.getByRole('button', { name: 'Try again' }).click();
    await dialog.locator('[data-sign-in=waiting]').waitFor();
    expect(inputsOf(CALLS.signIn.startSignIn.path)).toHaveLength(3);
    expect(inputsOf(CALLS.signIn.retrySignIn.path)).toEqual([]);
    expect(inputsOf(CALLS.signIn.cancelSignIn.path)).toHaveLength(1);
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await poll(() => dialog.count()).toBe(0);
  });

  it('says that a sign-in was left half-way, and goes back to shop management from it', async () => {
    const { page, backend } = window;
    const ipSubjectId = backend.model.routing.add('office line');
    for (const name of ['a', 'b', 'c']) backend.model.signIn.add({ state: 'failed', identifier: name, ipSubjectId });
    await window.enter('/chat/all?lang=en');
    await page.getByRole('button', { name: 'Shop management: 3 accounts wait for you' }).click();
    const manage = page.getByRole('dialog', { name: 'Shop management' });
    const rows = manage.locator('[data-sign-in=failed]');
    await poll(() => rows.count()).toBe(2);
    await manage.getByRole('button', { name: 'Show all 3 failed accounts' }).click();
    await poll(() => rows.count()).toBe(3);
    await rows.last().getByRole('button', { name: 'Continue' }).click();
    const dialog = page.getByRole('dialog', { name: 'Connect a shop' });
    await poll(() => dialog.getByLabel('Account').inputValue()).toBe('c');
    // It still leaves by the proxy that it was begun with.
    await poll(() => dialog.getByRole('combobox', { name: 'Proxy' }).inputValue()).toBe(ipSubjectId);
    await page.keyboard.press('Escape');
    await poll(() => dialog.count()).toBe(0);
    await poll(() => hasFocus(rows.last().getByRole('button', { name: 'Continue' }))).toBe(true);
    await page.keyboard.press('Escape');
    await poll(() => manage.count()).toBe(0);
  });

  it('offers to log in again where a login has expired, and keeps quiet once put aside', async () => {
    const { page, backend } = window;
    await window.enter('/chat/all?lang=en');
    const strip = page.getByRole('alert', { name: 'A shop was logged out' });
    await strip.getByText('ร้านแม่บ้านญี่ปุ่น').waitFor();
    await strip.getByRole('button', { name: 'Log in again' }).click();
    const dialog = page.getByRole('dialog', { name: 'Log the shop in again' });
    await poll(() => hasFocus(dialog.getByRole('button', { name: 'Log in again' }))).toBe(true);
    await page.keyboard.press('Enter');
    await poll(() => inputsOf(CALLS.signIn.signInAgain.path)).toEqual([{ connectionId: uuidOf('connection 7') }]);
    await page.keyboard.press('Escape');
    // What was begun goes on; nothing is asked of the marketplace twice.
    await strip.getByRole('button', { name: 'Log in again' }).click();
    await dialog.locator('[data-sign-in=waiting]').waitFor();
    expect(inputsOf(CALLS.signIn.signInAgain.path)).toHaveLength(1);
    await page.keyboard.press('Escape');
    // From the shop table too, and once it has failed.
    const manage = page.getByRole('dialog', { name: 'Shop management' });
    const fromTable = async () => {
      await page.getByRole('button', { name: /^Shop management/ }).click();
      await manage.getByRole('button', { name: 'Actions of ร้านแม่บ้านญี่ปุ่น' }).click();
      await page.getByRole('menuitem', { name: 'Log in again' }).click();
    };
    await fromTable();
    await dialog.locator('[data-sign-in=waiting]').getByText('known@shop.example').waitFor();
    await dialog.getByText('Shopee · Thailand').waitFor();
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    backend.model.signIn.tell({ state: 'failed', refusal: { reason: 'wrong_account_or_password', detail: null } });
    await fromTable();
    await dialog.getByRole('alert').getByText('Wrong account or password.').waitFor();
    await dialog
      .getByRole('alert')
      .getByText(/Check account and password, then try again/)
      .waitFor();
    await dialog.getByLabel('Password', { exact: true }).fill('right');
    await dialog.getByRole('button', { name: 'Try again' }).click();
    await dialog.locator('[data-sign-in=logging_in]').waitFor();
    expect(inputsOf(CALLS.signIn.signInAgain.path)).toHaveLength(1);
    expect(inputsOf(CALLS.signIn.retrySignIn.path)).toMatchObject([{ password: 'right' }]);
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await strip.getByRole('button', { name: 'Later' }).click();
    await poll(() => strip.count()).toBe(0);
    const shop = backend.model.shops.byId.get(uuidOf('shop 7'));
    if (shop === undefined) throw new Error('no such shop');
    backend.model.append({ kind: 'shop', shop: { ...shop, connection: { state: 'live', refusal: null } } });
    await page.getByRole('button', { name: '2 of 11 shops are not connected' }).waitFor();
    backend.model.append({ kind: 'shop', shop });
    await strip.waitFor();
  });

  it('tells in a dialog of the shop that is worked in, once for each expiry, and of none that is passed', async () => {
    const { page, backend } = window;
    await window.enter('/chat/all?lang=en');
    await page.locator('[data-live="live"]').waitFor();
    const dialog = page.getByRole('dialog', { name: 'A shop was logged out' });
    const conversations = page.getByRole('region', { name: 'Conversations' }).getByRole('listbox');
    // Choosing the shop in the list repeats nothing of what the bar says.
    const expired = page.getByRole('region', { name: 'Shops' }).getByRole('option', { name: 'ร้านแม่บ้านญี่ปุ่น' });
    await expired.click();
    await poll(() => expired.getAttribute('aria-selected')).toBe('true');
    expect(await dialog.count()).toBe(0);
    await page.getByRole('option', { name: 'All shops' }).click();
    // Of shop 7, looked at on the way past, then opened.
    await page.getByRole('option', { name: 'Nurul Izzah', exact: true }).click();
    await conversations.focus();
    const chosen = () => page.getByRole('heading', { level: 2 }).allInnerTexts();
    for (let steps = 0; steps < 12 && !(await chosen()).includes('Trần Văn Đức'); steps += 1) {
      await page.keyboard.press('ArrowDown');
    }
    await poll(chosen).toContain('Trần Văn Đức');
    expect(await dialog.count()).toBe(0);
    await page.keyboard.press('Enter');
    await dialog.getByText('ร้านแม่บ้านญี่ปุ่น', { exact: true }).waitFor();
    // What is being typed goes to the harmless answer.
    await poll(() => hasFocus(dialog.getByRole('button', { name: 'Later' }))).toBe(true);
    await page.keyboard.press('Escape');
    await poll(() => dialog.count()).toBe(0);
    await poll(() => hasFocus(page.getByRole('textbox', { name: 'Message' }))).toBe(true);
    const strip = page.getByRole('alert', { name: 'A shop was logged out' });
    await strip.waitFor();
    await page.getByRole('region', { name: 'Shops' }).getByRole('option', { name: 'ร้านแม่บ้านญี่ปุ่น' }).click();
    expect(await dialog.count()).toBe(0);

    // It recovers and expires anew; the person logs in again.
    const shop = backend.model.shops.byId.get(uuidOf('shop 7'));
    if (shop === undefined) throw new Error('no such shop');
    backend.model.append({ kind: 'shop', shop: { ...shop, connection: { state: 'live', refusal: null } } });
    await strip.waitFor({ state: 'detached' });
    backend.model.append({ kind: 'shop', shop });
    await dialog.getByRole('button', { name: 'Log in again' }).click();
    const again = page.getByRole('dialog', { name: 'Log the shop in again' });
    await again.getByText('ร้านแม่บ้านญี่ปุ่น').waitFor();
    await page.keyboard.press('Escape');
    await poll(() => again.count()).toBe(0);
    expect(await dialog.count()).toBe(0);
  });

  it('leaves out the dialog for those who cannot log in again', async () => {
    const { page, backend } = window;
    backend.model.withdraw('shopManager');
    await window.enter('/chat/all?lang=en');
    await page.getByRole('option', { name: 'Trần Văn Đức', exact: true }).click();
    await page.getByRole('textbox', { name: 'Message' }).waitFor();
    await page.getByRole('alert', { name: 'A shop was logged out' }).waitFor();
    expect(await page.getByRole('dialog').count()).toBe(0);
  });

  it('says of which shop something on the way is told', async () => {
    const { page, backend } = window;
    await window.enter('/chat/all?lang=en');
    await page.locator('[data-live="live"]').waitFor();
    // What is told is heard by the code of the bar's news, which comes behind the first paint.
    await page.getByRole('banner').getByText('Remarks').waitFor();
    const notice = { kind: 'notice', connectionId: uuidOf('connection 0'), host: 'seller.example' } as const;
    backend.send({ type: 'moment', moment: { ...notice, notice: 'ip_isolation_failed' } });
    backend.send({
      type: 'moment',
      moment: { ...notice, notice: 'ip_tip', connectionId: uuidOf('connection of no shop') },
    });
    await page.getByText('Bangkok Gadget House: IP isolation failed. Try again, or change the proxy.').waitFor();
    await page.getByText(/^Connecting to seller.example took too long/).waitFor();
    const ofSignIn = { kind: 'signInNotice', notice: 'shop_login_expire', connectionId: null, host: null } as const;
    backend.send({ type: 'moment', moment: ofSignIn });
    await page.getByText('The shop was logged out. Log it in again.', { exact: true }).waitFor();
  });
});

describe('the shop list', () => {
  const groups = () => window.page.getByRole('region', { name: 'Shops' }).getByRole('group');
  const headings = () => groups().evaluateAll((all) => all.map((group) => group.querySelector('[id]')?.textContent));

  it('has headings by marketplace or country, also where somebody has arranged it', async () => {
    const { page } = window;
    await window.enter('/chat/all?lang=en');
    expect(await headings()).toEqual(['Shopee', 'Lazada', 'TikTok Shop']);
    await page.goto(`${window.url}/chat-lazada/index?lang=en`);
    await poll(headings).toEqual(['Indonesia', 'Thailand', 'Malaysia']);
    // Three shops are seen at a glance.
    expect(await page.getByRole('searchbox', { name: 'Search shops' }).count()).toBe(0);
    await page.goto(`${window.url}/chat/index?lang=en`);
    await page.getByRole('searchbox', { name: 'Search shops' }).fill('thai');
    await poll(() => page.getByRole('region', { name: 'Shops' }).getByRole('option').count()).toBe(2);
    await page.getByRole('searchbox', { name: 'Search shops' }).fill('');
    await page.goto(`${window.url}/chat/all?lang=en`);
    await poll(headings).toEqual(['Shopee', 'Lazada', 'TikTok Shop']);
    const groupBy = async (what: string) => {
      await page.getByRole('button', { name: 'Order and filter of the shop list' }).click();
      await page.getByRole('menuitemradio', { name: what }).click();
    };
    await groupBy('By site');
    await poll(headings).toContain('Malaysia');
    const malaysia = groups().filter({ hasText: 'Malaysia' }).getByRole('option');
    expect(await malaysia.evaluateAll((all) => all.map((shop) => shop.getAttribute('aria-label')))).toEqual([
      'KL Beauty Lab',
      'Snack Haul',
    ]);
    // The keys go through them as they stand.
    await malaysia.first().click();
    await page.getByRole('listbox', { name: 'Shops' }).press('ArrowDown');
    await poll(() => malaysia.last().getAttribute('aria-selected')).toBe('true');
    await page.reload();
    await poll(headings).toContain('Malaysia');
    await groupBy('By marketplace');

    await page.getByRole('button', { name: 'Shop management' }).click();
    const dialog = page.getByRole('dialog', { name: 'Shop management' });
    const grips = dialog.locator('tr[data-shop] button[draggable]');
    await grips.last().focus();
    for (let steps = await grips.count(); steps > 1; steps -= 1) await page.keyboard.press('ArrowUp');
    await poll(headings).toEqual(['TikTok Shop', 'Shopee', 'Lazada']);
    await page.keyboard.press('Escape');
    await groupBy('Not grouped');
    await poll(headings).toEqual([]);
  });

  it('shows how many buyers wait for an answer beside what is unread, and names the marketplace of its screen', async () => {
    const { page } = window;
    await window.enter('/chat-lazada/index?lang=en');
    const options = page.getByRole('region', { name: 'Shops', exact: true }).getByRole('option');
    await poll(() => options.first().getAttribute('aria-label')).toBe('All Lazada shops');
    const shop = page.getByRole('option', { name: 'Jakarta Outdoor' });
    const held = [...window.backend.model.shops.byId.values()].find(({ name }) => name === 'Jakarta Outdoor');
    const waitingCount = held?.waitingCount ?? 0;
    expect(waitingCount).toBeGreaterThan(1);
    expect((await shop.innerText()).split('\n').at(-1)).toBe(`${waitingCount}`);
    await poll(() => shop.getAttribute('aria-description')).toContain(`${waitingCount} buyers wait for an answer`);
  });
});
