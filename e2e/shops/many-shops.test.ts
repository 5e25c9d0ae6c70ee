import { buffer } from 'node:stream/consumers';
import { eventually } from '@pasar/testing';
import type { Locator, Page } from 'playwright-core';
import { readSheet } from 'read-excel-file/node';
import { expect, it } from 'vitest';
import writeExcelFile from 'write-excel-file/node';
import { z } from 'zod';
import type { Desk } from '../src/desk.ts';
import { useOwnDemo } from '../src/harness.ts';
import { loggedOutFor } from '../src/logged-out-for.ts';
import { PATIENT } from '../src/patience.ts';
import { People } from '../src/people.ts';
import { captchaOf } from '../src/verification.ts';

const harness = useOwnDemo();
const PASSWORD = 'a good word 1';

async function openDesk(path: string): Promise<Desk> {
  const desk = await harness.desk();
  await desk.open(path);
  return desk;
}

async function openManagement({ page }: Desk, tab: string): Promise<Locator> {
  await page.getByRole('button', { name: /^Shop management/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Shop management' });
  await dialog.getByRole('tab', { name: tab }).click();
  return dialog;
}

it('shops are put into a group, by which the shop list, the health page and a member’s shops are chosen', async () => {
  const members = ['Umaga Market PH', 'Kedai Pagi'];
  const desk = await openDesk('/chat/all');
  const { page } = desk;
  const manage = await openManagement(desk, 'Groups');
  await manage.getByRole('button', { name: 'Add a group' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add a group' });
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.getByRole('alert').getByText('Enter a name for the group.').waitFor();
  await dialog.getByLabel('Name').fill('Night team');
  await dialog.getByLabel('Violet').check();
  for (const shop of members) {
    await dialog.getByRole('searchbox', { name: 'Search shops' }).fill(shop);
    await dialog.getByRole('checkbox', { name: shop }).check();
  }
  await dialog.getByText('2 shops chosen').waitFor();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await manage.getByRole('button', { name: 'Change Night team' }).waitFor();
  expect(await manage.locator('[data-color=violet]').count()).toBe(1);
  await manage.getByRole('button', { name: 'Close' }).click();

  await desk.shops.getByRole('button', { name: 'Order and filter of the shop list' }).click();
  await page.getByRole('menuitemradio', { name: 'Night team' }).click();
  // All shops, and the two of the group.
  await expect.poll(() => desk.shops.getByRole('option').count(), PATIENT).toBe(3);
  for (const shop of members) await desk.shop(shop).waitFor();
  await desk.shops.getByRole('button', { name: 'Only the group Night team. Show all shops' }).click();
  await desk.shop('Morning Market SG').waitFor();

  await desk.goto('/accounts?lang=en');
  const accounts = page.locator('tr[data-login]');
  await expect.poll(() => accounts.count(), PATIENT).toBeGreaterThan(members.length);
  const groups = page.getByRole('group', { name: 'Groups of shops' });
  await groups.getByRole('button', { name: 'Night team' }).click();
  await expect.poll(() => accounts.count(), PATIENT).toBe(members.length);
  for (const shop of members) await accounts.getByText(shop).waitFor();

  await desk.goto('/settings/team?lang=en');
  await page.getByRole('button', { name: 'Add a sub-account' }).click();
  const member = page.getByRole('dialog');
  await member.getByLabel('Name of the member').fill('Kai Night');
  await member.getByLabel('Username').fill('kai.night');
  await member.getByLabel('Password').fill(PASSWORD);
  await member.getByLabel('Only these shops').check();
  await member.getByRole('group', { name: 'Groups of shops' }).getByRole('button', { name: 'Night team' }).click();
  await member.getByText('2 shops chosen').waitFor();
  await member.getByRole('button', { name: 'Save' }).click();
  await member.getByRole('button', { name: 'Done' }).click();
  const kai = await harness.desk({ cookies: [] });
  await kai.goto('/chat/all?lang=en');
  await kai.logIn('demo:kai.night', PASSWORD);
  for (const shop of members) await kai.shop(shop).waitFor();
  expect(await kai.shops.getByRole('option').count()).toBe(3);
});

const people = () => new People(harness.demo.phoneUrl);
/** The server looks every 30 seconds for what hurts. */
const NEXT_LOOK = { timeout: 45_000, interval: 100 };
const TEN_MINUTES_MS = 600_000;

/** Logins that end at once, what their marketplace asks of them, and their first shop. */
const ENDING = [
  { marketplace: 'shopee', identifier: 'zaoshi.tw', asks: 'otp', shop: '早市生活館' },
  { marketplace: 'lazada', identifier: 'id@morningmarket.example', asks: 'captcha', shop: 'Pasar Pagi Store' },
  { marketplace: 'lazada', identifier: 'th@morningmarket.example', asks: 'captcha', shop: 'ตลาดเช้า Official' },
] as const;
type Ending = (typeof ENDING)[number];

const loginOf = async ({ marketplace, identifier }: Ending) => {
  const found = (await harness.demo.market.logins(marketplace)).find((login) => login.identifier === identifier);
  if (found === undefined) throw new Error(`nobody is called ${identifier}`);
  return found;
};

/** The marketplaces end these sessions, and ask for a verification at the next login. */
async function endSessions(): Promise<void> {
  for (const ending of ENDING) {
    const login = await loginOf(ending);
    await people().demand(login, [ending.asks], null);
    for (const kind of ['tokenExpired', 'socketDropped']) {
      const [shopId = ''] = login.shopIds;
      await harness.demo.market.addFault({ kind, marketplace: login.marketplace, shopId, count: 1 });
    }
  }
}

/** Answers what the dialog asks by keyboard alone, and goes on when it asks for the next one. */
async function answerByKeyboard(page: Page, region: Locator, ending: Ending): Promise<void> {
  const login = await loginOf(ending);
  if (ending.asks === 'otp') await page.keyboard.type(await people().code(login));
  else {
    const offset = Number(await people().read(await captchaOf(page, login)));
    await region.locator('input[type=range]:focus').waitFor();
    await page.keyboard.press('Home');
    for (let step = 0; step < offset; step += 1) await page.keyboard.press('ArrowRight');
  }
  await page.keyboard.press('Enter');
  await region.waitFor({ state: 'detached' });
}

it('logins that end are told by mail and in the bar, are logged in again in turn by keyboard, and it is told that it is over', async () => {
  const mail = 'night@morningmarket.example';
  const { market } = harness.demo;
  const subjects = async () => (await market.lettersFor(mail)).map(({ subject }) => subject);
  const desk = await openDesk('/settings/alerts');
  const { page } = desk;
  await page.getByLabel('Tell these email addresses').fill('night');
  await page.getByRole('button', { name: 'Save' }).click();
  await page
    .getByRole('alert')
    .getByText(/^night: /)
    .waitFor();
  await page.getByLabel('Tell these email addresses').fill(mail);
  await page.getByLabel('A proxy is dead').uncheck();
  // The buyers of the demo have waited long before.
  await page.getByLabel('Overdue answers').uncheck();
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('The alerts are saved.').waitFor();

  await desk.goto('/accounts?lang=en');
  await page.locator('[data-live=live]').waitFor();
  await endSessions();
  await page.getByRole('button', { name: 'Logged out 3' }).click();
  await expect.poll(() => page.locator('tr[data-trouble=loggedOut]').count(), PATIENT).toBe(3);
  expect(await page.getByRole('link', { name: /alerts?$/ }).count()).toBe(0);
  await loggedOutFor(harness.demo, TEN_MINUTES_MS);
  await page.getByRole('link', { name: '3 alerts' }).waitFor(NEXT_LOOK);
  await expect
    .poll(async () => (await subjects()).toSorted(), PATIENT)
    .toEqual(ENDING.map(({ shop }) => `[Pasar] Logged out: ${shop}`).toSorted());

  await page.getByRole('button', { name: 'Log all logged-out accounts in again (3)' }).press('Enter');
  const queue = page.getByRole('region', { name: 'Logging in again in turn' });
  // One of Lazada makes room for the other as soon as it waits for a person.
  await queue.getByRole('button', { name: 'Answer verifications (3)' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Answer verifications' });
  const left = new Set<Ending>(ENDING);
  while (left.size > 0) {
    await dialog.getByText(`${left.size} waiting for you`).waitFor();
    const asked = await eventually(async () => {
      for (const ending of left) {
        const region = dialog.getByRole('region', { name: ending.identifier });
        if (await region.isVisible()) return { ending, region };
      }
      return null;
    }, 'a verification');
    await expect.poll(() => asked.region.innerText(), PATIENT).toContain(asked.ending.shop);
    await answerByKeyboard(page, asked.region, asked.ending);
    left.delete(asked.ending);
  }
  await dialog.getByText('Nothing waits for you now.').waitFor();
  await page.keyboard.press('Enter');
  await queue.getByText('3 of 3 logged in').waitFor();
  await page.getByRole('button', { name: /^All \d+$/ }).click();
  await expect.poll(() => page.locator('tr[data-trouble=loggedOut]').count(), PATIENT).toBe(0);

  await page.getByRole('link', { name: '3 alerts' }).waitFor({ state: 'detached', ...NEXT_LOOK });
  await expect
    .poll(async () => (await subjects()).filter((subject) => subject.startsWith('[Pasar] Over: ')).toSorted(), PATIENT)
    .toEqual(ENDING.map(({ shop }) => `[Pasar] Over: ${shop} is no longer logged out`).toSorted());
  await desk.goto('/settings/alerts?lang=en');
  await expect.poll(() => page.getByRole('row', { name: /^Logged out: / }).count(), PATIENT).toBe(3);
  expect(await page.getByRole('cell', { name: 'Lasting' }).count()).toBe(0);
});

const cells = z.array(z.array(z.union([z.string(), z.null()]).transform((value) => value ?? '')));

it('shops leave as a spreadsheet, and come back with other aliases, shops to unbind, and a row that is told to be wrong', async () => {
  const desk = await openDesk('/chat/all');
  const { page } = desk;
  const dialog = await openManagement(desk, 'Bulk change');
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: 'Download all shops' }).click(),
  ]);
  const exported = cells.parse(await readSheet(await buffer(await download.createReadStream())));
  const [headings = [], ...rows] = exported;
  expect(headings).toEqual(['Site', 'Shop ID', 'Name', 'Alias', 'Unbind']);
  const changes: Readonly<Record<string, readonly [alias: string, unbind: string]>> = {
    'Morning Market SG': ['Kopi by night', ''],
    'Morning Market BR': ['', 'yes'],
    'Chợ Sáng Live': ['', 'yes'],
    'Morning Market TH': ['', 'perhaps'],
  };
  const changed = rows.map(([site = '', id = '', name = '', alias = '', unbind = '']) => [
    site,
    id,
    name,
    ...(changes[name] ?? [alias, unbind]),
  ]);
  const file = await writeExcelFile(
    [headings, ...changed].map((row) => row.map((value) => ({ value, type: String }))),
  ).toBuffer();
  const mimeType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
  await dialog.locator('input[type=file]').setInputFiles({ name: 'aliases.xlsx', mimeType, buffer: file });
  await dialog.getByText('Aliases to change: 1. Shops to unbind: 2. Rows with a fault: 1.').waitFor();
  const wrong = dialog.getByRole('row').filter({ hasText: 'Write “yes” under Unbind, or leave it empty.' });
  const rowNumber = rows.findIndex(([, , name]) => name === 'Morning Market TH') + 2;
  await wrong.getByRole('cell', { name: String(rowNumber), exact: true }).waitFor();
  await dialog.getByRole('button', { name: 'Make the changes (3)' }).click();
  await page.getByRole('button', { name: 'Unbind 2' }).click();
  await page.getByText('The changes are made.').waitFor();
  await dialog.getByRole('button', { name: 'Close' }).click();
  await desk.shop('Kopi by night').waitFor();
  for (const gone of ['Morning Market BR', 'Chợ Sáng Live', 'Morning Market SG']) {
    await desk.shop(gone).waitFor({ state: 'detached' });
  }
  await desk.shop('Morning Market TH').waitFor();
  await page.getByText(/^All \d+ shops connected$/).waitFor();
});
