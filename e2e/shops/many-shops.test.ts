import type { Locator } from 'playwright-core';
import { expect, it } from 'vitest';
import type { Desk } from '../src/desk.ts';
import { useOwnDemo } from '../src/harness.ts';
import { PATIENT } from '../src/patience.ts';

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
