import type { Marketplace } from '@pasar/domain';
import { describe, expect, it } from 'vitest';
import { CHAT_PATHS, type Desk } from '../src/desk.ts';
import { useSharedDemo } from '../src/harness.ts';
import { type Buyer, textOf } from '../src/market.ts';
import { PATIENT } from '../src/patience.ts';
import { visited } from '../src/visited.ts';

const harness = useSharedDemo();
/** Long enough that one message is turned away: the desk tries every 2 s. Milliseconds. */
const TOO_MANY_FOR_MS = 2_000;

const SHOPS: readonly { marketplace: Marketplace; country: string }[] = [
  { marketplace: 'shopee', country: 'VN' },
  { marketplace: 'lazada', country: 'PH' },
  { marketplace: 'tiktok', country: 'MY' },
];

async function quiet(marketplace: Marketplace, country: string, nth: number): Promise<Buyer> {
  const buyer = (await harness.demo.market.quietBuyers(marketplace, country))[nth];
  if (buyer === undefined) throw new Error(`${country} has too few buyers`);
  return buyer;
}
async function enter(buyer: Buyer): Promise<Desk> {
  const desk = await harness.desk();
  await desk.open(CHAT_PATHS[buyer.place.marketplace]);
  await desk.shop(buyer.shopName).click();
  await desk.find(buyer.name);
  return desk;
}
/**
 * Expects the text to be sent exactly once, on the desk and in the marketplace's ledger, also after the buyer's answer
 * came.
 */
async function expectSentOnce(desk: Desk, buyer: Buyer, text: string): Promise<void> {
  const mark = desk.message(text).locator('[data-mark]');
  await mark.getByText(/^(Sent|Read)$/).waitFor();
  await harness.demo.market.post(buyer.place, `Thanks for: ${text}`);
  await desk.text(`Thanks for: ${text}`).waitFor();
  expect(await desk.text(text).count()).toBe(1);
  expect(await harness.demo.market.timesAccepted(buyer.place, text, 'seller')).toBe(1);
}
async function expectOnceOnPhone(buyer: Buyer, text: string): Promise<void> {
  const phone = await harness.phone();
  await phone.choose(buyer);
  await phone.text(`Thanks for: ${text}`).waitFor();
  expect(await phone.text(text).count()).toBe(1);
}

describe('delivery', () => {
  it('says why a message was not sent, and sends it once when asked again', async () => {
    const buyer = await quiet('shopee', 'TW', 0);
    const desk = await enter(buyer);
    const { marketplace, shopId } = buyer.place;
    await harness.demo.market.addFault({ kind: 'forbidden', marketplace, shopId });
    const text = 'Your parcel left today.';
    await desk.say(text);
    const trouble = desk.message(text).locator('[data-mark="failed"]');
    await trouble.getByText(/^Not sent\. The marketplace /).waitFor();
    expect(await harness.demo.market.timesAccepted(buyer.place, text, 'seller')).toBe(0);
    await desk.conversation(buyer.name).getByText('Not sent', { exact: true }).waitFor();
    await desk.page.getByRole('button', { name: /^Not sent \(\d+\)$/ }).waitFor();
    await trouble.getByText('Details', { exact: true }).click();
    expect((await trouble.locator('details').innerText()).length).toBeGreaterThan('Details'.length);

    await harness.demo.market.clearFaults();
    await trouble.getByRole('button', { name: 'Retry', exact: true }).click();
    await expectSentOnce(desk, buyer, text);
    await expectOnceOnPhone(buyer, text);
    await expect.poll(() => trouble.count(), PATIENT).toBe(0);
    await expect.poll(() => desk.conversation(buyer.name).locator('[data-undelivered]').count(), PATIENT).toBe(0);
  });

  it.each(visited(SHOPS, 1))('sends once what $marketplace first turns away as too many requests', async (shop) => {
    const buyer = await quiet(shop.marketplace, shop.country, 0);
    const desk = await enter(buyer);
    const text = 'It is on its way.';
    const from = Date.now();
    await harness.demo.market.failFor(buyer.place, 'tooManyRequests', TOO_MANY_FOR_MS);
    await desk.say(text);
    await expectSentOnce(desk, buyer, text);
    const { messages } = await harness.demo.market.look(buyer.place);
    const accepted = messages.filter((message) => message.from === 'seller' && textOf(message) === text);
    expect(accepted.map(({ acceptedAt }) => acceptedAt - from >= TOO_MANY_FOR_MS)).toEqual([true]);
  });

  it.each(visited(SHOPS, 2))('sends once what $marketplace accepts without ever saying so', async (shop) => {
    const buyer = await quiet(shop.marketplace, shop.country, 1);
    const desk = await enter(buyer);
    const { marketplace, shopId } = buyer.place;
    const faultId = await harness.demo.market.addFault({ kind: 'answerLost', marketplace, shopId, count: 1 });
    const text = 'We sent you a new one.';
    await desk.say(text);
    await harness.demo.market.faultIsSpent(faultId);
    await expectSentOnce(desk, buyer, text);
    await expectOnceOnPhone(buyer, text);
  });

  it('opens a closed conversation of Shopee again and sends once', async () => {
    const buyer = await quiet('shopee', 'BR', 0);
    const desk = await enter(buyer);
    await harness.demo.market.setStatus(buyer.place, 'closed');
    await desk.messages.getByText('Closed; sending opens it again').waitFor();
    const text = 'One last thing about your order.';
    await desk.say(text);
    await expectSentOnce(desk, buyer, text);
    await expectOnceOnPhone(buyer, text);
    await desk.messages.getByText('Closed', { exact: true }).waitFor({ state: 'hidden' });
    expect((await harness.demo.market.look(buyer.place)).status).toBe('activated');
  });

  it('sends what was written in one go in that order', async () => {
    const buyer = await quiet('lazada', 'TH', 0);
    const desk = await enter(buyer);
    const lines = Array.from({ length: 8 }, (_, index) => `Step ${index + 1} of 8`);
    for (const line of lines) await desk.say(line);
    for (const line of lines) await desk.mark(line, 'Sent').waitFor();
    const { messages } = await harness.demo.market.look(buyer.place);
    expect(messages.slice(-lines.length).map(textOf)).toEqual(lines);
    expect((await desk.messageRows()).slice(-lines.length).map(({ text }) => text)).toEqual(lines);
  });

  it('keeps a draft where it was written, through a reload', async () => {
    const [buyer, other] = [await quiet('tiktok', 'VN', 0), await quiet('tiktok', 'VN', 1)];
    const desk = await enter(buyer);
    await desk.composer.fill('I will ask the ware');
    await desk.find(other.name);
    await expect.poll(() => desk.composer.inputValue(), PATIENT).toBe('');
    await desk.page.reload();
    await desk.find(buyer.name);
    await expect.poll(() => desk.composer.inputValue(), PATIENT).toBe('I will ask the ware');
  });
});
