import { expect, it } from 'vitest';
import { CHAT_PATHS } from '../src/desk.ts';
import { useSharedDemo } from '../src/harness.ts';
import { PATIENT } from '../src/patience.ts';

const harness = useSharedDemo();

it('an offer at Shopee is rejected at once, and another is accepted after one question', async () => {
  const { market } = harness.demo;
  const [buyer] = await market.quietBuyers('shopee', 'MY');
  if (buyer === undefined) throw new Error('no quiet buyer');
  const waiting = (await market.trade(buyer.place)).offers.filter(({ status }) => status === 'waiting');
  const [first, second] = waiting;
  if (first === undefined || second === undefined) throw new Error('nobody makes offers');
  const desk = await harness.desk();
  await desk.open(CHAT_PATHS.shopee);
  await desk.find(buyer.name);
  const card = desk.log.locator('[data-card="offer"]').last();
  const statusOf = async (wanted: string) =>
    (await market.trade(buyer.place)).offers.find(({ offerId }) => offerId === wanted)?.status;
  const offer = async ({ offerId, product, quantity, price }: typeof first) => {
    const content = { offer_id: offerId, item_id: product.productId, item_name: product.title, quantity };
    await market.postCard(buyer.place, 'offer', { ...content, offer_price: price, status: 'pending' });
    await card.getByText(product.title).waitFor();
    await card.getByText('Waits for an answer').waitFor();
  };

  await offer(first);
  await card.getByRole('button', { name: 'Reject' }).click();
  await card.getByText('Rejected', { exact: true }).waitFor();
  await expect.poll(() => statusOf(first.offerId), PATIENT).toBe('rejected');

  await offer(second);
  await card.getByRole('button', { name: 'Accept' }).click();
  const dialog = desk.page.getByRole('dialog', { name: 'Accept this offer?' });
  await dialog.getByText(second.product.title).waitFor();
  expect(await statusOf(second.offerId)).toBe('waiting');
  await dialog.getByRole('button', { name: 'Accept the offer' }).click();
  await card.getByText('Accepted', { exact: true }).waitFor();
  await expect.poll(() => statusOf(second.offerId), PATIENT).toBe('accepted');
});
