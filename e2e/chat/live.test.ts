import { describe, expect, it } from 'vitest';
import { CHAT_PATHS, type Desk } from '../src/desk.ts';
import { useOwnDemo } from '../src/harness.ts';
import { type Buyer, textOf } from '../src/market.ts';
import { PATIENT } from '../src/patience.ts';

const harness = useOwnDemo();

async function enter(buyer: Buyer): Promise<Desk> {
  const desk = await harness.desk();
  await desk.open(CHAT_PATHS[buyer.place.marketplace]);
  await desk.shop(buyer.shopName).click();
  await desk.find(buyer.name);
  return desk;
}
async function quiet(marketplace: 'shopee' | 'lazada' | 'tiktok', country: string, nth: number): Promise<Buyer> {
  const buyer = (await harness.demo.market.quietBuyers(marketplace, country))[nth];
  if (buyer === undefined) throw new Error(`${country} has too few buyers`);
  return buyer;
}
/** Sets a variable that a reload of the page would lose. */
const leaveMarker = (desk: Desk) => desk.page.evaluate('globalThis.marker = "the same page"');
const marker = (desk: Desk): Promise<unknown> => desk.page.evaluate('globalThis.marker');

describe('live', () => {
  it('shows the same in two windows of one account', async () => {
    const buyer = await quiet('shopee', 'MY', 0);
    const desks = [await enter(buyer), await enter(buyer)] as const;
    const [first, second] = desks;
    const question = 'Which colours are there?';
    await harness.demo.market.post(buyer.place, question);
    for (const desk of desks) await desk.text(question).waitFor();

    const answer = 'Red, blue and green.';
    await first.say(answer);
    await first.mark(answer, 'Sent').waitFor();
    await second.mark(answer, 'Sent').waitFor();

    await first.messages.getByRole('button', { name: 'Pin', exact: true }).click();
    await second.messages.getByRole('button', { name: 'Unpin', exact: true }).waitFor();
    await second.messages.getByRole('button', { name: 'Mark unread' }).click();
    await second.page.getByText('Welcome. Pick a conversation to begin').waitFor();
    await expect.poll(() => first.unreadOf(buyer.name), PATIENT).toBe(1);
    await expect.poll(() => second.unreadOf(buyer.name), PATIENT).toBe(1);
    // The window that still shows it leaves it unread until it is opened again, or a new message comes.
    await first.leave();
    expect(await first.unreadOf(buyer.name)).toBe(1);
    await first.choose(buyer.name);
    await expect.poll(() => second.unreadOf(buyer.name), PATIENT).toBe(0);
  });

  it('says that a window is offline, and catches up without a reload when it is back', async () => {
    const buyer = await quiet('lazada', 'ID', 0);
    const other = await quiet('lazada', 'ID', 1);
    const desk = await enter(buyer);
    await leaveMarker(desk);
    // The browser reports the lost network, so the desk says so at once instead of after 25 s of silence.
    await desk.page.context().setOffline(true);
    await desk.page
      .getByText(/^Offline, reconnecting/)
      .first()
      .waitFor();

    await harness.demo.market.post(buyer.place, 'Anybody there?');
    await harness.demo.market.post(buyer.place, 'I would like to order.');
    await harness.demo.market.post(other.place, 'What about my parcel?');
    await desk.say('We are back in a moment.');
    await desk.mark('We are back in a moment.', 'Waiting for the connection').waitFor();
    expect(await desk.text('Anybody there?').count()).toBe(0);

    await desk.page.context().setOffline(false);
    await desk.text('I would like to order.').waitFor();
    expect(await desk.text('Anybody there?').count()).toBe(1);
    await expect.poll(() => desk.unreadOf(other.name), PATIENT).toBe(1);
    await desk.mark('We are back in a moment.', 'Sent').waitFor();
    await desk.page.locator('[data-live=live]').waitFor();
    await harness.demo.market.post(buyer.place, 'All right.');
    await desk.text('All right.').waitFor();
    expect(await desk.text('We are back in a moment.').count()).toBe(1);
    expect(await harness.demo.market.timesAccepted(buyer.place, 'We are back in a moment.', 'seller')).toBe(1);
    expect(await marker(desk)).toBe('the same page');
  });

  it('outlives the death of the server: nothing written is lost, nothing is sent twice', async () => {
    const buyer = await quiet('tiktok', 'GB', 0);
    const desk = await enter(buyer);
    await leaveMarker(desk);
    await desk.say('Written before the crash.');
    await desk.mark('Written before the crash.', 'Sent').waitFor();
    await harness.demo.crash();
    await desk.page
      .getByText(/^(Offline, reconnecting|Reconnecting)/)
      .first()
      .waitFor();
    await desk.say('Written while nobody listened.');
    await desk.mark('Written while nobody listened.', 'Waiting for the connection').waitFor();

    await harness.demo.startAgain();
    await desk.mark('Written while nobody listened.', 'Sent').waitFor();
    await harness.demo.market.post(buyer.place, 'I got both of them.');
    await desk.text('I got both of them.').waitFor();
    const { messages } = await harness.demo.market.look(buyer.place);
    expect(messages.slice(-3).map(textOf)).toEqual([
      'Written before the crash.',
      'Written while nobody listened.',
      'I got both of them.',
    ]);
    for (const text of ['Written before the crash.', 'Written while nobody listened.']) {
      expect(await desk.text(text).count()).toBe(1);
    }
    expect(await marker(desk)).toBe('the same page');
  });
});
