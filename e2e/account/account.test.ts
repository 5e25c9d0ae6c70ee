import { reasonText } from '@pasar/api';
import type { Locator } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { CHAT_PATHS, type Desk, LAZADA_AND_TIKTOK, MAIN, SHOPEE_ONLY } from '../src/desk.ts';
import { useSharedDemo } from '../src/harness.ts';
import { PATIENT } from '../src/patience.ts';
import { looks } from '../src/visited.ts';

const harness = useSharedDemo();

/** A browser without any cookie. */
const stranger = (): Promise<Desk> => harness.desk({ cookies: [] });
const cookieNames = async (desk: Desk): Promise<readonly string[]> =>
  (await desk.page.context().cookies()).map(({ name }) => name);
async function isAt(desk: Desk, path: string): Promise<void> {
  await desk.page.waitForURL((url) => url.pathname === path);
}
async function logInAs(username: string): Promise<Desk> {
  const desk = await stranger();
  await desk.goto('/chat/all?lang=en');
  await desk.logIn(username);
  await isAt(desk, CHAT_PATHS.all);
  await desk.page.getByText(/^All \d+ shops connected$/).waitFor();
  return desk;
}

describe('the way in', () => {
  it('leads from a deep link over the login back to it', async () => {
    const desk = await stranger();
    await desk.goto('/chat-lazada/index?lang=en');
    await isAt(desk, '/account/login');
    expect(await cookieNames(desk)).not.toContain('accountId');
    await desk.logIn();
    await desk.page.waitForURL((url) => `${url.pathname}${url.search}` === '/chat-lazada/index?lang=en');
    await desk.shop('Pasar Pagi Store').waitFor();
    expect(await cookieNames(desk)).toContain('accountId');
  });

  it('never leaves this origin after the login', async () => {
    const desk = await stranger();
    await desk.goto(`/account/login?lang=en&redirect=${encodeURIComponent('//elsewhere.example/')}`);
    await desk.logIn();
    await isAt(desk, CHAT_PATHS.all);
    expect(desk.page.url().startsWith(harness.demo.deskUrl)).toBe(true);
  });

  it.each(looks(['zh-CN', 'zh-TW', 'en', 'th'] as const, 1))(
    'says in %s that the password is wrong',
    async (locale) => {
      const desk = await stranger();
      await desk.goto(`/account/login?lang=${locale}`);
      const form = desk.page.locator('form');
      await form.locator('input[autocomplete="username"]').fill(MAIN);
      await form.locator('input[autocomplete="current-password"]').fill('not the password');
      await form.locator('button[type="submit"]').click();
      await desk.page.getByRole('alert').getByText(reasonText('wrong_account_or_password', locale)).waitFor();
      await isAt(desk, '/account/login');
      expect(await cookieNames(desk)).not.toContain('accountId');
      expect(await cookieNames(desk)).not.toContain('pasar_session');
    },
  );

  it('asks for what is missing', async () => {
    const desk = await stranger();
    await desk.goto('/account/login?lang=en');
    await desk.logIn('', 'something');
    await desk.page.getByText('Enter your email or username.').waitFor();
    await desk.logIn(MAIN, '');
    await desk.page.getByText('Enter your password.').waitFor();
  });

  it('does not sign anybody in by an isGray link', async () => {
    const desk = await stranger();
    await desk.goto('/chat/index?lang=en&isGray=1&accountId=42&accountName=Mei');
    await isAt(desk, '/account/login');
    expect(await desk.page.getByLabel('Email or username').inputValue()).toBe('Mei');
    expect(await cookieNames(desk)).not.toContain('accountId');
  });

  it('shows nothing to a made-up accountId cookie', async () => {
    const cookie = { name: 'accountId', value: '42', url: harness.demo.deskUrl };
    const desk = await harness.desk({ cookies: [] });
    await desk.page.context().addCookies([cookie]);
    await desk.goto('/chat/index?lang=en');
    await desk.page.getByRole('dialog', { name: 'You were logged out' }).waitFor();
    expect(await desk.rows()).toEqual([]);
    await desk.page.getByRole('button', { name: 'Log in again' }).click();
    await isAt(desk, '/account/login');
    expect(await cookieNames(desk)).not.toContain('accountId');
  });

  it.each([
    ['/offline', 'You are online'],
    ['/message_tip', 'Message notifications'],
  ])('lets anybody see %s', async (path, title) => {
    const desk = await stranger();
    await desk.goto(`${path}?lang=en`);
    await desk.page.getByRole('heading', { name: title }).waitFor();
    await isAt(desk, path);
  });
});

/** Buyers whom other journeys have left to the member are asked about first. */
async function keepBuyers({ page }: Desk, next: Locator): Promise<void> {
  const keep = page.getByRole('button', { name: 'Keep them and log out' });
  await keep.or(next).first().waitFor();
  if (await keep.isVisible()) await keep.click();
}

describe('the way out', () => {
  it('logs out from the menu of the member; the desk is closed then', async () => {
    const desk = await logInAs(MAIN);
    await desk.page.getByRole('button', { name: '王小美' }).click();
    await desk.page.getByRole('menuitem', { name: 'Log out' }).click();
    await keepBuyers(desk, desk.page.getByRole('heading', { name: 'Log in' }));
    await isAt(desk, '/account/login');
    expect(await cookieNames(desk)).not.toContain('accountId');
    expect(await cookieNames(desk)).not.toContain('pasar_session');
    await desk.goto('/chat/index');
    await isAt(desk, '/account/login');
  });

  it('says that a session was ended elsewhere, and keeps the draft for after the login', async () => {
    const desk = await logInAs(MAIN);
    const [buyer] = await harness.demo.market.quietBuyers('shopee', 'SG');
    if (buyer === undefined) throw new Error('the shop has no quiet buyer');
    await desk.find(buyer.name);
    const saved = desk.page.waitForResponse((response) => response.url().endsWith('/api/desk/saveDraft'));
    await desk.composer.fill('Half an answ');
    await saved;

    const elsewhere = await harness.desk({ cookies: await desk.page.context().cookies() });
    await elsewhere.open(CHAT_PATHS.shopee);
    await elsewhere.page.getByRole('button', { name: '王小美' }).click();
    await elsewhere.page.getByRole('menuitem', { name: 'Log out' }).click();
    // The draft has come to the other device.
    const keep = elsewhere.page.getByRole('button', { name: 'Keep and log out' });
    await keepBuyers(elsewhere, keep);
    await keep.click();

    await desk.page.getByRole('dialog', { name: 'You were logged out' }).waitFor();
    await desk.page.getByRole('button', { name: 'Log in again' }).click();
    await isAt(desk, '/account/login');
    expect(await cookieNames(desk)).not.toContain('accountId');
    await desk.logIn();
    await isAt(desk, CHAT_PATHS.all);
    await desk.find(buyer.name);
    await expect.poll(() => desk.composer.inputValue(), PATIENT).toBe('Half an answ');
  });
});

describe('sub-accounts', () => {
  it.each([
    { username: SHOPEE_ONLY, own: ['shopee'], other: 'lazada', otherCountry: 'PH' },
    { username: LAZADA_AND_TIKTOK, own: ['lazada', 'tiktok'], other: 'shopee', otherCountry: 'TW' },
  ] as const)(
    'shows $username its own shops and nothing of the others',
    async ({ username, own, other, otherCountry }) => {
      const { market } = harness.demo;
      const shops = (await market.demoShops()).filter((shop) => own.some((name) => name === shop.marketplace));
      const desk = await logInAs(username);
      const shown = () => desk.shops.getByRole('option').evaluateAll((rows) => rows.map((row) => row.ariaLabel));
      await expect
        .poll(async () => (await shown()).toSorted(), PATIENT)
        .toEqual(['All shops', ...shops.map(({ name }) => name)].toSorted());

      const [stranger] = await market.quietBuyers(other, otherCountry);
      const mine = shops[0]?.conversations[0];
      if (stranger === undefined || mine === undefined) throw new Error('the world has too few buyers');
      const total = await desk.unreadOfScreen('All shops');
      await market.post(stranger.place, 'Not for everybody.');
      await market.post(mine.place, 'For whoever answers here.');
      await expect.poll(() => desk.unreadOfScreen('All shops'), PATIENT).toBe(total + 1);
      await desk.conversations.getByRole('searchbox', { name: 'Search buyers' }).fill(stranger.name);
      await desk.conversations.getByText('No buyer found').waitFor();
      await desk.goto(`${CHAT_PATHS[other]}?lang=en`);
      await desk.page.getByText('No shop here yet').waitFor();
    },
  );
});
