import { expect, it, onTestFinished } from 'vitest';
import { ownBrowser } from '../src/chromium.ts';
import { startFresh } from '../src/fresh-server.ts';
import { PATIENCE_MS } from '../src/patience.ts';

it('a fresh server prints a link, by which its owner comes to an empty desk that shows the first steps', async () => {
  const { link, stop } = await startFresh({});
  onTestFinished(stop);
  const { origin } = new URL(link);
  const browser = await ownBrowser();
  const context = await browser.newContext({ locale: 'en' });
  onTestFinished(() => context.close());
  const page = await context.newPage();
  page.setDefaultTimeout(PATIENCE_MS);
  await page.goto(`${origin}/chat/all?lang=en`);
  await page.getByText('This server has no account yet. Open the link').waitFor();
  await page.goto(`${origin}/account/create_owner?lang=en`);
  await page.getByText('Open the whole link').waitFor();

  await page.goto(link.replace('#', '?lang=en#'));
  const form = page.getByRole('form', { name: 'Create the owner' });
  await form.getByLabel('Company').fill('Morning Market');
  await form.getByLabel('Your name').fill('Mei');
  await form.getByLabel('Email').fill('mei');
  await form.getByLabel('Password').fill('a good word 1');
  await form.getByRole('button', { name: 'Create and log in' }).click();
  await form.getByRole('alert').getByText('Enter an email address').waitFor();
  await form.getByLabel('Email').fill('mei@shop.example');
  await form.getByRole('button', { name: 'Create and log in' }).click();

  const shops = page.getByRole('region', { name: 'Shops', exact: true });
  await shops.getByRole('button', { name: 'Invite a colleague' }).waitFor();
  expect(await shops.getByRole('button').allTextContents()).toHaveLength(3);
  await shops.getByRole('button', { name: 'Invite a colleague' }).click();
  await page.getByText('No sub-accounts yet').waitFor();

  // The link is used.
  const stranger = await (await browser.newContext({ locale: 'en' })).newPage();
  onTestFinished(() => stranger.context().close());
  await stranger.goto(link.replace('#', '?lang=en#'));
  await stranger.getByRole('alert').getByText('This server has its main account already.').waitFor();
  expect(await stranger.getByRole('textbox').count()).toBe(0);
});
