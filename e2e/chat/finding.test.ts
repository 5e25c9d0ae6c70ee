import { expect, it } from 'vitest';
import { CHAT_PATHS } from '../src/desk.ts';
import { useSharedDemo } from '../src/harness.ts';
import { textOf } from '../src/market.ts';
import { PATIENT } from '../src/patience.ts';
import { visited } from '../src/visited.ts';

const harness = useSharedDemo();
const DAY_MS = 86_400_000;

it.each(
  visited(
    [
      ['shopee', 'SG'],
      ['lazada', 'ID'],
      ['tiktok', 'GB'],
    ] as const,
    2,
  ),
)('a conversation is searched by keys, and a day is gone to: %s', async (marketplace, country) => {
  const { market } = harness.demo;
  const buyer = (await market.quietBuyers(marketplace, country)).at(-6);
  if (buyer === undefined) throw new Error(`${country} has too few quiet buyers`);
  const desk = await harness.desk({ timezoneId: 'UTC' });
  const { page } = desk;
  await desk.open(CHAT_PATHS[marketplace]);
  await desk.shop(buyer.shopName).click();
  await desk.find(buyer.name);
  const older = 'Does the zeppelin fly?';
  const newer = 'A zeppelin for my zeppelin';
  await market.post(buyer.place, older);
  await market.post(buyer.place, newer);
  for (let line = 0; line < 30; line += 1) await market.post(buyer.place, `line ${line}`);
  await desk.text('line 29').waitFor();

  await page.keyboard.press('Alt+f');
  const panel = page.getByRole('search', { name: 'Search this conversation' });
  await panel.getByRole('searchbox', { name: 'Words or order number' }).fill('zeppelin');
  const results = panel.getByRole('list', { name: 'Messages found' });
  await expect.poll(() => results.getByRole('button').count(), PATIENT).toBe(2);
  expect(await results.locator('mark').allInnerTexts()).toEqual(['zeppelin', 'zeppelin']);
  const marked = () => page.evaluate('CSS.highlights.get("found-words")?.size ?? 0');
  const isInView = async (text: string) => (await desk.messageRows()).some((row) => row.text === text && row.isInView);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect.poll(() => isInView(newer), PATIENT).toBe(true);
  await expect.poll(marked, PATIENT).toBe(2);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect.poll(() => isInView(older), PATIENT).toBe(true);
  await expect.poll(marked, PATIENT).toBe(1);
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  await expect.poll(marked, PATIENT).toBe(2);

  // The last day that begins with a text, before today.
  const { messages } = await market.look(buyer.place);
  const dayOf = (at: number) => Math.floor(at / DAY_MS);
  const first = messages.findLast(
    (message, at) =>
      textOf(message) !== null &&
      dayOf(message.acceptedAt) < dayOf(Date.now()) &&
      dayOf(messages[at - 1]?.acceptedAt ?? 0) < dayOf(message.acceptedAt),
  );
  if (first === undefined) throw new Error('no earlier day begins with a text');
  await panel.getByLabel('Go to a day').fill(new Date(first.acceptedAt).toISOString().slice(0, 10));
  await page.keyboard.press('Enter');
  await expect.poll(() => isInView(textOf(first) ?? ''), PATIENT).toBe(true);
  await page.keyboard.press('Escape');
  await panel.waitFor({ state: 'detached' });
  await expect.poll(() => desk.focus(), PATIENT).toMatchObject({ tag: 'TEXTAREA' });
});
