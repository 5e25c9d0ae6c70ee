import { afterEach, describe, expect, it } from 'vitest';
import { CHAT_PATHS, type Desk } from '../src/desk.ts';
import { useSharedDemo } from '../src/harness.ts';
import type { Buyer } from '../src/market.ts';
import { PATIENT } from '../src/patience.ts';
import { visited } from '../src/visited.ts';

const harness = useSharedDemo();
afterEach(() => harness.demo.market.faultModel(null));

async function quietBuyer(marketplace: Buyer['place']['marketplace'], country: string, nth: number): Promise<Buyer> {
  const buyer = (await harness.demo.market.quietBuyers(marketplace, country)).at(nth);
  if (buyer === undefined) throw new Error(`${country} has too few quiet buyers`);
  return buyer;
}
const panelOf = (desk: Desk) => desk.messages.getByRole('region', { name: 'Suggestions' });
const press = (desk: Desk, name: string) => panelOf(desk).getByRole('button', { name, exact: true }).click();
/** Opens the panel, and agrees where this member has not agreed before. */
async function suggestTo(buyer: Buyer): Promise<Desk> {
  const desk = await harness.desk();
  await desk.open(CHAT_PATHS[buyer.place.marketplace]);
  await desk.find(buyer.name);
  await desk.messages.getByRole('button', { name: 'Suggestions' }).click();
  await press(desk, 'Suggest an answer');
  const agree = desk.page.getByRole('dialog', { name: 'What is sent to the model' }).getByRole('button', {
    name: 'Send and suggest',
  });
  const written = panelOf(desk).getByText('The suggestion stands in your message.');
  await agree.or(written).waitFor();
  if (await agree.isVisible()) await agree.click();
  await written.waitFor();
  return desk;
}

describe('suggestions', () => {
  const PLACES = [
    ['shopee', 'VN'],
    ['lazada', 'ID'],
    ['tiktok', 'GB'],
  ] as const;
  it.each(visited(PLACES, 2))(
    'at %s are drafts of what the buyer wrote, and go out when the member sends',
    async (marketplace, country) => {
      const buyer = await quietBuyer(marketplace, country, -1);
      await harness.demo.market.post(buyer.place, `Do you have it in ${country} blue?`);
      const desk = await suggestTo(buyer);
      const suggestion = `Thank you for your message “Do you have it in ${country} blue?”. We are looking into it.`;
      await expect.poll(() => desk.composer.inputValue(), PATIENT).toBe(suggestion);
      expect(await harness.demo.market.timesAccepted(buyer.place, suggestion, 'seller')).toBe(0);
      await press(desk, 'Make friendlier');
      await expect.poll(() => desk.composer.inputValue()).toBe(`${suggestion} 😊`);
      await panelOf(desk).getByRole('button', { name: 'Undo' }).click();
      await expect.poll(() => desk.composer.inputValue()).toBe(suggestion);
      await desk.composer.fill(`A plain answer about ${country} blue`);
      await desk.say(`A plain answer about ${country} blue`);
      await desk.message(`A plain answer about ${country} blue`).getByText('Sent', { exact: true }).waitFor();
      expect(await harness.demo.market.timesAccepted(buyer.place, suggestion, 'seller')).toBe(0);
    },
  );

  it('of a hostile model run nothing, and a silent model keeps no answer back', async () => {
    const buyer = await quietBuyer('shopee', 'BR', -1);
    const desk = await suggestTo(buyer);
    await harness.demo.market.faultModel('hostile');
    await desk.composer.fill('It ships today');
    await press(desk, 'Make friendlier');
    await expect.poll(() => desk.composer.inputValue()).toContain('<img src=x onerror=');
    expect(await desk.page.evaluate('typeof window.__hostile')).toBe('undefined');
    expect(await desk.page.locator('body :is(img[src="x"], [onerror], script:not([src]))').count()).toBe(0);

    await harness.demo.market.faultModel('silent');
    await desk.composer.fill('It ships today');
    await press(desk, 'Make friendlier');
    await panelOf(desk).getByText('The model writes…').waitFor();
    await desk.say('It ships tomorrow');
    await desk.message('It ships tomorrow').getByText('Sent', { exact: true }).waitFor();
  });
});
