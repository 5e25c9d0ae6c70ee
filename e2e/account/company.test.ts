import { generate } from 'otplib';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { CLIENT, openProvider, type TestProvider } from '../../apps/server/tests/harness/oidc.ts';
import { ownBrowser } from '../src/chromium.ts';
import { freePorts } from '../src/demo.ts';
import { type FreshServer, startFresh } from '../src/fresh-server.ts';
import { PATIENCE_MS, PATIENT } from '../src/patience.ts';

/** The owner of a server whose company has a provider of its own for the single sign-on. */
const OWNER = 'mei@shop.example';
const PASSWORD = 'a good word 1';

let browser: Browser;
let server: FreshServer;
let provider: TestProvider;
let origin: string;
const contexts: BrowserContext[] = [];

/** A browser of its own; the provider knows who sits at it. */
async function browserOf(person: string): Promise<Page> {
  const context = await browser.newContext({ locale: 'en', extraHTTPHeaders: { 'x-person': person } });
  contexts.push(context);
  context.setDefaultTimeout(PATIENCE_MS);
  return context.newPage();
}

async function logIn(page: Page, username: string, path: string): Promise<void> {
  await page.goto(`${origin}${path}?lang=en`);
  await enter(page, username);
}
async function enter(page: Page, username: string): Promise<void> {
  await page.getByLabel('Email or username').fill(username);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
}

beforeAll(async () => {
  browser = await ownBrowser();
  const port = await freePorts(1);
  origin = `http://127.0.0.1:${port}`;
  provider = await openProvider(`${origin}/account/single_sign_on`);
  server = await startFresh({
    PASAR_PORT: String(port),
    PASAR_PUBLIC_URL: origin,
    PASAR_OIDC_ISSUER: provider.issuer,
    PASAR_OIDC_CLIENT_ID: CLIENT.clientId,
    PASAR_OIDC_CLIENT_SECRET: CLIENT.clientSecret,
    PASAR_OIDC_NAME: 'Office',
  });
  const page = await browserOf('mei');
  await page.goto(server.link.replace('#', '?lang=en#'));
  const form = page.getByRole('form', { name: 'Create the owner' });
  await form.getByLabel('Company').fill('Morning Market');
  await form.getByLabel('Your name').fill('Mei');
  await form.getByLabel('Email').fill(OWNER);
  await form.getByLabel('Password').fill(PASSWORD);
  await form.getByRole('button', { name: 'Create and log in' }).click();
  await page.getByRole('button', { name: 'Invite a colleague' }).waitFor();
  await closeAll();
});
afterEach(closeAll);
afterAll(async () => {
  await server.stop();
  await provider.close();
});
async function closeAll(): Promise<void> {
  for (const context of contexts.splice(0)) await context.close();
}

it('a member links itself to the single sign-on of the company, and logs in by it; a stranger is told why not', async () => {
  const page = await browserOf('mei');
  await logIn(page, OWNER, '/settings/login');
  const part = page.getByRole('region', { name: 'Single sign-on' });
  await part.getByRole('button', { name: 'Link with Office' }).click();
  await part.getByLabel('Current password').fill('wrong');
  await part.getByRole('button', { name: 'Link with Office' }).click();
  await part.getByRole('alert').getByText('This is not your current password').waitFor();
  await part.getByLabel('Current password').fill(PASSWORD);
  await part.getByRole('button', { name: 'Link with Office' }).click();
  await part.getByText(/^Linked to Office since /).waitFor();

  // The login page offers it to somebody whom nobody knows here.
  const stranger = await browserOf('bo');
  await stranger.goto(`${origin}/account/login?lang=en`);
  const doors = stranger.getByRole('region', { name: 'Other ways to log in' });
  await doors.getByRole('button', { name: 'Log in with Office' }).click();
  await stranger.getByRole('alert').getByText('No member is linked to you there yet.').waitFor();
  await stranger.getByRole('link', { name: 'Back to the login' }).click();
  await doors.getByRole('button', { name: 'Log in with Office' }).waitFor();
  await stranger.goto(`${origin}/chat/all`);
  await stranger.getByLabel('Email or username').waitFor();

  // On another device the member needs no password.
  const other = await browserOf('mei');
  await other.goto(`${origin}/account/login?lang=en`);
  await other.getByRole('button', { name: 'Log in with Office' }).click();
  await other.getByRole('button', { name: 'Invite a colleague' }).waitFor();

  await part.getByRole('button', { name: 'Unlink' }).click();
  await part.getByLabel('Current password').fill(PASSWORD);
  await part.getByRole('button', { name: 'Unlink' }).click();
  await part.getByText('Not linked.').waitFor();
});

/** Sets up an authenticator app on the page; gives its secret. */
async function setUpApp(page: Page): Promise<string> {
  const part = page.getByRole('region', { name: 'Authenticator app' });
  await part.getByRole('button', { name: 'Set up' }).click();
  await part.getByLabel('Current password').fill(PASSWORD);
  await part.getByRole('button', { name: 'Next' }).click();
  const secret = (await part.locator('code').innerText()).replaceAll(' ', '');
  await part.getByLabel('Code of the app').fill(await generate({ secret }));
  await part.getByRole('button', { name: 'Turn on' }).click();
  await part.getByRole('button', { name: 'I have kept them' }).click();
  await part.getByText('10 recovery codes are left').waitFor();
  return secret;
}

it('a main account demands a second factor: a sub-account is logged out, and sets one up before it gets in again', async () => {
  const main = await browserOf('mei');
  await logIn(main, OWNER, '/settings/team');
  await main.getByRole('button', { name: 'Add a sub-account' }).click();
  const dialog = main.getByRole('dialog');
  await dialog.getByLabel('Name of the member').fill('Anna Night');
  await dialog.getByLabel('Username').fill('anna');
  await dialog.getByLabel('Password').fill(PASSWORD);
  await dialog.getByRole('radio', { name: 'All shops, later ones too' }).check();
  await dialog.getByRole('button', { name: 'Save' }).click();
  const username = await dialog.getByText(/:anna$/).innerText();
  await dialog.getByRole('button', { name: 'Done' }).click();
  const anna = await browserOf('anna');
  await logIn(anna, username, '/settings/login');
  await anna.getByRole('heading', { name: 'Login and security' }).waitFor();

  // Who demands it must have one first.
  const demand = main.getByRole('checkbox', { name: 'Every member needs a second factor' });
  await demand.click();
  const question = main.getByRole('dialog', { name: 'Demand a second factor of every member?' });
  await question.getByText('Anna Night').waitFor();
  await question.getByRole('button', { name: 'Demand it' }).click();
  await main.getByRole('region', { name: 'Every member needs a second factor' }).getByRole('alert').waitFor();
  expect(await demand.isChecked()).toBe(false);
  await main.getByRole('link', { name: 'Login and security' }).click();
  await setUpApp(main);
  await main.getByRole('link', { name: 'Team' }).click();
  await demand.click();
  await question.getByRole('button', { name: 'Demand it' }).click();
  await main.getByRole('checkbox', { name: 'Every member needs a second factor', checked: true }).waitFor();

  await anna.getByRole('dialog', { name: 'You were logged out' }).getByRole('button').click();
  await enter(anna, username);
  await anna.getByRole('heading', { name: 'Set up a second factor' }).waitFor();
  const goOn = anna.getByRole('button', { name: 'Go to Pasar' });
  await expect.poll(() => goOn.isDisabled(), PATIENT).toBe(true);
  // No address leads past it.
  await anna.goto(`${origin}/settings/login`);
  await anna.getByRole('heading', { name: 'Set up a second factor' }).waitFor();
  await setUpApp(anna);
  await goOn.click();
  await anna.getByRole('heading', { name: 'Login and security' }).waitFor();
  await main.reload();
  const row = main.getByRole('row', { name: /Anna Night/ });
  await row.getByRole('button').click();
  await dialog.getByText('Has an authenticator app or a passkey.').waitFor();
});
