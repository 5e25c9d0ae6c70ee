import { CALLS } from '@pasar/api';
import { uuidOf } from '@pasar/sync/testing/builders';
import { describe, expect, it } from 'vitest';
import type { Window } from './browser.ts';
import { open, poll } from './desk-helpers.ts';
import { windowOpener } from './screen-harness.ts';

const openWindow = windowOpener();
let window: Window;

describe('signing in', () => {
  it('leads to the place that was wanted, and says next to the form what is wrong', async () => {
    window = await openWindow();
    const { page, url } = window;
    await page.goto(`${url}/chat-lazada/index`);
    await page.waitForURL('**/account/login?redirect=*');
    const submit = page.getByRole('button', { name: 'Log in', exact: true });
    await submit.click();
    await page.getByRole('alert').getByText('Enter your email or username.').waitFor();
    await page.getByLabel('Email or username').fill('demo');
    await submit.click();
    await page.getByRole('alert').getByText('Enter your password.').waitFor();
    await page.getByLabel('Password', { exact: true }).fill('wrong');
    await submit.click();
    await page.getByRole('alert').getByText('Wrong account or password.').waitFor();
    await page.getByRole('button', { name: 'Use demo account' }).click();
    await page.keyboard.press('Tab');
    await submit.click();
    await page.getByRole('region', { name: 'Conversations' }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/chat-lazada/index');
  });

  it('is asked for on every path but the public ones', async () => {
    window = await openWindow();
    const { page, url } = window;
    for (const path of ['/', '/chat/index', '/chat/all', '/nowhere']) {
      await page.goto(url + path);
      await page.waitForURL('**/account/login*');
    }
    await page.getByRole('link', { name: 'Proxy setting' }).click();
    await page.getByText('A proxy belongs to your account, so').waitFor();
    await page.goto(`${url}/offline`);
    await page.getByRole('heading', { name: 'You are online' }).waitFor();
    await window.context.setOffline(true);
    await page.getByRole('heading', { name: 'You are offline' }).waitFor();
    await window.context.setOffline(false);
    await page.waitForURL('**/account/login*');
    await page.goto(`${url}/message_tip`);
    await page.getByRole('heading', { name: 'Message notifications' }).waitFor();
  });

  it('isGray in a link pre-fills the name and does not sign in', async () => {
    window = await openWindow();
    const { page, url, context, backend } = window;
    await page.goto(`${url}/chat/index?isGray=2&accountId=99&accountName=anna&affiliateCode=A1`);
    await page.waitForURL('**/account/login*');
    await poll(() => page.getByLabel('Email or username').inputValue()).toBe('anna');
    const cookies = Object.fromEntries((await context.cookies()).map(({ name, value }) => [name, value]));
    expect(cookies).toEqual({ isGray: '1' });
    expect(backend.calls[0]).toMatchObject({ path: '/api/account/index/getUiConfig', input: { affiliateCode: 'A1' } });
  });

  it('loads the UI configuration before any navigation, and offers another try when it cannot', async () => {
    window = await openWindow();
    const { page, url, backend } = window;
    backend.broken.add('/api/account/index/getUiConfig');
    await page.goto(`${url}/chat/index`);
    await page.getByRole('heading', { name: 'Pasar cannot start' }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/chat/index');
    backend.broken.clear();
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByLabel('Password', { exact: true }).waitFor();
  });

  it('speaks the language asked for, in calls too, and keeps it', async () => {
    window = await openWindow({ locale: 'zh-TW' });
    const { page, url, backend } = window;
    await page.goto(`${url}/account/login`);
    await page.getByRole('heading', { name: '登入' }).waitFor();
    await page.goto(`${url}/account/login?lang=th`);
    await page.getByRole('heading', { name: 'เข้าสู่ระบบ' }).waitFor();
    await poll(() => page.locator('html').getAttribute('lang')).toBe('th');
    await page.goto(`${url}/account/login`);
    await page.getByRole('heading', { name: 'เข้าสู่ระบบ' }).waitFor();
    expect(backend.calls.at(-1)?.language).toBe('th');
    await page.getByRole('button', { name: 'ภาษา' }).click();
    await page.getByRole('menuitemradio', { name: '简体中文' }).click();
    await page.getByRole('heading', { name: '登录' }).waitFor();
    await page.goto(`${url}/account/login?lang=fr`);
    await page.getByRole('heading', { name: 'Log in' }).waitFor();
  });

  it('shows the characters of a password to whoever asks, in every language, and covers them again', async () => {
    window = await openWindow();
    const { page, url } = window;
    const names = {
      'zh-CN': ['密码', '显示字符'],
      'zh-TW': ['密碼', '顯示字元'],
      th: ['รหัสผ่าน', 'แสดงตัวอักษร'],
      en: ['Password', 'Show characters'],
    } as const;
    for (const [locale, [label, toggle]] of Object.entries(names)) {
      await page.goto(`${url}/account/login?lang=${locale}`);
      const box = page.getByLabel(label, { exact: true });
      await box.fill('s3cret');
      const button = page.getByRole('button', { name: toggle, exact: true, pressed: false });
      await button.click();
      await poll(() => box.getAttribute('type')).toBe('text');
      await poll(() => box.inputValue()).toBe('s3cret');
      await page.getByRole('button', { name: toggle, exact: true, pressed: true }).waitFor();
    }
    await page.getByLabel('Email or username').fill('demo');
    await page.getByRole('button', { name: 'Log in', exact: true }).click();
    await page.getByRole('alert').getByText('Wrong account or password.').waitFor();
    await poll(() => page.getByLabel('Password', { exact: true }).getAttribute('type')).toBe('password');
  });

  it('ends with a dialog when the session has expired; what was typed is there after the next login', async () => {
    window = await openWindow();
    const { page, backend, context } = window;
    await window.enter('/chat/all');
    await page.getByRole('option', { name: 'John Tan', exact: true }).click();
    const box = page.getByRole('textbox', { name: 'Message' });
    await page.locator('[data-live=live]').waitFor();
    await box.fill('on its way');
    // The message is on its way when the session ends, whatever else the window asks for meanwhile.
    backend.broken.add('/api/desk/sendText');
    await box.press('Enter');
    await page.getByRole('log').getByText('on its way').waitFor();
    backend.isExpired = true;
    backend.broken.delete('/api/desk/sendText');
    const expired = page.getByRole('dialog', { name: 'You were logged out' });
    await expired.waitFor();
    // What the window was told of the shops may be old by now.
    await page.locator('[data-pane="shops"] [data-tone="unknown"]').first().waitFor();
    expect(await page.locator('[data-pane="shops"] [data-tone="good"]').count()).toBe(0);
    await expired.getByRole('button', { name: 'Log in again' }).click();
    await page.waitForURL('**/account/login*');
    expect((await context.cookies()).map(({ name }) => name)).not.toContain('accountId');
    backend.isExpired = false;
    await page.getByRole('button', { name: 'Use demo account' }).click();
    await page.getByRole('button', { name: 'Log in', exact: true }).click();
    await page.getByRole('log').getByText('on its way').waitFor();
    await page.locator('[data-mark="sent"]').last().waitFor();
    const posted = backend.calls.filter(({ path }) => path === '/api/desk/sendText');
    expect(new Set(posted.map(({ input }) => CALLS.chat.sendText.input.parse(input).clientId)).size).toBe(1);
    await poll(() => page.getByRole('log').getByText('on its way').count()).toBe(1);
  });

  it.each([[['Escape']], [['Tab', 'Enter']]])(
    'leads back to the login by %s from the dialog about the expired session, and by no key of a person who types',
    async (keys) => {
      window = await openWindow();
      const { page, backend, context, url } = window;
      await window.enter('/chat/all');
      await page.getByRole('option', { name: 'John Tan', exact: true }).click();
      await page.locator('[data-live=live]').waitFor();
      // Another window has logged out.
      backend.isExpired = true;
      await context.clearCookies({ name: 'accountId' });
      await page.getByRole('textbox', { name: 'Message' }).fill('on its way');
      const expired = page.getByRole('dialog', { name: 'You were logged out' });
      await expired.getByText('Drafts and unsent messages are kept.', { exact: false }).waitFor();
      await page.keyboard.type('and more ');
      await page.keyboard.press('Enter');
      await poll(() => expired.count()).toBe(1);
      expect(new URL(page.url()).pathname).toBe('/chat/all');
      expect(backend.calls.filter(({ path }) => path === '/api/desk/sendText')).toEqual([]);
      for (const key of keys) await page.keyboard.press(key);
      await page.waitForURL(`${url}/account/login*`);
      await page.getByLabel('Password', { exact: true }).waitFor();
      expect(await expired.count()).toBe(0);
    },
  );

  it('an unknown page says so and leads back', async () => {
    window = await openWindow();
    const { page, url } = window;
    await window.signIn();
    await page.goto(`${url}/no/such/page`);
    await page.getByRole('heading', { name: 'Page not found' }).waitFor();
    await page.getByRole('button', { name: 'Go to the chat' }).click();
    await page.getByRole('region', { name: 'Shops' }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/chat/all');
  });

  it('leads to all shops at first, then to the last screen of the same member', async () => {
    window = await openWindow();
    const { page, url, backend } = window;
    const logIn = async () => {
      await page.goto(`${url}/account/login?lang=en`);
      await page.getByRole('button', { name: 'Use demo account' }).click();
      await page.getByRole('button', { name: 'Log in', exact: true }).click();
      await page.getByRole('region', { name: 'Conversations' }).waitFor();
      return new URL(page.url()).pathname;
    };
    const logOut = async () => {
      await page.getByRole('button', { name: '林小芳 Lin' }).click();
      await page.getByRole('menuitem', { name: 'Log out' }).click();
      await page.waitForURL('**/account/login');
    };
    expect(await logIn()).toBe('/chat/all');
    await page.getByRole('navigation').getByRole('link', { name: 'Lazada' }).click();
    await page.waitForURL('**/chat-lazada/index');
    await logOut();
    expect(await logIn()).toBe('/chat-lazada/index');
    await logOut();
    const { member } = backend.model;
    backend.model.member = { ...member, memberId: uuidOf('another member') };
    expect(await logIn()).toBe('/chat/all');
    await logOut();
    backend.model.member = member;
    expect(await logIn()).toBe('/chat-lazada/index');
    await page.goto(url);
    await page.waitForURL('**/chat-lazada/index');
  });

  it('logging out ends the session and empties the window', async () => {
    window = await openWindow();
    const { page, context } = window;
    await window.enter('/chat/all');
    await page.getByRole('button', { name: '林小芳 Lin' }).click();
    await page.getByRole('menuitem', { name: 'Log out' }).click();
    await page.waitForURL('**/account/login');
    expect((await context.cookies()).map(({ name }) => name)).toEqual([]);
    expect(await page.evaluate(() => localStorage.getItem('pasar.lastName'))).toBeNull();
  });

  describe('logging out with drafts', () => {
    const DRAFT = `pasar.draft.`;
    const leaveDraft = async () => {
      window = await openWindow();
      const { page, url } = window;
      await page.goto(`${url}/account/login?lang=en`);
      await page.getByRole('button', { name: 'Use demo account' }).click();
      await page.getByRole('button', { name: 'Log in', exact: true }).click();
      await open(page, 'John Tan');
      await page.getByRole('textbox', { name: 'Message' }).fill('half an answer');
      await page.getByRole('button', { name: '林小芳 Lin' }).click();
      await page.getByRole('menuitem', { name: 'Log out' }).click();
      return page.getByRole('dialog', { name: 'Keep your draft in this browser?' });
    };
    const stored = async () => {
      const keys = await window.page.evaluate(() => Object.keys(localStorage));
      return { drafts: keys.filter((key) => key.startsWith(DRAFT)).length, hasName: keys.includes('pasar.lastName') };
    };

    it('asks, and stays on Cancel', async () => {
      const dialog = await leaveDraft();
      await dialog.getByRole('button', { name: 'Cancel' }).click();
      await dialog.waitFor({ state: 'detached' });
      await poll(() => window.page.getByRole('textbox', { name: 'Message' }).inputValue()).toBe('half an answer');
      expect(await stored()).toEqual({ drafts: 1, hasName: true });
    });

    it.each([
      ['Keep and log out', { drafts: 1, hasName: true }],
      ['Remove and log out', { drafts: 0, hasName: false }],
    ])('on %s leaves what was chosen', async (choice, left) => {
      const dialog = await leaveDraft();
      await dialog.getByRole('button', { name: choice }).click();
      await window.page.waitForURL('**/account/login');
      expect(await stored()).toEqual(left);
    });
  });

  it('logging out does not show the ended session as an expired one', async () => {
    window = await openWindow();
    const { page, backend } = window;
    await window.enter('/chat/all');
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    backend.hold(CALLS.account.loginOut.path);
    await page.getByRole('button', { name: '林小芳 Lin' }).click();
    const leaving = page.waitForRequest((request) => request.url().includes(CALLS.account.loginOut.path));
    await page.getByRole('menuitem', { name: 'Log out' }).click();
    await leaving;
    // The live stream tells the end of the session before the call is answered.
    backend.send({ type: 'expired' });
    await page
      .getByRole('status')
      .filter({ hasText: /^Connected$/ })
      .waitFor({ state: 'hidden' });
    backend.release(CALLS.account.loginOut.path);
    await page.waitForURL('**/account/login');
    expect(asked.filter((path) => path.includes('expired-dialog'))).toEqual([]);
  });
});
