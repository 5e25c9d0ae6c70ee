import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { CALLS, type Call } from '@pasar/api';
import { afterEach, expect, it } from 'vitest';
import { z } from 'zod';
import { type Desk, MAIN, PASSWORD } from '../src/desk.ts';
import { useSharedDemo } from '../src/harness.ts';
import { PATIENT } from '../src/patience.ts';

const harness = useSharedDemo();
let receiver: Server | null = null;
afterEach(async () => {
  if (receiver === null) return;
  receiver.close();
  receiver.closeAllConnections();
  await once(receiver, 'close');
  receiver = null;
});

async function openSettings(section: string): Promise<Desk> {
  const desk = await harness.desk({ cookies: [] });
  await desk.goto(`/settings/${section}?lang=en`);
  await desk.logIn(MAIN);
  return desk;
}

it('a program reads with a token what the token may see, and is refused once the token is deleted', async () => {
  const { page } = await openSettings('tokens');
  await page.getByRole('button', { name: 'Make a token' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill('Night report');
  await dialog.getByLabel('All shops of some sites').check();
  await dialog.getByLabel('Singapore').check();
  await dialog.getByRole('button', { name: 'Make', exact: true }).click();
  const token = await dialog.getByText(/^pasar_/).innerText();
  await dialog.getByRole('button', { name: 'Done' }).click();
  const asked = async ({ path, method }: Call) => {
    const headers = { authorization: `Bearer ${token}`, 'accept-language': 'en' };
    const answer = await fetch(`${harness.demo.deskUrl}${path}`, { method, headers });
    return { status: answer.status, text: await answer.text() };
  };
  const read = await asked(CALLS.chat.snapshot);
  expect(read.status).toBe(200);
  expect(read.text).toContain('Morning Market SG');
  expect(read.text).not.toContain('Morning Market BR');
  expect((await asked(CALLS.team.getChildAccountList)).status).toBe(403);

  const row = page.getByRole('row', { name: /Night report/ });
  await row.getByRole('button', { name: 'Delete Night report' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await row.waitFor({ state: 'detached' });
  expect((await asked(CALLS.chat.snapshot)).status).toBe(401);
});

const told = z.object({ type: z.string(), data: z.looseObject({}) });

it('a webhook is told in a signed request what a buyer writes, and the log shows that it arrived', async () => {
  const requests: { readonly headers: Record<string, string>; readonly body: string }[] = [];
  receiver = createServer((request, response) => {
    let body = '';
    request.on('data', (part: Buffer) => (body += part.toString('utf8')));
    request.on('end', () => {
      requests.push({ headers: z.record(z.string(), z.string()).parse(request.headers), body });
      response.end();
    });
  }).listen(0, '127.0.0.1');
  await once(receiver, 'listening');
  const { port } = receiver.address() as AddressInfo;

  const { page } = await openSettings('webhooks');
  await page.getByRole('button', { name: 'Add a webhook' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Address').fill(`http://127.0.0.1:${port}/pasar`);
  for (const box of await dialog.getByRole('group', { name: 'Events' }).getByRole('checkbox').all()) {
    await box.setChecked(false);
  }
  await dialog.getByLabel('Buyer wrote').check();
  await dialog.getByRole('button', { name: 'Save' }).click();
  const secret = await dialog.getByText(/^whsec_/).innerText();
  await dialog.getByRole('button', { name: /^(Done|Close)$/ }).click();

  const [buyer] = await harness.demo.market.quietBuyers('lazada', 'PH');
  if (buyer === undefined) throw new Error('there is no quiet buyer');
  await harness.demo.market.post(buyer.place, 'Is the webhook there?');
  await expect.poll(() => requests.length, PATIENT).toBe(1);
  const [request] = requests;
  if (request === undefined) throw new Error('nothing was told');
  const { 'webhook-id': id, 'webhook-timestamp': at, 'webhook-signature': signature } = request.headers;
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
  const expected = createHmac('sha256', key).update(`${id}.${at}.${request.body}`).digest('base64');
  expect(signature).toBe(`v1,${expected}`);
  expect(told.parse(JSON.parse(request.body)).type).toBe('message.received');
  expect(request.body).toContain('Is the webhook there?');

  await page.getByRole('button', { name: 'Log', exact: true }).click();
  await page
    .getByRole('row', { name: /Buyer wrote/ })
    .getByText('Delivered')
    .waitFor(PATIENT);
});

it('a main account takes everything along in one file, after its password', async () => {
  const { page } = await openSettings('data');
  await page.getByRole('button', { name: 'Export…' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Your password').fill('wrong');
  await dialog.getByRole('button', { name: 'Download' }).click();
  await dialog.getByRole('alert').waitFor();
  await dialog.getByLabel('Your password').fill(PASSWORD);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: 'Download' }).click(),
  ]);
  const bytes = await buffer(await download.createReadStream());
  expect(bytes.subarray(0, 2).toString()).toBe('PK');
  // The names in the directory at the end of a zip file are not compressed.
  for (const name of ['README', 'message', 'conversation']) expect(bytes.includes(name)).toBe(true);
  await page.getByText(/^Last export: /).waitFor(PATIENT);
});
