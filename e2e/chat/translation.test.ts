import { afterEach, describe, expect, it } from 'vitest';
import { CHAT_PATHS, type Desk, LAZADA_AND_TIKTOK, SHOPEE_ONLY } from '../src/desk.ts';
import { useSharedDemo } from '../src/harness.ts';
import type { Buyer } from '../src/market.ts';
import { PATIENT } from '../src/patience.ts';
import { visited } from '../src/visited.ts';

const harness = useSharedDemo();
afterEach(() => harness.demo.market.faultTranslation(null));

async function thaiBuyer(nth: number): Promise<Buyer> {
  const buyer = (await harness.demo.market.quietBuyers('shopee', 'TH'))[nth];
  if (buyer === undefined) throw new Error('Thailand has too few quiet buyers');
  return buyer;
}
async function talkTo(buyer: Buyer, desk: Desk): Promise<void> {
  await desk.open(CHAT_PATHS.shopee);
  await desk.find(buyer.name);
}
const panelOf = (desk: Desk) => desk.messages.getByRole('region', { name: 'Translation', exact: true });
async function openPanel(desk: Desk): Promise<void> {
  await desk.messages.getByRole('button', { name: 'Translate', exact: true }).click();
  await panelOf(desk).waitFor();
}

describe('translation', () => {
  it("shows a buyer's text in the language of the screen, and sends an answer in the buyer's", async () => {
    const buyer = await thaiBuyer(0);
    const desk = await harness.desk();
    await talkTo(buyer, desk);
    await openPanel(desk);
    await panelOf(desk).getByRole('checkbox', { name: 'in this conversation' }).check();
    await harness.demo.market.post(buyer.place, 'คำสั่งซื้อ 240915ABCD จะถึงเมื่อไหร่คะ');
    await desk.text('When does order 240915ABCD arrive?').waitFor();

    const original = 'It is in stock and ships today.';
    const translation = 'มีของค่ะ ส่งวันนี้';
    await desk.composer.fill(original);
    await panelOf(desk).getByRole('button', { name: 'Translate my text' }).click();
    const preview = panelOf(desk).getByRole('status');
    await preview.getByText(translation, { exact: true }).waitFor();
    await preview.getByText(original, { exact: true }).waitFor();
    await panelOf(desk).getByRole('button', { name: 'Send translation' }).click();
    await desk.message(translation).getByText('Sent', { exact: true }).waitFor();
    await desk.message(translation).getByText(original, { exact: true }).waitFor();
    await expect.poll(() => desk.composer.inputValue(), PATIENT).toBe('');

    const phone = await harness.phone();
    await phone.choose(buyer);
    await phone.text(translation).waitFor();
    expect(await phone.text(original).count()).toBe(0);

    const colleague = await harness.desk({ cookies: [] });
    await colleague.goto('/account/login?lang=en');
    await colleague.logIn(SHOPEE_ONLY);
    await colleague.page.locator('[data-live=live]').waitFor();
    await colleague.find(buyer.name);
    await colleague.message(translation).getByText(original, { exact: true }).waitFor();
  });

  it('runs nothing of a hostile translation, and a service that fails keeps no answer back', async () => {
    const buyer = await thaiBuyer(1);
    const desk = await harness.desk();
    await talkTo(buyer, desk);
    await openPanel(desk);
    await panelOf(desk).getByRole('checkbox', { name: 'in this conversation' }).check();
    await harness.demo.market.faultTranslation('hostile');
    await harness.demo.market.post(buyer.place, 'แพงจังเลยค่ะ');
    await desk.message('แพงจังเลยค่ะ').getByText('<img src=x onerror=').waitFor();
    expect(await desk.page.locator('body :is(img[src="x"], [onerror], script:not([src]))').count()).toBe(0);
    expect(await desk.page.evaluate('typeof window.__hostile')).toBe('undefined');

    await harness.demo.market.faultTranslation('broken');
    await harness.demo.market.post(buyer.place, 'ถูกกว่านี้ได้ไหมคะ');
    await desk.log.getByText('The translation service did not answer as it should.').waitFor();
    await desk.say('รอสักครู่นะคะ');
    await desk.message('รอสักครู่นะคะ').getByText('Sent', { exact: true }).waitFor();
    await harness.demo.market.faultTranslation(null);
    await desk.log.getByRole('button', { name: 'Try again' }).click();
    await desk.text('[en] ถูกกว่านี้ได้ไหมคะ').waitFor();
  });

  const WITH_A_CALL = [
    ['lazada', 'TH', 'สินค้านี้ยังมีอยู่ไหมคะ ราคาเท่าไหร่'],
    ['tiktok', 'VN', 'Bao giờ đơn hàng của tôi được giao vậy shop?'],
  ] as const;
  it.each(visited(WITH_A_CALL, 0))(
    'is that of the marketplace itself where it has a call: %s',
    async (marketplace, country, words) => {
      const [buyer] = await harness.demo.market.quietBuyers(marketplace, country);
      if (buyer === undefined) throw new Error(`${country} has no quiet buyer`);
      // The other service has no part in it.
      await harness.demo.market.faultTranslation('broken');
      const desk = await harness.desk();
      await desk.open(CHAT_PATHS[marketplace]);
      await desk.find(buyer.name);
      await openPanel(desk);
      await panelOf(desk).getByRole('checkbox', { name: 'in this conversation' }).check();
      await harness.demo.market.post(buyer.place, words);
      await desk.text(`[en] ${words}`).waitFor();
    },
  );

  it.each(
    visited(
      [
        ['lazada', 'TH', 'th'],
        ['tiktok', 'VN', 'vi'],
      ] as const,
      1,
    ),
  )(
    "sends an answer in the buyer's language, and keeps what was written: %s",
    async (marketplace, country, language) => {
      const { market } = harness.demo;
      const buyer = (await market.quietBuyers(marketplace, country)).at(-2);
      if (buyer === undefined) throw new Error(`${country} has too few quiet buyers`);
      await market.faultTranslation('broken');
      const desk = await harness.desk();
      await desk.open(CHAT_PATHS[marketplace]);
      await desk.find(buyer.name);
      await openPanel(desk);
      const original = `有货，今天发货。${country}`;
      const translation = `[${language}] ${original}`;
      await desk.composer.fill(original);
      await panelOf(desk).getByRole('button', { name: 'Translate my text' }).click();
      const preview = panelOf(desk).getByRole('status');
      await preview.getByText(translation, { exact: true }).waitFor();
      await preview.getByText(`[en] ${translation}`, { exact: true }).waitFor();
      expect(await market.timesAccepted(buyer.place, translation, 'seller')).toBe(0);
      await panelOf(desk).getByRole('button', { name: 'Send translation' }).click();
      // The marketplace's translator leaves the Chinese words as they are, and the buyer writes in another script.
      await desk.messages.getByRole('button', { name: 'Send anyway (Enter)' }).click();
      await desk.message(translation).getByText('Sent', { exact: true }).waitFor();
      await desk.message(translation).getByText(original, { exact: true }).waitFor();
      expect(await market.timesAccepted(buyer.place, translation, 'seller')).toBe(1);
      expect(await market.timesAccepted(buyer.place, original, 'seller')).toBe(0);

      const colleague = await harness.desk({ cookies: [] });
      await colleague.goto('/account/login?lang=en');
      await colleague.logIn(LAZADA_AND_TIKTOK);
      await colleague.page.locator('[data-live=live]').waitFor();
      await colleague.find(buyer.name);
      await colleague.message(translation).getByText(original, { exact: true }).waitFor();
    },
  );
});
