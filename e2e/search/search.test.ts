import { expect, it } from 'vitest';
import { CHAT_PATHS, LAZADA_AND_TIKTOK } from '../src/desk.ts';
import { useSharedDemo } from '../src/harness.ts';
import { PATIENT } from '../src/patience.ts';

const harness = useSharedDemo();

it('what a buyer writes is found by a key, opened far back at its place, and hidden from a colleague without the shop', async () => {
  const { market } = harness.demo;
  const buyer = (await market.quietBuyers('shopee', 'SG')).at(-9);
  if (buyer === undefined) throw new Error('too few quiet buyers');
  const desk = await harness.desk({ timezoneId: 'UTC' });
  const { page } = desk;
  await desk.open(CHAT_PATHS.shopee);
  await market.post(buyer.place, 'Cho mình đặt hàng chiếc xylophone nhé');
  for (let line = 0; line < 40; line += 1) await market.post(buyer.place, `line ${line}`);

  await page.keyboard.press('Control+Shift+F');
  const field = page.getByRole('searchbox', { name: 'Search everything' });
  await field.waitFor();
  const hits = page.getByRole('tabpanel').locator('li button');
  const results = page.getByRole('tabpanel', { name: 'All' });
  // What has just come is found a few seconds later, and a question is asked anew when it is typed anew.
  const ask = async (words: string) => {
    await field.fill('');
    await results.getByText('What are you looking for?').waitFor();
    await field.fill(words);
    await results
      .getByText(/^(\d+ hits?|Nothing found for .*)$/)
      .first()
      .waitFor();
    return hits.count();
  };
  await expect.poll(() => ask('dat hang xylo'), PATIENT).toBe(1);
  expect(await hits.locator('mark').allInnerTexts()).toEqual(['đặt', 'hàng', 'xylo']);
  await hits.getByText(buyer.name).waitFor();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect
    .poll(
      async () => (await desk.messageRows()).some(({ text, isInView }) => text.includes('xylophone') && isInView),
      PATIENT,
    )
    .toBe(true);

  const other = await harness.desk({ cookies: [] });
  await other.goto('/account/login?lang=en');
  await other.logIn(LAZADA_AND_TIKTOK);
  await other.page.locator('[data-live=live]').waitFor();
  await other.page.keyboard.press('Control+Shift+F');
  await other.page.getByRole('searchbox', { name: 'Search everything' }).fill('xylophone');
  await other.page.getByText('Nothing found for “xylophone”').waitFor();
});
