import { expect, it } from 'vitest';
import { CHAT_PATHS } from '../src/desk.ts';
import { useOwnDemo } from '../src/harness.ts';
import { PATIENT } from '../src/patience.ts';

const harness = useOwnDemo();

it('buyers who were picked in the list get one message, each by name; the task says who got it', async () => {
  const desk = await harness.desk();
  await desk.open(CHAT_PATHS.tiktok);
  const { page } = desk;
  await desk.tab('All').click();
  const rows = desk.conversations.getByRole('listbox').getByRole('option');
  await expect.poll(() => rows.count(), PATIENT).toBeGreaterThan(1);
  const names = await rows.evaluateAll((all) => all.slice(0, 2).map((row) => row.getAttribute('aria-label') ?? ''));
  for (const name of names) await desk.conversation(name).click({ modifiers: ['Control'] });
  await page.getByRole('button', { name: 'Actions', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Send a message to these' }).click();

  const form = page.getByRole('form', { name: 'New task' });
  await form.getByLabel('Name of the task').fill('Parcels');
  await form.getByLabel('Text 1').fill('Dear {buyer}, your parcel is on its way.');
  await form.getByLabel('Seconds between two buyers of a shop').fill('5');
  await form.getByRole('button', { name: 'Show the preview' }).click();
  await form.getByText(`Dear ${names[0]}, your parcel is on its way.`).waitFor();
  await form.getByRole('button', { name: 'Send to 2 buyers' }).click();

  const task = page.getByRole('list', { name: 'Tasks' }).getByRole('listitem').filter({ hasText: 'Parcels' }).first();
  await task.getByText('Succeeded: 2', { exact: true }).waitFor({ timeout: 60_000 });
  await task.getByText('Ended', { exact: true }).waitFor();
  await task.getByRole('button', { name: 'Recipients' }).click();
  const table = page.getByRole('table', { name: 'Recipients of Parcels' });
  await table.getByRole('button', { name: names[0] ?? '' }).click();
  await desk.log.getByText(`Dear ${names[0]}, your parcel is on its way.`).waitFor();
});
