import { type AlertSettings, CALLS, type JudgedRow, type LoginHealthView, type ShopView } from '@pasar/api';
import { refusal } from '@pasar/domain';
import { succeeded } from '@pasar/sync';
import { aShop, uuidOf } from '@pasar/sync/testing/builders';
import { beforeEach, describe, expect, it } from 'vitest';
import { violationsOn } from './axe.ts';
import { poll } from './desk-helpers.ts';
import { windowOfEachTest } from './screen-harness.ts';

const window = windowOfEachTest();
const DAY_MS = 86_400_000;
const CODE = { kind: 'code', channel: 'sms', target: null, resendAt: null } as const;
const loggedOut = { state: 'failed', refusal: refusal('shop_login_expired') } as const;

const SHOPS: readonly ShopView[] = [
  aShop(1, 'shopee', { connection: loggedOut }),
  aShop(2, 'shopee', { connection: loggedOut }),
  aShop(3, 'lazada', { connection: loggedOut }),
  aShop(4, 'tiktok', { connection: { state: 'interrupted', refusal: refusal('ip_isolation_failed') } }),
  aShop(5, 'shopee'),
  aShop(6, 'shopee', { connectionId: aShop(5).connectionId }),
  aShop(7, 'lazada'),
];
const health = (number: number, over: Partial<LoginHealthView> = {}): LoginHealthView => ({
  connectionId: aShop(number).connectionId,
  identifier: `seller${number}@x`,
  signedInAt: null,
  failedSince: null,
  awaySince: null,
  expected: null,
  ...over,
});

beforeEach(async () => {
  const { model } = window.backend;
  await window.signIn();
  model.shops.byId.clear();
  for (const shop of SHOPS) model.shops.setShop(shop);
  const signedInAt = Date.now() - 10 * DAY_MS + 60_000;
  model.answerWith(CALLS.logins.loginHealth, () =>
    succeeded({
      logins: [
        health(1, { failedSince: Date.now() - 3_660_000 }),
        health(2, { failedSince: Date.now() - 7_260_000 }),
        health(3),
        health(4),
        health(5, { signedInAt, expected: { lifeMs: 30 * DAY_MS, basis: 'login', seen: 3 } }),
        health(7, { signedInAt, expected: { lifeMs: 10.5 * DAY_MS, basis: 'marketplace', seen: 1 } }),
      ],
    }),
  );
});

const rows = () => window.page.locator('tr[data-login]');
const troubles = () => rows().evaluateAll((all) => all.map((row) => row.getAttribute('data-trouble')));
const openChat = () => window.page.goto(`${window.url}/chat/all?lang=en`);
const openPage = () => window.page.goto(`${window.url}/accounts?lang=en`);

describe('the page of accounts', () => {
  it('is for members who manage shops, and closes when the key is taken away', async () => {
    const { page, backend } = window;
    await openChat();
    await page.locator('[data-live="live"]').waitFor();
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox').fill('account health');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/accounts');
    await rows().first().waitFor();
    backend.model.withdraw('shopManager');
    await page.waitForURL('**/chat/all');
    await page.goto(new URL('/accounts', page.url()).href);
    await page.waitForURL('**/chat/all');
    expect(await page.getByRole('heading', { name: 'Account health' }).count()).toBe(0);
  });

  it('is reached from the state of the shops in the bar, also while nothing hurts', async () => {
    const { page, backend } = window;
    await openChat();
    for (const shop of SHOPS) backend.model.shops.setShop({ ...shop, connection: aShop(5).connection });
    const state = page.getByRole('banner').getByRole('button', { name: 'All 7 shops connected' });
    await state.press('Enter');
    await page.getByRole('menuitem', { name: 'Show all accounts' }).press('Enter');
    await page.waitForURL('**/accounts');
    await rows().first().waitFor();
    backend.model.withdraw('shopManager');
    await poll(() => state.count()).toBe(0);
    await page.getByText('All 7 shops connected', { exact: true }).waitFor();
  });

  it('shows the most troubled first, with what mends it and how long a login goes on, and narrows by trouble', async () => {
    const { page } = window;
    await openPage();
    await poll(troubles).toEqual(['loggedOut', 'loggedOut', 'loggedOut', 'proxy', 'expiring', 'none']);
    await poll(() => rows().first().innerText()).toContain('seller2@x');
    await poll(() => rows().first().innerText()).toContain('for 2 hours');
    const fine = page.locator('tr[data-trouble=none]');
    await fine.getByText('about 20 days').waitFor();
    await fine.getByText('This account lasted about 30 days before (3 seen).').waitFor();
    await fine.getByText('Shop 5 and Shop 6').waitFor();
    await page
      .locator('tr[data-trouble=expiring]')
      .getByText(/Other Lazada accounts lasted about 10 days/)
      .waitFor();
    expect(await page.locator('tr[data-trouble=loggedOut]').first().getByText(/about/).count()).toBe(0);
    const learnt = 'Not known yet. Pasar learns it when the first accounts have been logged out.';
    await page.locator('tr[data-trouble=proxy]').getByRole('img', { name: learnt }).waitFor();
    expect(await page.locator('tr[data-trouble=loggedOut]').getByRole('img', { name: learnt }).count()).toBe(0);
    await page.getByRole('button', { name: 'Proxy fails 1' }).click();
    await poll(troubles).toEqual(['proxy']);
    await page.getByRole('button', { name: /^Change the proxy/ }).waitFor();
    await page.getByRole('button', { name: 'All 6' }).click();
    expect(await violationsOn(page)).toEqual([]);
  });

  it('logs in again in turn, one at a marketplace, and works through what asks for a person by keyboard', async () => {
    const { page, backend } = window;
    const { signIn } = backend.model;
    const begun = () => [...signIn.held.values()].map(({ connectionId }) => connectionId);
    const idOf = (number: number) => {
      const found = [...signIn.held.values()].find(({ connectionId }) => connectionId === aShop(number).connectionId);
      if (found === undefined) throw new Error(`no sign-in of ${number}`);
      return found.signInId;
    };
    const loginOf = (number: number) => aShop(number).connectionId;
    await openPage();
    // Which of them leads is known with how long each has been logged out.
    await poll(() => rows().first().getAttribute('data-login')).toBe(loginOf(2));
    await page.getByRole('button', { name: 'Log all logged-out accounts in again (3)' }).press('Enter');
    // The second of Shopee waits for the first.
    await poll(begun).toEqual([loginOf(2), loginOf(3)]);
    const queue = page.getByRole('region', { name: 'Logging in again in turn' });
    signIn.tellOf(idOf(2), { state: 'challenged', challenge: CODE });
    await poll(begun).toEqual([loginOf(2), loginOf(3), loginOf(1)]);
    signIn.tellOf(idOf(3), { state: 'challenged', challenge: CODE });
    await queue.getByRole('button', { name: 'Answer verifications (2)' }).press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Answer verifications' });
    await dialog.getByText('2 waiting for you').waitFor();
    // Whose verification it is, in words: several look alike.
    const askedFor = (number: number) => dialog.getByRole('region', { name: aShop(number).name });
    await askedFor(2).waitFor();
    await page.keyboard.type('111111');
    await page.keyboard.press('Enter');
    await dialog.getByText('1 waiting for you').waitFor();
    await askedFor(3).waitFor();
    await page.keyboard.type('222222');
    await page.keyboard.press('Enter');
    await dialog.getByText('Nothing waits for you now.').waitFor();
    const answers = backend.calls.filter(({ path }) => path === CALLS.signIn.answerChallenge.path);
    expect(answers.map(({ input }) => input)).toMatchObject([
      { signInId: idOf(2), code: '111111' },
      { signInId: idOf(3), code: '222222' },
    ]);
    signIn.tellOf(idOf(2), { state: 'logged_in' });
    signIn.tellOf(idOf(3), { state: 'logged_in' });
    signIn.tellOf(idOf(1), { state: 'failed', refusal: refusal('account_frozen') });
    await page.keyboard.press('Enter');
    await queue.getByText('2 of 3 logged in').waitFor();
    const failed = queue.getByRole('list', { name: 'What did not work' });
    await failed.getByText('The marketplace has frozen this account. Ask its seller support.').waitFor();
    await queue.getByRole('button', { name: 'Try the failed ones again' }).click();
    await poll(begun).toEqual([loginOf(2), loginOf(3), loginOf(1), loginOf(1)]);
    await queue.getByRole('button', { name: 'Cancel the rest' }).click();
    await poll(() => [...signIn.held.values()].at(-1)?.state).toBe('cancelled');
    await queue.getByRole('button', { name: 'Close the list' }).click();
    await poll(() => queue.count()).toBe(0);
  });
});

describe('groups of shops', () => {
  it('narrow the shop list, the table and the accounts, choose shops for a group, and follow other windows', async () => {
    const { page, backend } = window;
    const { shops } = backend.model;
    const [first, second] = [...shops.byId.values()];
    if (first === undefined || second === undefined) throw new Error('the model has no shops');
    const night = { groupId: uuidOf('night'), name: 'Night', color: 'violet' as const, shopIds: [first.shopId] };
    shops.setGroups([night]);
    const saved: unknown[] = [];
    backend.model.answerWith(CALLS.shopGroups.saveGroup, (input) => {
      saved.push(input);
      return succeeded({ groupId: uuidOf('day') });
    });
    await openPage();
    await page.getByRole('button', { name: 'Night' }).click();
    await poll(() => rows().count()).toBe(1);
    await page.getByRole('button', { name: 'Shop management' }).click();
    const dialog = page.getByRole('dialog', { name: 'Shop management' });
    await dialog.getByRole('button', { name: 'Night' }).click();
    await poll(() => dialog.locator('tr[data-shop]').count()).toBe(1);
    await dialog.getByRole('tab', { name: 'Groups' }).click();
    await dialog.getByRole('button', { name: 'Add a group' }).click();
    const adding = page.getByRole('dialog', { name: 'Add a group' });
    await page.keyboard.type('Night');
    await page.keyboard.press('Enter');
    await adding.getByText('Another group has this name. Choose another one.').waitFor();
    await adding.getByLabel('Name').fill('Day');
    await adding.getByRole('button', { name: 'Night' }).click();
    await adding.getByText('1 shop chosen').waitFor();
    await adding.getByLabel('Name').press('Enter');
    await poll(() => saved).toMatchObject([{ name: 'Day', color: 'red', shopIds: [first.shopId] }]);
    await page.keyboard.press('Escape');

    shops.setShop(aShop(8, 'shopee'));
    await page.goto(`${window.url}/chat/all?lang=en`);
    const list = page.locator('[data-pane=shops]');
    await list.getByRole('button', { name: 'Order and filter of the shop list' }).click();
    await page.getByRole('menuitemradio', { name: 'Night' }).click();
    const options = () => list.getByRole('option').count();
    await poll(options).toBe(2);
    shops.setGroups([{ ...night, shopIds: [first.shopId, second.shopId] }]);
    await poll(options).toBe(3);
    await list.getByRole('button', { name: /^Only the group Night/ }).click();
    await poll(options).toBe(shops.byId.size + 1);
  });
});

describe('a workbook of shops', () => {
  it('shows what it would change, asks once before it unbinds, and shows the rows again when the shops have changed', async () => {
    const { page, backend } = window;
    const { model } = backend;
    const [first, second] = [...model.shops.byId.values()];
    if (first === undefined || second === undefined) throw new Error('the model has no shops');
    const row = { site: 'Shopee TH', platformShopId: '1' };
    const rows: JudgedRow[] = [
      { ...row, rowNumber: 2, verdict: { kind: 'rename', shopId: first.shopId, from: null, to: 'Night shop' } },
      { ...row, rowNumber: 3, verdict: { kind: 'unbind', shopId: second.shopId } },
      { ...row, rowNumber: 4, verdict: { kind: 'fault', fault: 'unclear' } },
    ];
    model.answerWith(CALLS.shopWorkbook.judgeShops, () => succeeded({ rows, mark: 'first' }));
    const marks: string[] = [];
    model.answerWith(CALLS.shopWorkbook.applyShops, ({ mark }) => {
      marks.push(mark);
      return succeeded({ isApplied: mark === 'second', rows, mark: 'second' });
    });
    await openPage();
    await page.getByRole('button', { name: 'Shop management' }).click();
    const dialog = page.getByRole('dialog', { name: 'Shop management' });
    await dialog.getByRole('tab', { name: 'Bulk change' }).click();
    await dialog.getByRole('button', { name: 'Paste rows' }).click();
    await dialog.getByLabel(/^Rows copied from a spreadsheet/).fill('Shop ID\tAlias\n1\tNight shop');
    await dialog.getByRole('button', { name: 'Show the changes' }).click();
    await dialog.getByText('Aliases to change: 1. Shops to unbind: 1. Rows with a fault: 1.').waitFor();
    const shown = dialog.locator('tr[data-verdict]');
    expect(await shown.evaluateAll((all) => all.map((one) => one.getAttribute('data-verdict')))).toEqual([
      'fault',
      'unbind',
      'rename',
    ]);
    await dialog.getByRole('button', { name: 'Make the changes (2)' }).click();
    expect(marks).toEqual([]);
    await page.getByRole('button', { name: 'Unbind 1' }).click();
    await dialog.getByText(/^The shops have changed meanwhile/).waitFor();
    await dialog.getByRole('button', { name: 'Make the changes (2)' }).click();
    await page.getByRole('button', { name: 'Unbind 1' }).click();
    await page.getByText('The changes are made.').waitFor();
    expect(marks).toEqual(['first', 'second']);
  });
});

describe('alerts', () => {
  it('stand in the bar and in the settings, a new one is told by a toast, and rules and quiet hours are saved', async () => {
    const { page, backend } = window;
    const { shops } = backend.model;
    const lasting = {
      alertId: uuidOf('first'),
      kind: 'loggedOut' as const,
      name: 'Kopi Corner',
      beganAt: Date.now() - 900_000,
      toldAt: null,
      overAt: null,
    };
    const saved: unknown[] = [];
    let settings: AlertSettings = { offKinds: ['proxyDead'], mailAddresses: ['owner@x.example'], quiet: null };
    backend.model.answerWith(CALLS.alerts.readSettings, () => succeeded({ settings, hasMail: true }));
    backend.model.answerWith(CALLS.alerts.saveSettings, (input) => {
      saved.push(input);
      settings = input.settings;
      return succeeded({});
    });
    shops.setAlerts([lasting]);
    await page.goto(`${window.url}/settings/alerts?lang=zh-CN`);
    await page.getByText('留空则不发送邮件。Webhook').waitFor();
    await page.goto(`${window.url}/settings/alerts?lang=en`);
    await page.getByText('Trouble of the server itself (disk, database) is mailed to its administrator.').waitFor();
    await page.getByRole('link', { name: '1 alert', exact: true }).waitFor();
    const row = page.getByRole('row', { name: /Logged out: Kopi Corner/ });
    expect(await row.getByRole('cell').allTextContents()).toEqual([
      'Logged out: Kopi Corner',
      expect.any(String),
      'Quiet hours',
      'Lasting',
    ]);
    const dead = { ...lasting, alertId: uuidOf('second'), kind: 'proxyDead' as const, name: 'Bangkok' };
    shops.setAlerts([dead, { ...lasting, overAt: Date.now() }]);
    await page.getByRole('alert').getByText('Proxy fails: Bangkok').waitFor();
    await poll(() => page.getByRole('link', { name: '1 alert', exact: true }).count()).toBe(1);

    const save = page.getByRole('button', { name: 'Save' });
    const failing = page.getByRole('checkbox', { name: 'Answers fail' });
    await poll(() => save.isDisabled()).toBe(true);
    await failing.uncheck();
    await poll(() => save.isEnabled()).toBe(true);
    await failing.check();
    await poll(() => save.isDisabled()).toBe(true);
    await failing.uncheck();
    await page.getByRole('checkbox', { name: 'Send nothing in some hours' }).check();
    await page.getByLabel('From').fill('21:30');
    await page.getByLabel('Time zone').selectOption('Asia/Bangkok');
    await page.getByLabel('Tell these email addresses').fill('a@x.example\nnobody');
    await save.click();
    await page.getByRole('alert').getByText('nobody: Enter an email address, such as anna@shop.example.').waitFor();
    expect(saved).toEqual([]);
    await page.getByLabel('Tell these email addresses').fill('a@x.example, b@x.example');
    await save.click();
    await poll(() => saved).toMatchObject([
      {
        settings: {
          offKinds: ['proxyDead', 'answersFail'],
          mailAddresses: ['a@x.example', 'b@x.example'],
          quiet: { from: 1_290, to: 420, timeZone: 'Asia/Bangkok' },
        },
      },
    ]);
    await poll(() => save.isDisabled()).toBe(true);
    expect(await violationsOn(page)).toEqual([]);
  });
});
