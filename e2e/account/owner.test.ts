import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';
import { expect, inject, it, onTestFinished } from 'vitest';
import { PATIENCE_MS } from '../src/patience.ts';

const MAIN = fileURLToPath(new URL('../../apps/server/src/main.ts', import.meta.url));

/** A server with an empty database. Resolves with the link that it prints, when it listens. */
async function startFresh(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'pasar-owner-'));
  const server = spawn(process.execPath, [MAIN], {
    env: { PATH: process.env.PATH, PASAR_DATA: folder, PASAR_PORT: '0', PASAR_LOG_LEVEL: 'silent' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const closed = new Promise<void>((resolve) => server.once('close', () => resolve()));
  onTestFinished(async () => {
    server.kill();
    await closed;
    rmSync(folder, { recursive: true, force: true });
  });
  let output = '';
  return new Promise((resolve, reject) => {
    server.stdout.on('data', (chunk: Buffer) => {
      output += chunk.toString('utf8');
      const link = /^No account yet\. .* (http\S+#\S+)$/m.exec(output)?.[1];
      if (link !== undefined && /listens on/.test(output)) resolve(link);
    });
    void closed.then(() => reject(new Error(`the server ended: ${output}`)));
  });
}

it('a fresh server prints a link, by which its owner comes to an empty desk that shows the first steps', async () => {
  const link = await startFresh();
  const { origin } = new URL(link);
  const browser = await chromium.connect(inject('screens').browser);
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
