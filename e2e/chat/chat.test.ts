import type { Marketplace } from '@pasar/domain';
import { describe, expect, it } from 'vitest';
import { CHAT_PATHS, type Desk } from '../src/desk.ts';
import { useSharedDemo } from '../src/harness.ts';
import type { Buyer } from '../src/market.ts';
import { PATIENT } from '../src/patience.ts';

const harness = useSharedDemo();

const SCREENS: readonly { marketplace: Marketplace; screen: string; country: string }[] = [
  { marketplace: 'shopee', screen: 'Shopee', country: 'SG' },
  { marketplace: 'lazada', screen: 'Lazada', country: 'ID' },
  { marketplace: 'tiktok', screen: 'TikTok Shop', country: 'GB' },
];

describe.each(SCREENS)('chat on $screen', ({ marketplace, screen, country }) => {
  /** The nth quiet buyer of the shop, and a desk on the marketplace's screen with that shop chosen. */
  async function enter(nth: number): Promise<{ desk: Desk; buyer: Buyer; other: Buyer }> {
    const buyers = await harness.demo.market.quietBuyers(marketplace, country);
    const [buyer, other] = [buyers[nth], buyers.at(-1)];
    if (buyer === undefined || other === undefined || buyer === other) throw new Error(`${country} has too few buyers`);
    const desk = await harness.desk();
    await desk.open(CHAT_PATHS[marketplace]);
    await desk.shop(buyer.shopName).click();
    return { desk, buyer, other };
  }

  it('shows what a buyer writes in the open conversation, and the buyer that it was read', async () => {
    const { desk, buyer } = await enter(0);
    await desk.find(buyer.name);
    const phone = await harness.phone();
    await phone.choose(buyer);
    await phone.write('Is this still in stock?');
    await desk.text('Is this still in stock?').waitFor();
    await phone.mark('Is this still in stock?', 'Read').waitFor();
    expect(await desk.unreadOf(buyer.name)).toBe(0);
  });

  it('counts what waits in a closed conversation, and no more once it is opened', async () => {
    const { desk, buyer } = await enter(1);
    const before = {
      shop: await desk.unreadOfShop(buyer.shopName),
      screen: await desk.unreadOfScreen(screen),
      all: await desk.unreadOfScreen('All shops'),
    };
    const counts = async () => ({
      shop: (await desk.unreadOfShop(buyer.shopName)) - before.shop,
      screen: (await desk.unreadOfScreen(screen)) - before.screen,
      all: (await desk.unreadOfScreen('All shops')) - before.all,
    });
    const phone = await harness.phone();
    await phone.choose(buyer);
    await phone.write('Hello?');
    await phone.write('Are you there, please?');
    await desk.conversation(buyer.name).getByText('Are you there, please?', { exact: true }).waitFor();
    await expect.poll(() => desk.unreadOf(buyer.name), PATIENT).toBe(2);
    await expect.poll(counts, PATIENT).toEqual({ shop: 2, screen: 2, all: 2 });
    expect(await phone.mark('Hello?', 'Sent').count()).toBe(1);

    await desk.choose(buyer.name);
    await desk.text('Are you there, please?').waitFor();
    await expect.poll(() => desk.unreadOf(buyer.name), PATIENT).toBe(0);
    await expect.poll(counts, PATIENT).toEqual({ shop: 0, screen: 0, all: 0 });
    await phone.mark('Hello?', 'Read').waitFor();
    await phone.mark('Are you there, please?', 'Read').waitFor();
  });

  it('paints an answer in the frame of its Enter, marks it sent, and then read', async () => {
    const { desk, buyer, other } = await enter(2);
    await desk.find(buyer.name);
    const phone = await harness.phone();
    await phone.choose(other);
    const gate = Promise.withResolvers<void>();
    await desk.page.route('**/api/desk/sendText', async (route) => {
      await gate.promise;
      await route.continue();
    });

    await desk.composer.pressSequentially('Yes, ten left.');
    await desk.composer.press('Control+Enter');
    await desk.composer.pressSequentially('Shall I keep one for you?');
    const answer = 'Yes, ten left.\nShall I keep one for you?';
    expect(await desk.composer.inputValue()).toBe(answer);
    expect(await desk.isPaintedBy('Enter', answer)).toBe(true);
    await expect.poll(() => desk.composer.inputValue(), PATIENT).toBe('');
    const shown = answer.replace('\n', ' ');
    await desk.mark(shown, 'Sending').waitFor();
    expect(await harness.demo.market.timesAccepted(buyer.place, answer, 'seller')).toBe(0);

    gate.resolve();
    await desk.mark(shown, 'Sent').waitFor();
    await desk.buyer.getByText('Not read yet').waitFor();
    await phone.choose(buyer);
    await phone.text(shown).waitFor();
    await desk.mark(shown, 'Read').waitFor();
    await desk.buyer.getByText('Read by the buyer').waitFor();
    expect(await desk.text(shown).count()).toBe(1);
    expect(await phone.text(shown).count()).toBe(1);
    expect(await harness.demo.market.timesAccepted(buyer.place, answer, 'seller')).toBe(1);
  });

  it("shows once what was answered in the marketplace's own app, and what was read there as read", async () => {
    const { desk, buyer } = await enter(3);
    const { market } = harness.demo;
    await market.post(buyer.place, 'Do you ship on Sunday?');
    await expect.poll(() => desk.unreadOf(buyer.name), PATIENT).toBe(1);
    await market.read(buyer.place, 'sellerApp');
    await expect.poll(() => desk.unreadOf(buyer.name), PATIENT).toBe(0);

    await desk.choose(buyer.name);
    const app = await harness.phone();
    await app.hold("the seller's app");
    await app.choose(buyer);
    await app.write('We ship every day.');
    await desk.mark('We ship every day.', 'Sent').waitFor();
    // A later message has arrived, which proves that no second copy of the earlier one is still on its way.
    await market.post(buyer.place, 'Great, thank you!');
    await desk.text('Great, thank you!').waitFor();
    const told = (await desk.messageRows()).filter(({ text }) => text === 'We ship every day.');
    expect(told.map(({ author }) => author)).toEqual(['seller']);
    expect(await market.timesAccepted(buyer.place, 'We ship every day.', 'sellerApp')).toBe(1);
  });
});
