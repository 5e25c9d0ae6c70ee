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
    0,
  ),
)('an emoji is put into a written text and reaches the buyer: %s', async (marketplace, country) => {
  const { market } = harness.demo;
  const buyer = (await market.quietBuyers(marketplace, country)).at(-3);
  if (buyer === undefined) throw new Error(`${country} has too few quiet buyers`);
  const desk = await harness.desk();
  await desk.open(CHAT_PATHS[marketplace]);
  await desk.shop(buyer.shopName).click();
  await desk.find(buyer.name);

  await desk.composer.fill('On its way! Thank you');
  for (let step = 0; step < '! Thank you'.length; step += 1) await desk.composer.press('ArrowLeft');
  await desk.messages.getByRole('button', { name: 'Emoji (Ctrl+E)' }).click();
  const picker = desk.page.getByRole('dialog', { name: 'Emoji', exact: true });
  await picker.getByRole('searchbox', { name: 'Search emoji' }).fill('rocket');
  await picker.getByRole('gridcell', { name: 'Rocket' }).click();
  await expect.poll(() => desk.composer.inputValue(), PATIENT).toBe('On its way🚀! Thank you');
  await desk.send();
  await desk.mark('On its way🚀! Thank you', 'Sent').waitFor();
  expect(await market.timesAccepted(buyer.place, 'On its way🚀! Thank you', 'seller')).toBe(1);
  const phone = await harness.phone();
  await phone.choose(buyer);
  await phone.text('On its way🚀! Thank you').waitFor();
});
