import { expect, it } from 'vitest';
import type { Desk } from '../src/desk.ts';
import { useSharedDemo } from '../src/harness.ts';
import { PATIENT } from '../src/patience.ts';

const harness = useSharedDemo();
const TAG = 'Wants gift wrap';
const RULE = 'Gift wrap';
const tag = (desk: Desk) => desk.page.locator(`[data-tip^="${TAG}: added by the rule “${RULE}”"]`);

it('a rule that was tried tags the buyers who write its word, and not again whom a member has taken off', async () => {
  const { market } = harness.demo;
  const [first, second] = (await market.quietBuyers('shopee', 'TH')).slice(-7, -5);
  if (first === undefined || second === undefined) throw new Error('there are too few quiet buyers');
  const main = await harness.desk();
  await main.goto('/settings/tags?lang=en');
  const { page } = main;
  await page.getByRole('button', { name: 'Add rule' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add rule' });
  await dialog.getByRole('button', { name: 'New tag' }).click();
  const form = page.getByRole('dialog', { name: 'New tag' });
  await form.getByLabel('Name').fill(TAG);
  await form.getByRole('button', { name: 'Save' }).click();
  await dialog.getByLabel(TAG).check();
  await dialog.getByLabel('Name').fill(RULE);
  await dialog.getByLabel('Words, one in each line').fill('gift-wrap\nห่อของขวัญ');
  await dialog.getByRole('button', { name: 'Try it' }).click();
  await dialog.getByText('The rule would tag 0 buyers of the last 30 days.').waitFor();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('button', { name: `Switch on the rule “${RULE}”` }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Switch on' }).click();
  await page.getByRole('button', { name: `Switch off the rule “${RULE}”` }).waitFor();

  const desk = await harness.desk();
  await desk.open('/chat/index');
  await market.post(first.place, 'ช่วยห่อของขวัญให้ด้วยได้ไหมคะ');
  await desk.find(first.name);
  await tag(desk).waitFor();
  await tag(desk)
    .getByRole('button', { name: `Remove the tag ${TAG}` })
    .click();
  await tag(desk).waitFor({ state: 'detached' });

  await market.post(first.place, 'Gift-Wrap, please!');
  await desk.text('Gift-Wrap, please!').waitFor();
  await market.post(second.place, 'Do you ＧＩＦＴ-wrap?');
  await desk.find(second.name);
  await tag(desk).waitFor();
  // The second message came later, so the first was looked at as well.
  await desk.find(first.name);
  await desk.buyer.getByText('No tags yet.').waitFor();

  // Other journeys go on without the rule; the buyer keeps the tag.
  await page.getByRole('button', { name: `Change the rule “${RULE}”` }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await page
    .getByRole('dialog', { name: `Remove the rule “${RULE}”?` })
    .getByRole('button', { name: 'Remove' })
    .click();
  await page.getByText('No rules yet').waitFor();
  await desk.find(second.name);
  await expect.poll(() => tag(desk).count(), PATIENT).toBe(1);
});
