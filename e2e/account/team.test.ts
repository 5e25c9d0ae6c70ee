import { generate } from 'otplib';
import { expect, it } from 'vitest';
import { type Desk, MAIN } from '../src/desk.ts';
import { useSharedDemo } from '../src/harness.ts';

const harness = useSharedDemo();
const PASSWORD = 'a good word 1';
/** Told within a second, so a window that follows is given no more than that and the time to paint. */
const AT_ONCE = { timeout: 2_000 };

async function openTeam(): Promise<Desk> {
  const desk = await harness.desk({ cookies: [] });
  await desk.goto('/settings/team?lang=en');
  await desk.logIn(MAIN);
  await desk.page.getByRole('heading', { name: 'Team' }).waitFor();
  return desk;
}

it('a main account adds a colleague, who sees her shops alone; what is taken away disappears at once', async () => {
  const main = await openTeam();
  const { page } = main;
  await page.getByRole('button', { name: 'Add a sub-account' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name of the member').fill('Mei Night');
  await dialog.getByLabel('Group').fill('Night shift');
  await dialog.getByLabel('Username').fill('mei.night');
  await dialog.getByLabel('Password').fill('password1');
  await dialog.getByLabel('All shops of some sites').check();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.getByRole('alert').getByText('Choose at least one site.').waitFor();
  await dialog.getByLabel('Brazil').check();
  await dialog.getByLabel('Singapore').check();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.getByText(/on the lists that attackers try first/).waitFor();
  await dialog.getByLabel('Password').fill(PASSWORD);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.getByText('Mei Night can log in now').waitFor();
  await dialog.getByText('demo:mei.night', { exact: true }).waitFor();
  await dialog.getByRole('button', { name: 'Done' }).click();
  const row = page.getByRole('row', { name: /Mei Night/ });
  await row.getByText('Chat agent').waitFor();
  await row.getByText('Night shift').waitFor();

  const mei = await harness.desk({ cookies: [] });
  await mei.goto('/chat/all?lang=en');
  await mei.logIn('demo:mei.night', PASSWORD);
  await mei.shop('Morning Market BR').waitFor();
  const shops = async () => (await mei.shops.getByRole('option').allTextContents()).length;
  // All shops, and her two.
  expect(await shops()).toBe(3);
  expect(await mei.page.getByRole('link', { name: 'Settings' }).count()).toBe(1);
  await mei.page.getByRole('link', { name: 'Settings' }).click();
  await mei.page.getByRole('heading', { name: 'Login and security' }).waitFor();
  expect(await mei.page.getByRole('link', { name: 'Team' }).count()).toBe(0);
  await mei.page.goBack();
  await mei.shop('Morning Market BR').waitFor();

  // A shop less.
  await row.getByRole('button').click();
  await dialog.getByLabel('Brazil').uncheck();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.waitFor({ state: 'detached' });
  await mei.shop('Morning Market BR').waitFor({ state: 'detached', ...AT_ONCE });

  // A permission less: without `chat` there is no conversation.
  await mei.conversations.getByRole('option').first().waitFor();
  await row.getByRole('button').click();
  await dialog.getByLabel('Chat', { exact: true }).uncheck();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.waitFor({ state: 'detached' });
  await expect.poll(() => mei.conversations.getByRole('option').count(), AT_ONCE).toBe(0);

  // Deleted: her window closes.
  await row.getByRole('button').click();
  await dialog.getByRole('button', { name: 'Delete' }).click();
  const sure = page.getByRole('dialog', { name: 'Delete this sub-account?' });
  await sure.getByRole('button', { name: 'Delete' }).click();
  await mei.page.getByRole('dialog', { name: 'You were logged out' }).waitFor(AT_ONCE);
  await row.waitFor({ state: 'detached' });
});

it('a member changes the own password, which logs the other devices out, and logs a device out', async () => {
  const main = await openTeam();
  const { page } = main;
  await page.getByRole('button', { name: 'Add a sub-account' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name of the member').fill('Bo Devices');
  await dialog.getByLabel('Username').fill('bo.devices');
  await dialog.getByLabel('Password').fill(PASSWORD);
  await dialog.getByLabel('All shops, later ones too').check();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.getByRole('button', { name: 'Done' }).click();

  const enter = async (password: string) => {
    const desk = await harness.desk({ cookies: [] });
    await desk.goto('/settings/login?lang=en');
    await desk.logIn('demo:bo.devices', password);
    await desk.page.getByRole('heading', { name: 'Login and security' }).waitFor();
    return desk.page;
  };
  const here = await enter(PASSWORD);
  const there = await enter(PASSWORD);
  await here.getByLabel('Current password').fill(PASSWORD);
  await here.getByLabel('New password', { exact: true }).fill('another word 2');
  await here.getByLabel('New password again').fill('another word');
  await here.getByRole('button', { name: 'Change the password' }).click();
  await here
    .getByRole('alert')
    .getByText(/differ/)
    .waitFor();
  await here.getByLabel('New password again').fill('another word 2');
  await here.getByRole('button', { name: 'Change the password' }).click();
  await here.getByText('The password is changed.').waitFor();
  await there.getByRole('dialog', { name: 'You were logged out' }).waitFor(AT_ONCE);

  const third = await enter('another word 2');
  await here.reload();
  await here
    .getByRole('button', { name: /^Log out / })
    .first()
    .click();
  await third.getByRole('dialog', { name: 'You were logged out' }).waitFor(AT_ONCE);
  await here.getByText('This device').waitFor();
  expect(await here.getByRole('button', { name: /^Log out / }).count()).toBe(0);
});

it('a member sets up an authenticator app, logs in by its code and by a recovery code, and loses it', async () => {
  const main = await openTeam();
  const { page } = main;
  await page.getByRole('button', { name: 'Add a sub-account' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name of the member').fill('Chi Codes');
  await dialog.getByLabel('Username').fill('chi.codes');
  await dialog.getByLabel('Password').fill(PASSWORD);
  await dialog.getByLabel('All shops, later ones too').check();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.getByRole('button', { name: 'Done' }).click();

  const open = async () => {
    const desk = await harness.desk({ cookies: [] });
    await desk.goto('/settings/login?lang=en');
    await desk.logIn('demo:chi.codes', PASSWORD);
    return desk.page;
  };
  const chi = await open();
  await chi.getByRole('button', { name: 'Set up' }).click();
  await chi.getByRole('region', { name: 'Authenticator app' }).getByLabel('Current password').fill(PASSWORD);
  await chi.getByRole('button', { name: 'Next' }).click();
  await chi.getByRole('img', { name: 'QR code for the authenticator app' }).waitFor();
  const secret = (await chi.locator('code').innerText()).replaceAll(' ', '');
  await chi.getByLabel('Code of the app').fill('000000');
  await chi.getByRole('button', { name: 'Turn on' }).click();
  await chi.getByRole('alert').getByText('This code is not right').waitFor();
  const code = await generate({ secret });
  await chi.getByLabel('Code of the app').fill(code);
  await chi.getByRole('button', { name: 'Turn on' }).click();
  const recovery = await chi.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem').first().innerText();
  await chi.getByRole('button', { name: 'I have kept them' }).click();
  await chi.getByText('10 recovery codes are left').waitFor();

  // The code has been used; a recovery code stands in for the app.
  const second = await open();
  const field = second.getByLabel('Code of the authenticator app, or a recovery code');
  // The button takes no press while it still shows the attempt before.
  const logIn = async (typed: string) => {
    await field.fill(typed);
    await second.locator('.ant-btn-loading').waitFor({ state: 'detached' });
    await second.getByRole('button', { name: 'Log in', exact: true }).click();
  };
  await logIn(code);
  await second.getByRole('alert').getByText('This code is not right').waitFor();
  await logIn(recovery);
  await second.getByText('9 recovery codes are left').waitFor();

  await page.reload();
  await page
    .getByRole('row', { name: /Chi Codes/ })
    .getByRole('button')
    .click();
  await page.getByRole('button', { name: 'The device is lost: remove the app and passkeys' }).click();
  await second.getByRole('dialog', { name: 'You were logged out' }).waitFor(AT_ONCE);
  const third = await open();
  await third.getByText('Off. With an app on your phone').waitFor();
});
