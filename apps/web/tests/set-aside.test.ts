import { CALLS } from '@pasar/api';
import { succeeded } from '@pasar/sync';
import { uuidOf } from '@pasar/sync/testing/builders';
import { beforeEach, expect, it } from 'vitest';
import { violationsOn } from './axe.ts';
import { open, poll } from './desk-helpers.ts';
import { windowOfEachTest } from './screen-harness.ts';

const window = windowOfEachTest();
const JOHN = uuidOf('conversation 9');
beforeEach(async () => {
  await window.enter('/chat/all?lang=en');
  await window.page.locator('[data-live="live"]').waitFor();
});

it('a buyer who only thanks is taken out of the queue by one press, and put back by a key', async () => {
  const { page, backend } = window;
  const asked = () => backend.calls.filter(({ path }) => path === CALLS.chat.setAside.path).length;
  backend.model.chat.receive(JOHN, { content: { type: 'text', text: 'When will it come?' } });
  await open(page, 'John Tan');
  const panel = page.getByRole('region', { name: 'Messages' });
  const offer = panel.getByText('The buyer only thanks.');
  await panel.getByRole('button', { name: 'No answer needed' }).waitFor();
  expect(await offer.count()).toBe(0);
  backend.model.chat.receive(JOHN, { author: 'seller', content: { type: 'text', text: 'Tomorrow.' } });
  backend.model.chat.receive(JOHN, { content: { type: 'text', text: 'ok thanks 🙏' } });
  await offer.waitFor();
  expect(await violationsOn(page)).toEqual([]);
  await panel.getByRole('status').getByRole('button', { name: 'No answer needed' }).click();
  await poll(asked).toBe(1);
  await offer.waitFor({ state: 'detached' });
  await panel.getByRole('button', { name: 'An answer is needed' }).waitFor();
  await page.keyboard.press('Alt+n');
  await poll(asked).toBe(2);
  await offer.waitFor();
});

it('a press names the newest message that the window shows, and does not hide a later one', async () => {
  const { page, backend } = window;
  const { path } = CALLS.chat.setAside;
  backend.model.chat.receive(JOHN, { content: { type: 'text', text: 'When will it come?' } });
  await open(page, 'John Tan');
  const panel = page.getByRole('region', { name: 'Messages' });
  await panel.getByText('When will it come?').waitFor();
  const seen = backend.model.chat.messages.get(JOHN)?.at(-1)?.position;
  const button = panel.getByRole('button', { name: 'No answer needed' });
  // The buyer writes while the call is under way.
  backend.model.nextResults.set(path, succeeded({ isSetAside: false }));
  await button.click();
  await poll(() => backend.calls.filter((call) => call.path === path).map(({ input }) => input)).toEqual([
    { conversationId: JOHN, isSetAside: true, upTo: seen },
  ]);
  await button.waitFor();
});
