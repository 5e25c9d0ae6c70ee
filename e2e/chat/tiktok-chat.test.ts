import { describe, expect, it } from 'vitest';
import { CHAT_PATHS, type Desk } from '../src/desk.ts';
import { useSharedDemo } from '../src/harness.ts';
import type { Buyer } from '../src/market.ts';
import { PATIENT } from '../src/patience.ts';

const harness = useSharedDemo();

async function enter(nth: number): Promise<{ readonly desk: Desk; readonly buyer: Buyer }> {
  const buyer = (await harness.demo.market.quietBuyers('tiktok', 'VN'))[nth];
  if (buyer === undefined) throw new Error('too few buyers');
  const desk = await harness.desk();
  await desk.open(CHAT_PATHS.tiktok);
  await desk.shop(buyer.shopName).click();
  await desk.find(buyer.name);
  return { desk, buyer };
}
/** Opens the menu of a message and chooses from it. */
async function act(desk: Desk, text: string, action: string): Promise<void> {
  const row = desk.message(text);
  await row.hover();
  await row.getByRole('button', { name: 'Message actions' }).click();
  await desk.page.getByRole('menuitem', { name: action }).click();
}
const inMarket = async (buyer: Buyer, text: string) => {
  const { messages } = await harness.demo.market.look(buyer.place);
  return messages.findLast(({ content }) => content.text === text);
};

describe('a TikTok Shop conversation', () => {
  it('shows on each side that the other is writing', async () => {
    const { desk, buyer } = await enter(0);
    await harness.demo.market.setTyping(buyer.place, true);
    await desk.messages.getByText(`${buyer.name} is typing…`).waitFor();
    await harness.demo.market.setTyping(buyer.place, false);
    await desk.messages.getByText(`${buyer.name} is typing…`).waitFor({ state: 'detached' });
    const isSellerTyping = async () => (await harness.demo.market.look(buyer.place)).isSellerTyping;
    // A notice that is lost is not repeated by itself, but by the keys that follow.
    const goOnWriting = async () => {
      await desk.composer.press('a');
      return isSellerTyping();
    };
    await expect.poll(goOnWriting, { ...PATIENT, interval: 500 }).toBe(true);
    await desk.composer.fill('');
    await expect.poll(isSellerTyping, PATIENT).toBe(false);
  });

  it('carries the message that is answered along, and shows it on both sides', async () => {
    const { desk, buyer } = await enter(1);
    await harness.demo.market.post(buyer.place, 'Is the blue one in stock?');
    await desk.text('Is the blue one in stock?').waitFor();
    await act(desk, 'Is the blue one in stock?', 'Reply to this');
    await desk.say('That one, yes.');
    await desk.message('That one, yes.').getByText('Is the blue one in stock?').waitFor();
    await expect
      .poll(async () => (await inMarket(buyer, 'That one, yes.'))?.quote?.hint, PATIENT)
      .toBe('Is the blue one in stock?');
  });

  it('takes a message of the shop back for both sides, after asking', async () => {
    const { desk, buyer } = await enter(2);
    await desk.say('Wrong price, sorry.');
    await desk.mark('Wrong price, sorry.', 'Sent').waitFor();
    await act(desk, 'Wrong price, sorry.', 'Recall…');
    await desk.page.getByRole('dialog').getByRole('button', { name: 'Recall', exact: true }).click();
    await desk.messages.getByText('Your shop recalled this message').waitFor();
    expect(await desk.text('Wrong price, sorry.').count()).toBe(0);
    const { messages } = await harness.demo.market.look(buyer.place);
    expect(messages.at(-1)?.status).toBe('recalled');
  });

  it('shows that the buyer took a message back, and counts it no more', async () => {
    const { desk, buyer } = await enter(3);
    await desk.leave();
    await harness.demo.market.post(buyer.place, 'Never mind.');
    await expect.poll(() => desk.unreadOf(buyer.name), PATIENT).toBe(1);
    const sent = await inMarket(buyer, 'Never mind.');
    if (sent === undefined) throw new Error('not there');
    await harness.demo.market.recall(buyer.place, sent.messageId, 'buyer');
    await expect.poll(() => desk.unreadOf(buyer.name), PATIENT).toBe(0);
    await desk.choose(buyer.name);
    await desk.messages.getByText('The buyer recalled this message').waitFor();
  });

  it('mutes, keeps as a favourite, marks and deletes, here and at the marketplace, in every window', async () => {
    const { desk, buyer } = await enter(4);
    await harness.demo.market.post(buyer.place, 'Remember this one.');
    await desk.text('Remember this one.').waitFor();
    await desk.messages.getByRole('button', { name: 'Mute', exact: true }).click();
    await desk.messages.getByRole('button', { name: 'Add to favourites' }).click();
    await act(desk, 'Remember this one.', 'Mark as favourite');
    await desk.message('Remember this one.').getByText('Favourite message').waitFor();
    await expect
      .poll(() => harness.demo.market.look(buyer.place), PATIENT)
      .toMatchObject({ isMuted: true, isFavorite: true, marks: [expect.objectContaining({ mark: 'favorite' })] });
    const other = await harness.desk();
    await other.open(CHAT_PATHS.tiktok);
    await other.find(buyer.name);
    await other.message('Remember this one.').getByText('Favourite message').waitFor();
    await other.messages.getByRole('button', { name: 'Unmute' }).waitFor();
    await act(desk, 'Remember this one.', 'Delete on our side…');
    await desk.page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click();
    for (const { messages, log } of [desk, other]) {
      await messages.getByText('Deleted on your side', { exact: true }).waitFor();
      expect(await log.getByText('Remember this one.', { exact: true }).count()).toBe(0);
    }
    // The message is deleted for the shop alone; the buyer keeps it.
    expect((await inMarket(buyer, 'Remember this one.'))?.status).toBe('available');
  });
});
