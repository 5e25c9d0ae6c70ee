import { expect, it } from 'vitest';
import { CHAT_PATHS } from '../src/desk.ts';
import { useSharedDemo } from '../src/harness.ts';
import { PATIENT } from '../src/patience.ts';
import { visited } from '../src/visited.ts';

const harness = useSharedDemo();

it.each(
  visited(
    [
      ['shopee', 'SG'],
      ['lazada', 'ID'],
      ['tiktok', 'GB'],
    ] as const,
    1,
  ),
)('all pictures of a conversation are looked at by keys: %s', async (marketplace, country) => {
  const buyer = (await harness.demo.market.quietBuyers(marketplace, country)).at(-4);
  if (buyer === undefined) throw new Error(`${country} has too few quiet buyers`);
  const desk = await harness.desk();
  await desk.open(CHAT_PATHS[marketplace]);
  await desk.shop(buyer.shopName).click();
  await desk.find(buyer.name);
  const phone = await harness.phone();
  await phone.choose(buyer);
  const shown = await desk.pictures('buyer').count();
  for (let more = 1; more <= 2; more += 1) {
    await phone.sendPicture();
    await expect.poll(() => desk.pictures('buyer').count(), PATIENT).toBe(shown + more);
  }

  const link = desk.log.locator('[data-author="buyer"]').getByRole('link', { name: 'Open the whole picture' }).last();
  await link.click();
  const viewer = desk.page.getByRole('dialog', { name: 'Pictures of the conversation' });
  const picture = viewer.getByRole('img');
  const width = () => picture.evaluate((image: { readonly naturalWidth?: number }) => image.naturalWidth ?? 0);
  const place = async () => /^(\d+) of (\d+)/.exec(await viewer.getByText(/^\d+ of \d+/).innerText());
  await expect.poll(width, PATIENT).toBeGreaterThan(0);
  expect(await place()).toMatchObject({ 1: expect.stringMatching(/^\d+$/) });
  expect((await place())?.[1]).toBe((await place())?.[2]);

  // Back to the first picture, beyond the messages that are loaded, and forth again.
  const seen = new Set<string>();
  const previous = viewer.getByRole('button', { name: 'Previous picture' });
  const see = async () => {
    await expect.poll(width, PATIENT).toBeGreaterThan(0);
    seen.add((await picture.getAttribute('src')) ?? '');
  };
  await see();
  while (await previous.isEnabled()) {
    const before = await picture.getAttribute('src');
    await desk.page.keyboard.press('ArrowLeft');
    const isOther = async () => (await picture.getAttribute('src')) !== before || !(await previous.isEnabled());
    await expect.poll(isOther, PATIENT).toBe(true);
    await see();
  }
  expect((await place())?.[1]).toBe('1');
  const inMarket = await harness.demo.market.picturesOf(buyer.place);
  expect(seen.size).toBe(inMarket);
  await desk.page.keyboard.press('ArrowRight');
  await expect.poll(async () => (await place())?.[1], PATIENT).toBe('2');

  await desk.page.keyboard.press('+');
  await expect.poll(() => picture.getAttribute('data-zoom'), PATIENT).toBe('1.25');
  await desk.page.keyboard.press('r');
  await expect.poll(() => picture.getAttribute('data-quarter'), PATIENT).toBe('1');
  const download = desk.page.waitForEvent('download');
  await desk.page.keyboard.press('d');
  expect((await download).suggestedFilename()).toMatch(/\.(png|jpeg)$/);
  await desk.page.keyboard.press('Escape');
  await viewer.waitFor({ state: 'detached' });
  await link.and(desk.page.locator(':focus')).waitFor();
});
