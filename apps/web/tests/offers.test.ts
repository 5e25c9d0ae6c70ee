import { CALLS, type CardDetailView, type MessageView } from '@pasar/api';
import type { OfferState } from '@pasar/domain';
import { succeeded } from '@pasar/sync';
import { refused } from '@pasar/sync/testing/model/answers';
import type { Page } from 'playwright-core';
import { beforeEach, describe, expect, it } from 'vitest';
import { log, open, poll } from './desk-helpers.ts';
import { windowOfEachTest } from './screen-harness.ts';

const PATH = CALLS.chat.answerOffer.path;
const price = { amount: '8.50', currency: 'SGD' };
const CARD: MessageView['content'] = {
  type: 'offer',
  offer: {
    offerId: '7',
    productId: '1',
    productName: 'Lamp',
    quantity: 2,
    price,
    status: 'waiting',
    iconUrl: null,
  },
  wireType: 'offer',
  raw: null,
};
const toldAs = (state: OfferState): Extract<CardDetailView, { kind: 'offer' }> => ({
  kind: 'offer',
  offer: { productId: '1', productName: 'Lamp', quantity: 2, price, state },
});

const window = windowOfEachTest();
let page: Page;
beforeEach(async () => {
  page = window.page;
  await window.enter('/chat/all');
  await page.locator('[data-live="live"]').waitFor();
});
/** The card before the marketplace has told anything. */
let height: number | null;
const card = () => log(page).locator('[data-card="offer"]').last();
const answers = () => window.backend.calls.filter(({ path }) => path === PATH).map(({ input }) => input);
/** Opens a conversation with a shop of the marketplace, in which a buyer makes an offer. */
const offered = async (state: OfferState, marketplace = 'shopee') => {
  const { model } = window.backend;
  const shops = [...model.shops.byId.values()].filter(
    (item) => item.marketplace === marketplace && item.connection.state === 'live',
  );
  const talk = [...model.chat.conversations.values()].find(({ shopId }) =>
    shops.some((shop) => shop.shopId === shopId),
  );
  if (talk === undefined) throw new Error(`nobody writes to ${marketplace}`);
  await open(page, talk.buyer.name);
  window.backend.hold(CALLS.chat.cardDetail.path);
  const { messageId } = model.chat.receive(talk.conversationId, { content: CARD });
  model.chat.cards.set(messageId, toldAs(state));
  await card().getByText('Lamp').waitFor();
  // The card is drawn anew when its code comes; in that moment the earlier one has no height.
  await poll(async () => {
    height = await card().evaluate((box) => box.getBoundingClientRect().height);
    return height;
  }).toBeGreaterThan(0);
  window.backend.release(CALLS.chat.cardDetail.path);
  return messageId;
};
/** The answer of the server to the member's answer, after which the card shows `state`. */
const answersWith = (messageId: string, outcome: 'told' | 'lost' | 'unasked', state: OfferState) => {
  window.backend.model.answerWith(CALLS.chat.answerOffer, () => {
    const told = toldAs(state);
    window.backend.model.chat.cards.set(messageId as never, told);
    return succeeded({ outcome, offer: told.offer });
  });
};

/** States of an offer that nobody can answer any more, and their words. */
const ENDED = [
  [{ state: 'accepted' }, 'Accepted'],
  [{ state: 'rejected' }, 'Rejected'],
  [{ state: 'cancelled' }, 'Cancelled'],
  [{ state: 'expired' }, 'Expired'],
  [{ state: 'asked', isAccepted: true }, 'Accepted; no answer from the marketplace yet'],
  [{ state: 'asked', isAccepted: false }, 'Rejected; no answer from the marketplace yet'],
  [{ state: 'unknown', word: 'haggling' }, 'Unknown status: haggling'],
] as const;

describe('the card of an offer', () => {
  it('shows what became of it and offers no answer', async () => {
    for (const [state, words] of ENDED) {
      await offered(state);
      await card().getByText(words, { exact: true }).waitFor();
      expect(await card().getByRole('button', { name: 'Accept' }).count()).toBe(0);
      expect(await card().getByRole('button', { name: 'Reject' }).count()).toBe(0);
    }
  });

  it('is as high before the marketplace has told its state as afterwards', async () => {
    await offered({ state: 'waiting' });
    await card().getByRole('button', { name: 'Reject' }).waitFor();
    expect(await card().evaluate((box) => box.getBoundingClientRect().height)).toBe(height);
  });

  it('asks once before it accepts, with what the product costs otherwise', async () => {
    const product = {
      productId: '1',
      title: 'Lamp',
      imageUrl: null,
      price,
      sellerSku: null,
      stock: 3,
      actionUrl: null,
    };
    const salePrice = { amount: '10.00', currency: 'SGD' };
    window.backend.model.answerWith(CALLS.chat.productDetail, () =>
      succeeded({ product: { ...product, salePrice, status: 'online', variants: [] } }),
    );
    const messageId = await offered({ state: 'waiting' });
    answersWith(messageId, 'told', { state: 'accepted' });
    await card().getByRole('button', { name: 'Accept' }).press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Accept this offer?' });
    await dialog.getByText('S$10', { exact: true }).waitFor();
    await dialog.getByText('S$8.50', { exact: true }).waitFor();
    await dialog.getByText('Lamp', { exact: true }).waitFor();
    expect(answers()).toEqual([]);
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    expect(answers()).toEqual([]);
    await card().getByRole('button', { name: 'Accept' }).click();
    await dialog.getByRole('button', { name: 'Accept the offer' }).click();
    await card().getByText('Accepted', { exact: true }).waitFor();
    expect(answers()).toEqual([{ messageId, isAccepted: true, ...price, quantity: 2 }]);
  });

  it('rejects without a question', async () => {
    const messageId = await offered({ state: 'waiting' });
    answersWith(messageId, 'told', { state: 'rejected' });
    await card().getByRole('button', { name: 'Reject' }).click();
    await card().getByText('Rejected', { exact: true }).waitFor();
    await poll(() => card().evaluate((box) => box.contains(document.activeElement))).toBe(true);
    expect(answers()).toEqual([{ messageId, isAccepted: false, ...price, quantity: 2 }]);
  });

  it('says that an answer was lost, and looks again by itself', async () => {
    const messageId = await offered({ state: 'waiting' });
    answersWith(messageId, 'lost', { state: 'asked', isAccepted: false });
    await card().getByRole('button', { name: 'Reject' }).click();
    await page.getByText(/^The marketplace did not answer/).waitFor();
    await card().getByText('Rejected; no answer from the marketplace yet').waitFor();
    window.backend.model.chat.cards.set(messageId, toldAs({ state: 'rejected' }));
    await card().getByText('Rejected', { exact: true }).waitFor();
    await poll(answers).toHaveLength(1);
  });

  it('says that the offer has changed, and shows the new one', async () => {
    const messageId = await offered({ state: 'waiting' });
    answersWith(messageId, 'unasked', { state: 'cancelled' });
    await card().getByRole('button', { name: 'Reject' }).click();
    await page.getByText('The offer has changed, so nothing was sent. Look at it again.').waitFor();
    await card().getByText('Cancelled', { exact: true }).waitFor();
  });

  it('keeps its buttons where the answer failed', async () => {
    await offered({ state: 'waiting' });
    window.backend.model.nextResults.set(PATH, refused('shop_not_logged_in', 'The shop is not logged in.'));
    await card().getByRole('button', { name: 'Reject' }).click();
    await page.getByRole('alert').getByText('The shop is not logged in.').waitFor();
    await card().getByRole('button', { name: 'Reject' }).waitFor();
  });
});

it('that was answered elsewhere shows it when the window gets the focus again, and says how old it is', async () => {
  const messageId = await offered({ state: 'waiting' });
  await card().getByText('As of just now', { exact: false }).waitFor();
  window.backend.model.chat.cards.set(messageId, toldAs({ state: 'accepted' }));
  await page.evaluate(`Date.now = ((now) => () => now() + 5_000)(Date.now)`);
  await page.evaluate(`window.dispatchEvent(new Event('focus'))`);
  await card().getByText('Accepted', { exact: true }).waitFor();
  expect(await card().getByText('As of', { exact: false }).count()).toBe(0);
});

it('leaving its question by Escape keeps the place of the reader and the focus', async () => {
  const { model } = window.backend;
  const messageId = await offered({ state: 'waiting' });
  const { conversationId } = [...model.chat.messages.values()].flat().find((one) => one.messageId === messageId) ?? {};
  if (conversationId === undefined) throw new Error('the offer is in no conversation');
  for (let number = 0; number < 40; number += 1) {
    model.chat.receive(conversationId, { content: { type: 'text', text: `line ${number}` } });
  }
  await log(page).getByText('line 39').waitFor();
  const accept = card().getByRole('button', { name: 'Accept' });
  await poll(async () => {
    await log(page).evaluate((box) => box.scrollBy(0, -200));
    return accept.count();
  }).toBe(1);
  const place = () => log(page).evaluate((box) => box.scrollTop);
  const top = async () => Math.round((await accept.boundingBox())?.y ?? 0);
  await accept.scrollIntoViewIfNeeded();
  const before = { place: await place(), top: await top() };
  await accept.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Accept this offer?' });
  await dialog.waitFor();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))');
  expect({ place: await place(), top: await top() }).toEqual(before);
  expect(await accept.evaluate((button) => button === document.activeElement)).toBe(true);
});
