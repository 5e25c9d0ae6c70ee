import type { ShopView } from '@pasar/api';
import { aDelivery, uuid, uuidOf } from '@pasar/sync/testing/builders';
import { describe, expect, it } from 'vitest';
import { log, open, poll, write } from './desk-helpers.ts';
import { windowOfEachTest } from './screen-harness.ts';

const window = windowOfEachTest();

const JOHN = uuidOf('conversation 9');
/** John Tan writes to this shop. */
const SNACKS = uuidOf('shop 9');
/** Far behind the conversations of the first page. */
const OLD = uuidOf('conversation 239');

const row = (name: string) => window.page.getByRole('option', { name, exact: true });
const rowMark = (name: string) => row(name).locator('[data-undelivered]');
const entry = (count: number, what = 'Not sent') =>
  window.page.getByRole('button', { name: `${what} (${count})`, exact: true });
const list = (count: number, what = 'Not sent') =>
  window.page.getByRole('dialog', { name: `${what} (${count})`, exact: true });
/** One answer failed and another is unconfirmed. */
const BOTH = 'Not sent (1) · Not confirmed (1)';
const bothEntry = () => window.page.getByRole('button', { name: BOTH, exact: true });
const bothList = () => window.page.getByRole('dialog', { name: BOTH, exact: true });

/** An answer of another window or member, or of an earlier day. */
function given(number: number, conversationId: string, over: Parameters<typeof aDelivery>[2] = {}) {
  const { chat } = window.backend.model;
  const conversation = chat.conversations.get(conversationId);
  if (conversation === undefined) throw new Error('no such conversation');
  const { shopId } = conversation;
  const delivery = aDelivery(number, 1, {
    conversationId: conversation.conversationId,
    shopId,
    memberId: window.backend.model.member.memberId,
    createdAt: Date.now() - 60_000,
    ...over,
  });
  chat.setDelivery(delivery);
  return delivery;
}

function setShop(shopId: string, over: Partial<ShopView>): void {
  const { shops } = window.backend.model;
  const shop = shops.byId.get(shopId);
  if (shop !== undefined) shops.setShop({ ...shop, ...over });
}

describe('an answer that failed', () => {
  it('is told in its row, at its shop and in the bar, whatever comes later and after a reload, until it is sent', async () => {
    const { page, backend } = window;
    await window.enter('/chat/all');
    await open(page, 'John Tan');
    backend.model.chat.fate = 'failed';
    await write(page, 'blocked?');
    await page.locator('[data-mark="failed"]').waitFor();
    await open(page, 'Wei Ling');
    await rowMark('John Tan').getByText('Not sent').waitFor();
    backend.model.chat.receive(JOHN, { content: { type: 'text', text: 'are you there?' } });
    await row('John Tan').locator('time').getByText(/:/).waitFor();
    await poll(() => rowMark('John Tan').getAttribute('data-undelivered')).toBe('failed');
    await page.reload();
    await rowMark('John Tan').getByText('Not sent').waitFor();
    await row('Snack Haul').locator('[data-undelivered="1"]').waitFor();
    await poll(() => row('Snack Haul').getAttribute('aria-description')).toContain('Not sent (1)');
    await entry(1).waitFor();
    await open(page, 'John Tan');
    await page.locator('[data-mark="failed"]').getByRole('button', { name: 'Retry' }).click();
    await rowMark('John Tan').waitFor({ state: 'detached' });
    await entry(1).waitFor({ state: 'detached' });
    expect(await row('Snack Haul').locator('[data-undelivered]').count()).toBe(0);
  });

  it('is told by a toast that opens it, when its conversation is not open', async () => {
    const { page, backend } = window;
    await window.enter('/chat/all');
    await open(page, 'John Tan');
    backend.model.chat.fate = 'pending';
    await write(page, 'on its way');
    await open(page, 'Wei Ling');
    const [clientId = ''] = [...backend.model.chat.deliveries.keys()];
    backend.model.chat.settle(clientId, 'failed');
    const said = page.getByRole('alert').filter({ hasText: 'Not sent to John Tan (Snack Haul)' });
    await said.getByRole('button', { name: 'Open' }).click();
    await page.getByRole('heading', { name: 'John Tan', level: 2 }).waitFor();
    await page.locator('[data-sought] [data-mark="failed"]').waitFor();
    await said.waitFor({ state: 'detached' });
  });

  it('is told apart from unconfirmed ones, which may have been sent, and each kind is counted', async () => {
    const { page } = window;
    given(1, JOHN, { mark: 'failed' });
    given(2, JOHN, { mark: 'unconfirmed' });
    given(3, JOHN, { mark: 'unconfirmed' });
    await window.enter('/chat/all');
    await page.getByRole('button', { name: 'Not sent (1) · Not confirmed (2)', exact: true }).waitFor();
    await poll(() => rowMark('John Tan').allInnerTexts()).toEqual(['Not sent', 'Not confirmed (2)']);
    const badges = row('Snack Haul').locator('[data-undelivered]');
    expect(await badges.evaluateAll((all) => all.map((badge) => badge.getAttribute('data-kind')))).toEqual([
      'failed',
      'unconfirmed',
    ]);
    await poll(() => badges.allInnerTexts()).toEqual(['1', '2']);
    await poll(() => row('Snack Haul').getAttribute('aria-description')).toContain('Not sent (1) · Not confirmed (2)');
  });

  it('of a colleague is listed and not told by a toast', async () => {
    const { page } = window;
    await window.enter('/chat/all');
    given(1, JOHN, { mark: 'failed', memberId: uuid('a', 77) });
    await entry(1).waitFor();
    expect(await page.getByText('Not sent to John Tan').count()).toBe(0);
  });
});

describe('the list of answers that did not arrive', () => {
  it('names buyer, shop, words, reason and time, and opens one of a conversation that is not loaded', async () => {
    const { page, backend } = window;
    const refusal = { reason: 'blocked_by_user', detail: null } as const;
    const sent = given(1, OLD, { mark: 'failed', refusal, content: { type: 'text', text: 'we ship tomorrow' } });
    given(2, JOHN, { mark: 'unconfirmed', content: { type: 'text', text: 'did you get this?' } });
    const buyer = backend.model.chat.conversations.get(OLD)?.buyer.name ?? '';
    await window.enter('/chat/all');
    await bothEntry().click();
    const answer = bothList().getByRole('button').filter({ hasText: 'we ship tomorrow' });
    await answer.getByText(buyer).waitFor();
    await answer.getByText('The buyer has blocked this shop').waitFor();
    await poll(() => answer.locator('time').getAttribute('datetime')).toBe(new Date(sent.createdAt).toISOString());
    await bothList().getByRole('button').filter({ hasText: 'did you get this?' }).getByText('Not confirmed').waitFor();
    await page.keyboard.press('ArrowDown');
    await poll(() => answer.or(bothList().getByText('did you get this?')).count()).toBeGreaterThan(0);
    await answer.click();
    await page.getByRole('heading', { name: buyer, level: 2 }).waitFor();
    await log(page).getByText('we ship tomorrow').waitFor();
    await page.locator('[data-sought] [data-mark="failed"]').waitFor();
  });

  it('reaches a message far above the end of a long conversation', async () => {
    const { page, backend } = window;
    const long = uuidOf('conversation 2');
    const anchor = backend.model.chat.messages.get(long)?.[20];
    if (anchor === undefined) throw new Error('no message');
    given(1, long, { mark: 'failed', content: { type: 'text', text: 'far up' }, anchorPosition: anchor.position });
    await window.enter('/chat/all');
    await open(page, 'Siti Rahayu');
    expect(await log(page).getByText('far up').count()).toBe(0);
    await entry(1).click();
    await list(1).getByRole('button').filter({ hasText: 'far up' }).click();
    const found = log(page).getByText('far up');
    await found.waitFor();
    await poll(() => found.evaluate((node) => node.getBoundingClientRect().top > 120)).toBe(true);
  });

  it('sends one that failed again without opening it', async () => {
    const { page, backend } = window;
    const refusal = { reason: 'too_frequent', detail: null } as const;
    const { deliveryId } = given(1, OLD, {
      mark: 'failed',
      refusal,
      content: { type: 'text', text: 'we ship tomorrow' },
    });
    given(2, JOHN, { mark: 'unconfirmed', content: { type: 'text', text: 'did you get this?' } });
    await window.enter('/chat/all');
    await bothEntry().click();
    const buyer = backend.model.chat.conversations.get(OLD)?.buyer.name ?? '';
    await bothList()
      .getByRole('button', { name: `Retry: ${buyer}` })
      .click();
    await list(1, 'Not confirmed').getByText('did you get this?').waitFor();
    expect(
      await list(1, 'Not confirmed')
        .getByRole('button', { name: /^Retry/ })
        .count(),
    ).toBe(0);
    await poll(() => list(1, 'Not confirmed').evaluate((box) => box.contains(document.activeElement))).toBe(true);
    const asked = backend.calls.filter(({ path }) => path === '/api/desk/retryDelivery');
    expect(asked.map(({ input }) => input)).toEqual([{ deliveryId }]);
    await poll(() => page.getByText('Welcome. Pick a conversation to begin').count()).toBe(1);
  });

  it('closes with Escape, gives the focus back, and stands in the palette, too', async () => {
    const { page } = window;
    given(1, JOHN, { mark: 'unconfirmed', content: { type: 'text', text: 'did you get this?' } });
    await window.enter('/chat-tiktok/index');
    const button = entry(1, 'Not confirmed');
    await button.focus();
    await page.keyboard.press('Enter');
    await list(1, 'Not confirmed').waitFor();
    await page.keyboard.press('Escape');
    await list(1, 'Not confirmed').waitFor({ state: 'detached' });
    expect(await button.evaluate((focused) => focused === document.activeElement)).toBe(true);
    await page.keyboard.press('Control+K');
    await page.getByRole('combobox').fill('not confirmed');
    await page.getByRole('option', { name: 'John Tan Snack Haul · did you get this?' }).waitFor();
    await page.keyboard.press('Enter');
    await page.locator('[data-sought] [data-mark="unconfirmed"]').waitFor();
    expect(new URL(page.url()).pathname).toBe('/chat-tiktok/index');
  });
});

describe('an answer on its way', () => {
  it('is marked with a clock after a moment, and says what it waits for after ten seconds', async () => {
    const { page, backend } = window;
    await page.clock.install();
    await window.enter('/chat/all');
    await open(page, 'John Tan');
    backend.model.chat.fate = 'pending';
    await write(page, 'first');
    await page.locator('[data-mark="pending"]').waitFor();
    await write(page, 'second');
    await poll(() => backend.model.chat.deliveries.size).toBe(2);
    await page.clock.runFor(2_000);
    await rowMark('John Tan').getByText('Sending').waitFor();
    expect(await page.locator('[data-mark="waiting"]').count()).toBe(0);
    await page.clock.runFor(9_000);
    await log(page).getByText('TikTok Shop has not answered yet; checking…').waitFor();
    await log(page).getByText('Waiting for the message above').waitFor();
    await entry(2, 'Waiting to be sent').waitFor();
    setShop(SNACKS, { connection: { state: 'interrupted', refusal: null } });
    await poll(() => log(page).getByText('Waiting for the shop to reconnect').count()).toBe(2);
    await rowMark('John Tan').getByText('Waiting to be sent').waitFor();
    for (const clientId of [...backend.model.chat.deliveries.keys()]) backend.model.chat.settle(clientId, 'confirmed');
    await rowMark('John Tan').waitFor({ state: 'detached' });
    await entry(2, 'Waiting to be sent').waitFor({ state: 'detached' });
  });
});

describe('answers that a lost login kept back', () => {
  it('are offered in the conversation and in the list once the shop is back, and each goes out once', async () => {
    const { page, backend } = window;
    const refusal = { reason: 'shop_login_expired', detail: null } as const;
    setShop(SNACKS, { connection: { state: 'failed', refusal } });
    for (const number of [1, 2, 3])
      given(number, JOHN, { mark: 'failed', refusal, createdAt: Date.now() - 10 + number });
    await window.enter('/chat/all');
    await page.getByRole('button', { name: 'Later' }).click();
    await open(page, 'John Tan');
    await page.keyboard.press('Escape');
    const offer = page.getByText('Send the 3 answers that waited?');
    expect(await offer.count()).toBe(0);
    setShop(SNACKS, { connection: { state: 'live', refusal: null } });
    await offer.waitFor();
    await entry(3).click();
    await list(3).getByRole('button', { name: 'Send 3 answers' }).click();
    await poll(() => backend.calls.filter(({ path }) => path === '/api/desk/retryDelivery').length).toBe(3);
    await offer.waitFor({ state: 'detached' });
    await entry(3).waitFor({ state: 'detached' });
    const inputs = backend.calls.filter(({ path }) => path === '/api/desk/retryDelivery').map(({ input }) => input);
    expect(inputs).toEqual([1, 2, 3].map((number) => ({ deliveryId: aDelivery(number, 1).deliveryId })));
    await poll(() =>
      log(page)
        .getByText(/^text [123]$/)
        .count(),
    ).toBe(3);
  });

  it('give the focus to the composer when they are sent from the conversation', async () => {
    const { page } = window;
    given(1, JOHN, { mark: 'failed', refusal: { reason: 'shop_login_expired', detail: null } });
    await window.enter('/chat/all');
    await open(page, 'John Tan');
    const send = page.getByRole('button', { name: 'Send it', exact: true });
    await send.focus();
    await page.keyboard.press('Enter');
    await send.waitFor({ state: 'detached' });
    const composer = page.getByRole('textbox', { name: 'Message' });
    await poll(() => composer.evaluate((box) => box === document.activeElement)).toBe(true);
    await page.locator('[data-mark="sent"]').last().waitFor();
  });
});
