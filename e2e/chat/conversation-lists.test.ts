import { expect, it } from 'vitest';
import { CHAT_PATHS, type Desk } from '../src/desk.ts';
import { useSharedDemo } from '../src/harness.ts';
import { PATIENT } from '../src/patience.ts';

const harness = useSharedDemo();
const rows = (desk: Desk) => desk.conversations.getByRole('listbox').getByRole('option');
const names = (desk: Desk) => rows(desk).evaluateAll((all) => all.map((row) => row.getAttribute('aria-label') ?? ''));
const act = async (desk: Desk, name: string) => {
  await desk.page.getByRole('button', { name: 'Actions', exact: true }).click();
  await desk.page.getByRole('menuitem', { name, exact: true }).click();
};

it('conversations are changed together, which every window shows, and are changed back', async () => {
  const first = await harness.desk();
  const second = await harness.desk();
  for (const desk of [first, second]) await desk.open(CHAT_PATHS.tiktok);
  await first.tab('Unread').click();
  await expect.poll(() => rows(first).count(), PATIENT).toBeGreaterThan(1);
  const [one = '', other = ''] = await names(first);
  await rows(first)
    .nth(0)
    .click({ modifiers: ['Control'] });
  await rows(first)
    .nth(1)
    .click({ modifiers: ['Control'] });
  await act(first, 'Mute');
  const progress = first.page.getByRole('region', { name: 'Progress' });
  await progress.getByText('2 conversations changed.').waitFor();
  await second.tab('Unread').click();
  for (const name of [one, other]) {
    await expect.poll(() => second.conversation(name).textContent(), PATIENT).toContain('Muted');
  }
  await progress.getByRole('button', { name: 'Undo' }).click();
  for (const name of [one, other]) {
    await expect.poll(() => second.conversation(name).textContent(), PATIENT).not.toContain('Muted');
  }
});

it('a view is saved, shared, and opened by another window', async () => {
  const first = await harness.desk();
  const second = await harness.desk();
  for (const desk of [first, second]) await desk.open('/chat/all');
  const panel = (desk: Desk) => desk.page.getByRole('region', { name: 'Filters', exact: true });
  const open = (desk: Desk) => desk.page.getByRole('button', { name: 'Filters and saved views' }).click();
  await open(first);
  await first.tab('All').click();
  await panel(first).getByRole('combobox', { name: 'Site' }).selectOption({ label: 'Vietnam' });
  await panel(first).getByRole('textbox', { name: 'Name of the view' }).fill('Vietnam');
  await panel(first).getByRole('checkbox', { name: 'Share with the team' }).check();
  await panel(first).getByRole('button', { name: 'Save view' }).click();
  await open(second);
  await panel(second).getByRole('button', { name: 'Vietnam', exact: true }).click();
  await second.page.getByRole('button', { name: 'Remove the filter Vietnam' }).waitFor();
  const facts = () => rows(second).evaluateAll((all) => all.map((row) => row.textContent ?? ''));
  await expect.poll(async () => (await facts()).length, PATIENT).toBeGreaterThan(2);
  expect((await facts()).filter((text) => !text.includes('Vietnam'))).toEqual([]);
});
