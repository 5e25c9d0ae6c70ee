import { expect, it } from 'vitest';
import { useSharedDemo } from '../src/harness.ts';
import { PATIENT } from '../src/patience.ts';

const harness = useSharedDemo();
const PASSWORD = 'a good word 1';
const NEW_PASSWORD = 'another word 2';

/** The code that has come for this person, once there are so many letters. */
async function codeFor(to: string, letters = 1): Promise<string> {
  const arrived = () => harness.demo.market.lettersFor(to);
  await expect.poll(async () => (await arrived()).length, PATIENT).toBe(letters);
  const [letter] = await arrived();
  return /\d{6}/.exec(letter?.text ?? '')?.[0] ?? '';
}
const stranger = () => harness.desk({ cookies: [] });
/** A number and an address that no other run of the journeys has used at this demo. */
const now = String(Date.now()).slice(-8);
const MOBILE = `139${now}`;
const EMAIL = `mei${now}@shop.example`;

it('a stranger registers by phone with the code of a short message, and comes to an empty desk', async () => {
  const desk = await stranger();
  const { page } = desk;
  await desk.goto('/?lang=en&affiliateCode=friend-7');
  await page.getByRole('link', { name: 'Register with a mobile number' }).click();
  const form = page.getByRole('form', { name: 'Register' });
  expect(await form.getByLabel('Referral code').inputValue()).toBe('friend-7');
  await form.getByLabel('Mobile number').fill('1390013');
  await form.getByRole('button', { name: 'Send code' }).click();
  await form.getByRole('alert').getByText('Enter a mobile number of 11 digits.').waitFor();
  await form.getByLabel('Mobile number').fill(MOBILE);
  await form.getByRole('button', { name: 'Send code' }).click();
  await form.getByRole('button', { name: /^Again in \d+ s$/ }).waitFor();
  await form.getByLabel('Verification code').fill(await codeFor(MOBILE));
  await form.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await form.getByLabel('Password again').fill('something else');
  await form.getByLabel('QQ number').fill('10001');
  const submit = form.getByRole('button', { name: 'Register and log in' });
  await submit.click();
  await form.getByRole('alert').getByText('The two passwords are not the same.').waitFor();
  await form.getByLabel('Password again').fill(PASSWORD);
  await submit.click();
  await page.getByRole('button', { name: 'Invite a colleague' }).waitFor();

  // The number is the username from then on.
  const again = await stranger();
  await again.goto('/account/login?lang=en');
  await again.page.getByRole('button', { name: 'Use a mobile number instead' }).click();
  await again.page.getByLabel('Mobile number').fill(MOBILE);
  await again.page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await again.page.getByLabel('Stay logged in').uncheck();
  await again.page.getByRole('button', { name: 'Log in', exact: true }).click();
  await again.page.getByRole('button', { name: 'Invite a colleague' }).waitFor();
  const cookies = await again.page.context().cookies();
  expect(cookies.filter(({ name }) => name === 'accountId').map(({ expires }) => expires)).toEqual([-1]);
});

it('who has forgotten the password chooses another by mail, and all other windows are logged out', async () => {
  const first = await stranger();
  await first.goto('/account/abroad_register?lang=en');
  const register = first.page.getByRole('form', { name: 'Register' });
  await register.getByLabel('Email', { exact: true }).fill(EMAIL);
  await register.getByRole('button', { name: 'Send code' }).click();
  await register.getByLabel('Verification code').fill(await codeFor(EMAIL));
  await register.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await register.getByLabel('Password again').fill(PASSWORD);
  await register.getByRole('button', { name: 'Register and log in' }).click();
  await first.page.getByRole('button', { name: 'Invite a colleague' }).waitFor();

  const second = await stranger();
  const { page } = second;
  await second.goto('/account/login?lang=en');
  await page.getByRole('link', { name: 'Forgot your password?' }).click();
  const reset = page.getByRole('form', { name: 'Choose a new password' });
  await reset.getByLabel('Email or mobile number').fill(EMAIL);
  // Nobody is told whether there is an account: the answer is the same, and the code never right.
  await reset.getByLabel('Email or mobile number').fill(`nobody${now}@shop.example`);
  await reset.getByRole('button', { name: 'Send code' }).click();
  await reset.getByText('If it can be reached, a code is on its way.').waitFor();
  await reset.getByLabel('Verification code').fill('123456');
  await reset.getByLabel('New password').fill(NEW_PASSWORD);
  await reset.getByLabel('Password again').fill(NEW_PASSWORD);
  const save = reset.getByRole('button', { name: 'Save the new password' });
  await save.click();
  await reset.getByRole('alert').getByText('The verification code is wrong.').waitFor();
  expect(await harness.demo.market.lettersFor(`nobody${now}@shop.example`)).toEqual([]);

  await page.reload();
  await reset.getByLabel('Email or mobile number').fill(EMAIL);
  await reset.getByRole('button', { name: 'Send code' }).click();
  await reset.getByLabel('Verification code').fill(await codeFor(EMAIL, 2));
  await reset.getByLabel('New password').fill(NEW_PASSWORD);
  await reset.getByLabel('Password again').fill(NEW_PASSWORD);
  await save.click();
  await reset.getByText('The new password is saved').waitFor();
  await first.page.getByRole('dialog', { name: 'You were logged out' }).waitFor();
  await expect
    .poll(async () => (await harness.demo.market.lettersFor(EMAIL))[0]?.subject, PATIENT)
    .toBe('Your Pasar password was changed');

  await reset.getByRole('link', { name: 'Back to the login' }).click();
  await second.logIn(EMAIL, PASSWORD);
  await page.getByText('Wrong account or password.').waitFor();
  await second.logIn(EMAIL, NEW_PASSWORD);
  await page.getByRole('button', { name: 'Invite a colleague' }).waitFor();
});
