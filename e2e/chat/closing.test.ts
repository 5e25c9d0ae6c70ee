import { expect, it } from 'vitest';
import { CHAT_PATHS } from '../src/desk.ts';
import { useSharedDemo } from '../src/harness.ts';
import { PATIENT } from '../src/patience.ts';

const harness = useSharedDemo();

it('a TikTok Shop conversation is rated, closed with a reason, restarted, and deleted in the seller centre', async () => {
  const { market } = harness.demo;
  const [buyer] = (await market.quietBuyers('tiktok', 'VN')).toReversed();
  if (buyer === undefined) throw new Error('too few buyers');
  const { place, name } = buyer;
  const desk = await harness.desk();
  const { page } = desk;
  await desk.open(CHAT_PATHS.tiktok);
  await desk.shop(buyer.shopName).click();
  await desk.find(name);
  await market.post(place, 'Is it still there?');
  await desk.text('Is it still there?').waitFor();
  const statusOf = async () => (await market.look(place, 1)).status;

  await page.keyboard.press('Alt+c');
  const dialog = page.getByRole('dialog', { name: `Close the conversation with ${name}?` });
  await dialog.getByText(`${name} still waits for an answer.`, { exact: false }).waitFor();
  await dialog.getByRole('radio', { name: 'The question is solved' }).check();
  await dialog.getByRole('button', { name: 'Close the conversation' }).click();
  const closed = desk.messages.getByText('The question is solved');
  await closed.waitFor();
  await expect.poll(statusOf, PATIENT).toBe('closed');

  // A closed conversation can still be rated, once.
  const askForRating = async () => {
    await desk.messages.getByRole('button', { name: 'Send from the shop' }).click();
    const picker = page.getByRole('dialog', { name: /^Send to / });
    await picker.getByRole('tab', { name: 'Rating card' }).click();
    await picker.getByRole('button', { name: 'Ask for a rating' }).click();
  };
  const before = await market.cardsAccepted(place, 'invite_comment_v2');
  await askForRating();
  await expect.poll(() => market.cardsAccepted(place, 'invite_comment_v2'), PATIENT).toBe(before + 1);
  const card = (await market.look(place)).messages.findLast(({ kind }) => kind === 'invite_comment_v2');
  if (card === undefined) throw new Error('no card');
  await market.rate(place, card.messageId, 5);
  await desk.log.getByRole('img', { name: '5 of 5 stars' }).waitFor();
  await askForRating();
  await desk.log.getByText('A rating card was already sent in this conversation.').waitFor();

  await market.setSeat(place, true);
  const restart = desk.messages.getByRole('button', { name: 'Restart', exact: true });
  await restart.click();
  await page.getByText('Another member is chatting with this buyer.', { exact: false }).waitFor();
  await restart.waitFor();
  await market.setSeat(place, false);
  await restart.click();
  await restart.waitFor({ state: 'detached' });
  await expect.poll(statusOf, PATIENT).toBe('activated');

  await desk.say('Yes, it is.');
  await desk.mark('Yes, it is.', 'Sent').waitFor();
  await market.deleteConversation(place);
  await desk.messages.getByText('This conversation is deleted', { exact: false }).waitFor();
  await market.post(place, 'Thank you!');
  await desk.messages.getByText('This conversation is deleted', { exact: false }).waitFor({ state: 'detached' });
});
