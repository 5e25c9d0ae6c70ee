import { expect, it } from 'vitest';
import type { Desk } from '../src/desk.ts';
import { useSharedDemo } from '../src/harness.ts';
import { PATIENT } from '../src/patience.ts';

const harness = useSharedDemo();
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==',
  'base64',
);
const section = ({ buyer }: Desk) => buyer.getByRole('region', { name: 'Remarks', exact: true });

it('a remark with a picture is written, found in the list of another browser, done there and exported', async () => {
  const { market } = harness.demo;
  const buyer = (await market.quietBuyers('shopee', 'TH')).at(-8);
  if (buyer === undefined) throw new Error('there are too few quiet buyers');
  const todo = 'Send the form for the refund';
  const main = await harness.desk();
  await main.open('/chat/index');
  await main.find(buyer.name);
  await section(main).getByRole('button', { name: 'Add a remark' }).click();
  const form = section(main).getByRole('form', { name: 'New remark' });
  await form.getByRole('radio', { name: 'After-sales' }).check();
  await form.getByLabel('What is to be done').fill(todo);
  await form.locator('input[type=file]').setInputFiles({ name: 'lid.png', mimeType: 'image/png', buffer: PNG });
  await form.getByText('lid.png', { exact: true }).waitFor();
  await form.getByLabel('Assigned to').selectOption({ label: '王小美' });
  await form.getByRole('button', { name: 'Save remark' }).click();
  const mine = section(main).getByRole('listitem').filter({ hasText: todo });
  await mine.getByText('Assigned to 王小美').waitFor();

  const other = await harness.desk();
  await other.open('/chat/index');
  const { page } = other;
  await page.getByRole('banner').getByRole('link', { name: 'Remarks' }).click();
  await page.getByLabel('Assigned to').selectOption('Mine');
  const row = page.getByRole('list', { name: 'Remarks' }).locator(':scope > li').filter({ hasText: todo });
  const picture = row.locator('img');
  await picture.waitFor();
  await expect.poll(() => picture.evaluate((image: { naturalWidth?: number }) => image.naturalWidth), PATIENT).toBe(1);
  await row.getByRole('button', { name: 'Mark as processed' }).click();
  await row.waitFor({ state: 'detached' });
  // The window of the author follows.
  await mine.getByText('Processed', { exact: true }).waitFor();
  await page.getByRole('tab', { name: /^Processed/ }).click();
  await row.getByText(/^Processed by 王小美/).waitFor();
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export' }).click();
  expect((await saved).suggestedFilename()).toMatch(/\.xlsx$/);
  await row.getByRole('button', { name: 'Open conversation' }).click();
  await other.messages.getByRole('heading', { name: buyer.name, exact: true }).waitFor();
  expect(await market.timesAccepted(buyer.place, todo, 'seller')).toBe(0);
});
