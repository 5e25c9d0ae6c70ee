/** The pages before the login beside the login itself, and what the window says of a newer version. */
import { CALLS, type CallOutput } from '@pasar/api';
import { succeeded } from '@pasar/sync';
import { refused } from '@pasar/sync/testing/model/answers';
import { describe, expect, it } from 'vitest';
import type { Window } from './browser.ts';
import { poll } from './desk-helpers.ts';
import { windowOpener } from './screen-harness.ts';

const { createOwner, register, sendValidateCode } = CALLS.registration;
const openWindow = windowOpener();

type UiConfig = CallOutput<typeof CALLS.account.getUiConfig>;
const ALL_WAYS = { registerByMobile: true, registerByEmail: true, resetByMobile: true, resetByEmail: true };
const NO_WAY = { registerByMobile: false, registerByEmail: false, resetByMobile: false, resetByEmail: false };
/** The server's first answer from now on. */
function configure({ backend }: Window, more: Partial<UiConfig>): void {
  const config: UiConfig = {
    productName: 'Pasar',
    version: '0.1.0',
    locales: ['en'],
    demoLogin: null,
    singleSignOn: null,
    needsOwner: false,
    features: ALL_WAYS,
    customerGroup: null,
    shopQuota: null,
    limits: { passwordLength: 6, codeSeconds: 600 },
  };
  backend.model.answerWith(CALLS.account.getUiConfig, () => succeeded({ ...config, ...more }));
}
const inputsOf = ({ backend }: Window, path: string) =>
  backend.calls.filter((call) => call.path === path).map(({ input }) => input);

describe('the login page', () => {
  it('keeps whether the person wants to stay logged in, and takes a mobile number', async () => {
    const window = await openWindow();
    const { page, url } = window;
    configure(window, {});
    await page.goto(`${url}/account/login?lang=en`);
    await page.getByRole('button', { name: 'Use a mobile number instead' }).click();
    await page.getByRole('button', { name: 'Log in', exact: true }).click();
    await page.getByRole('alert').getByText('Enter your mobile number.').waitFor();
    await page.getByLabel('Mobile number').fill('13800138000');
    await page.getByLabel('Password', { exact: true }).fill('wrong');
    await page.getByLabel('Stay logged in').uncheck();
    await page.getByRole('button', { name: 'Log in', exact: true }).click();
    await page.getByRole('alert').getByText('Wrong account or password.').waitFor();
    expect(inputsOf(window, CALLS.account.login.path)).toEqual([
      { mobile: '13800138000', password: 'wrong', isRemembered: false },
    ]);
    // Nothing of the password stays in the browser.
    expect(await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }))).not.toContain('wrong');
    await page.reload();
    await poll(() => page.getByLabel('Stay logged in').isChecked()).toBe(false);
  });

  it('shows no way that the server does not offer', async () => {
    const window = await openWindow();
    const { page, url } = window;
    configure(window, { features: NO_WAY });
    await page.goto(`${url}/account/login?lang=en`);
    await page.getByLabel('Stay logged in').waitFor();
    await poll(() => page.getByRole('link').allTextContents()).toEqual(['Proxy setting']);
    expect(await page.getByRole('button', { name: 'Use a mobile number instead' }).count()).toBe(0);
    await page.goto(`${url}/account/register?lang=en`);
    await page.getByRole('alert').getByText('This server takes no registrations.').waitFor();
    expect(await page.getByRole('textbox').count()).toBe(0);
  });
});

it('a registration shows what is wrong at its field, and proposes the code of the link', async () => {
  const window = await openWindow();
  const { page, url, backend } = window;
  configure(window, {});
  const codeId = crypto.randomUUID();
  backend.model.answerWith(sendValidateCode, () => succeeded({ codeId, againInSeconds: 60, lifeSeconds: 600 }));
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto(`${url}/account/register?lang=en&affiliateCode=friend-7`);
  const form = page.getByRole('form', { name: 'Register' });
  await form.getByText('Every field is required unless it is marked optional.').waitFor();
  // The whole form with the ways out of it.
  const end = await form.getByRole('link', { name: 'Back to the login' }).boundingBox();
  expect((end?.y ?? 0) + (end?.height ?? 0)).toBeGreaterThan(0);
  expect((end?.y ?? 0) + (end?.height ?? 0)).toBeLessThanOrEqual(800);
  await form.getByLabel('Mobile number').fill(' 13800138000 ');
  await form.getByRole('button', { name: 'Send code' }).click();
  await poll(() => form.getByRole('button', { name: /^Again in \d+ s$/ }).isDisabled()).toBe(true);
  await form.getByLabel('Verification code').fill('123456');
  await form.getByLabel('Password', { exact: true }).fill('a good word 1');
  await form.getByLabel('Password again').fill('a good word 1');
  await form.getByLabel('QQ number').fill('10001');
  const fields = [
    ['password_only_digits', 'Password', 'A password of digits alone'],
    ['password_mismatch', 'Password again', 'The two passwords are not the same.'],
    ['qq_form', 'QQ number', 'A QQ number has 5 to 11 digits'],
    ['verification_code_wrong', 'Verification code', 'The verification code is wrong.'],
    ['mobile_form', 'Mobile number', 'Enter a mobile number of 11 digits.'],
  ] as const;
  for (const [reason, label, words] of fields) {
    backend.model.answerWith(register, () => refused(reason, words));
    await form.getByRole('button', { name: 'Register and log in' }).click();
    const field = form.getByLabel(label, { exact: true });
    await form.getByRole('alert').getByText(words).waitFor();
    expect(await field.getAttribute('aria-invalid'), label).toBe('true');
    expect(await field.evaluate((element) => element === document.activeElement), label).toBe(true);
  }
  expect(inputsOf(window, register.path)[0]).toEqual({
    mobile: '13800138000',
    codeId,
    validateCode: '123456',
    password: 'a good word 1',
    confirmPassword: 'a good word 1',
    qq: '10001',
    referralCode: 'friend-7',
  });
  backend.model.answerWith(register, () => refused('account_exists', 'There is an account already.'));
  await form.getByRole('button', { name: 'Register and log in' }).click();
  await form.getByRole('alert').getByText('There is an account already.').waitFor();
});

it('the form of the owner shows what is wrong at its field, and is no form once there is an owner', async () => {
  const window = await openWindow();
  const { page, url, backend } = window;
  configure(window, { needsOwner: true });
  await page.goto(`${url}/account/create_owner?lang=en#token`);
  const form = page.getByRole('form', { name: 'Create the owner' });
  await form.getByText('At least 6 characters').waitFor();
  for (const field of ['Your name', 'Email', 'Password']) {
    await form.getByLabel(field, { exact: true }).fill('mei@shop.example');
  }
  const fields = [
    ['password_common', 'Password', 'Choose another password.'],
    ['email_form', 'Email', 'Enter an email address.'],
    ['member_name_required', 'Your name', 'Enter the name.'],
  ] as const;
  for (const [reason, label, words] of fields) {
    backend.model.answerWith(createOwner, () => refused(reason, words));
    await form.getByRole('button', { name: 'Create and log in' }).click();
    await form.getByRole('alert').getByText(words).waitFor();
    expect(await form.getByLabel(label, { exact: true }).getAttribute('aria-invalid'), label).toBe('true');
  }
  configure(window, { needsOwner: false });
  await page.reload();
  await page.getByRole('alert').getByText('This server has its main account already.').waitFor();
  expect(await page.getByRole('textbox').count()).toBe(0);
  await page.getByRole('link', { name: 'Back to the login' }).click();
  await page.waitForURL('**/account/login');
});

it('a message of the address is shown as a text, without markup and without a link', async () => {
  const { page, url } = await openWindow();
  const hostile = '<img src=x onerror="window.__hostile=1"><a href="https://evil.example">https://evil.example</a>';
  await page.goto(`${url}/message_tip?lang=en&message=${encodeURIComponent(hostile)}`);
  await page.getByText(hostile).waitFor();
  expect(await page.getByRole('link').count()).toBe(0);
  await page.goto(`${url}/desktop_webview?lang=en`);
  await page.getByRole('heading', { name: 'Pasar as a desktop program' }).waitFor();
});

it('a window says that the server has a newer version once the line is back, and offers a reload', async () => {
  const window = await openWindow();
  const { page, backend } = window;
  await window.enter('/chat/all?lang=en');
  await page.locator('[data-live="live"]').waitFor();
  configure(window, { version: '0.10.0' });
  backend.cut();
  const notice = page.getByRole('status').filter({ hasText: 'Version 0.10.0 is available.' });
  await notice.waitFor();
  await notice.getByRole('button', { name: 'Reload' }).waitFor();
});
