import { CALLS } from '@pasar/api';
import type { Marketplace, ShopId } from '@pasar/domain';
import { succeeded } from '@pasar/sync';
import { describe, expect, it } from 'vitest';
import { log, open, poll } from './desk-helpers.ts';
import { answerOrders } from './order-answers.ts';
import { answerProducts } from './product-answers.ts';
import { windowOfEachTest } from './screen-harness.ts';

const DAY_MS = 86_400_000;
const DOT = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==';

const window = windowOfEachTest();
const box = () => window.page.getByRole('textbox', { name: 'Message', exact: true });
const panel = () => window.page.getByRole('region', { name: 'Buyer', exact: true });
const warning = () => window.page.getByRole('alert').filter({ has: window.page.getByRole('list') });
const isSilent = () => warning().getByText('The buyer last wrote more than 7 days ago');
const sendAnyway = () => warning().getByRole('button', { name: 'Send anyway (Enter)' });
const count = (path: string) => window.backend.calls.filter((call) => call.path === path).length;
const cards = () => count(CALLS.chat.sendCard.path);

/** Opens a conversation whose buyer last wrote so many days ago, and whose messages of the buyer are not in view. */
async function enter(marketplace: Marketplace, days: number) {
  const { backend, page } = window;
  const { chat, shops } = backend.model;
  answerOrders(backend.model);
  answerProducts(backend.model);
  const shop = [...shops.byId.values()].find(
    (item) => item.marketplace === marketplace && item.connection.state === 'live',
  );
  const talk = [...chat.conversations.values()].find(({ shopId }) => shopId === shop?.shopId);
  if (shop === undefined || talk === undefined) throw new Error(`nobody writes to ${marketplace}`);
  const id = talk.conversationId;
  chat.messages.set(id, (chat.messages.get(id) ?? []).filter(({ author }) => author !== 'buyer').slice(-2));
  chat.conversations.set(id, { ...talk, buyerWroteAt: Date.now() - days * DAY_MS });
  await window.enter('/chat/all?lang=en');
  await open(page, talk.buyer.name);
  return { id, shopId: shop.shopId };
}

describe('what a buyer of Shopee gets who last wrote more than seven days ago', () => {
  it('waits for a second Enter where it is a picture, and is judged anew with another picture', async () => {
    await enter('shopee', 8);
    const picture = (name: string) => ({ name, mimeType: 'image/png', buffer: Buffer.from(DOT, 'base64') });
    const choose = window.page.locator('input[type=file]');
    await choose.setInputFiles(picture('a.png'));
    await window.page.getByRole('img', { name: 'a.png' }).waitFor();
    await box().press('Enter');
    await isSilent().waitFor();
    expect(count(CALLS.chat.sendImage.path)).toBe(0);
    await choose.setInputFiles(picture('b.png'));
    await window.page.getByRole('img', { name: 'b.png' }).waitFor();
    await poll(() => warning().count()).toBe(0);
    await box().press('Enter');
    await isSilent().waitFor();
    await box().press('Enter');
    await poll(() => count(CALLS.chat.sendImage.path)).toBe(2);
    expect(await warning().count()).toBe(0);
  });

  it('waits above the composer where it is a card of a picker: Enter sends it', async () => {
    await enter('shopee', 8);
    const { page } = window;
    await page.getByRole('button', { name: 'Send from the shop' }).click();
    const pane = page.getByRole('dialog', { name: /^Send to / });
    await pane.getByRole('checkbox', { name: /^Lamp 1/ }).check();
    await pane.getByRole('button', { name: /^Send / }).click();
    await pane.waitFor({ state: 'detached' });
    await warning()
      .getByText(/^Not sent yet: .*Lamp 1/)
      .waitFor();
    await isSilent().waitFor();
    expect(cards()).toBe(0);
    await poll(() => sendAnyway().evaluate((button) => button === document.activeElement)).toBe(true);
    await page.keyboard.press('Enter');
    await poll(cards).toBe(1);
    await poll(() => warning().count()).toBe(0);
    await poll(() => box().evaluate((area) => area === document.activeElement)).toBe(true);
  });

  it('waits where it is an order or a product of the right panel, and is given up by a button', async () => {
    await enter('shopee', 8);
    const { page } = window;
    await panel().getByRole('tab', { name: 'Orders', exact: true }).click();
    await panel()
      .getByRole('button', { name: /^Open order / })
      .first()
      .click();
    await panel().getByRole('button', { name: 'Send to the buyer' }).click();
    await warning()
      .getByText(/^Not sent yet: .*26112/)
      .waitFor();
    await warning().getByRole('button', { name: 'Do not send' }).click();
    await poll(() => warning().count()).toBe(0);
    await panel().getByRole('tab', { name: 'Products', exact: true }).click();
    await panel()
      .getByRole('button', { name: /^Send Lamp/ })
      .first()
      .click();
    await warning()
      .getByText(/^Not sent yet: .*Lamp/)
      .waitFor();
    expect(cards()).toBe(0);
    await box().focus();
    await page.keyboard.press('Enter');
    await poll(cards).toBe(1);
    await poll(() => warning().count()).toBe(0);
  });

  it('waits whole where it is a quick reply with cards', async () => {
    const { shopId } = await enter('shopee', 8);
    const product = { kind: 'product' as const, shopId: shopId as ShopId, itemId: '7', title: 'Red dress' };
    window.backend.model.quickReplies.add('Offers', 'Look', { parts: [{ kind: 'text', text: 'Look at' }, product] });
    await panel().getByRole('tab', { name: 'Quick replies' }).click();
    await panel().getByRole('button', { name: 'Send at once: Look' }).click();
    await warning().getByText('Not sent yet: Look at and Product: Red dress').waitFor();
    await isSilent().waitFor();
    expect(cards()).toBe(0);
    await sendAnyway().click();
    await poll(cards).toBe(1);
    await log(window.page).getByText('Look at', { exact: true }).waitFor();
  });
});

it('a reply that the guard holds waits whole above the composer, and goes out when a person says so', async () => {
  const { backend, page } = window;
  backend.model.answerWith(CALLS.guard.guardWords, () => succeeded({ words: ['line'], isDefault: false }));
  const parts = ['Hello!', 'add me on Line'].map((text) => ({ kind: 'text' as const, text }));
  backend.model.quickReplies.add('Contact', 'Away', { parts });
  await enter('tiktok', 1);
  await panel().getByRole('tab', { name: 'Quick replies' }).click();
  await box().fill('a draft');
  await panel().getByRole('button', { name: 'Send at once: Away' }).click();
  const held = page.getByRole('alert').filter({ hasText: 'Not sent yet: Hello! and add me on Line' });
  await held.getByText('“Line” is on your list').waitFor();
  expect(backend.calls.filter(({ path }) => path === CALLS.chat.sendText.path)).toEqual([]);
  await held.getByRole('button', { name: 'Do not send' }).click();
  await held.waitFor({ state: 'detached' });
  await panel().getByRole('button', { name: 'Send at once: Away' }).click();
  await held.getByRole('button', { name: 'Send anyway (Enter)' }).press('Enter');
  await log(page).getByText('Hello!', { exact: true }).waitFor();
  await log(page).getByText('add me on Line').waitFor();
  await poll(() => box().inputValue()).toBe('a draft');
  expect(await held.count()).toBe(0);
});

it('goes out at once where the buyer wrote later, and at a marketplace without such a rule', async () => {
  await enter('shopee', 6);
  await box().fill('hello');
  await box().press('Enter');
  await log(window.page).getByText('hello', { exact: true }).waitFor();
  await enter('tiktok', 30);
  await box().fill('hello again');
  await box().press('Enter');
  await log(window.page).getByText('hello again').waitFor();
  expect(await warning().count()).toBe(0);
});

it('counts the answers that are still under way for the five in a row', async () => {
  const { id } = await enter('shopee', 1);
  const { backend } = window;
  for (let number = 0; number < 3; number += 1) backend.model.chat.receive(id, { author: 'seller' });
  backend.model.chat.receive(id, { author: 'buyer' });
  for (let number = 0; number < 3; number += 1) {
    backend.model.chat.receive(id, { author: 'seller', content: { type: 'text', text: `shown ${number}` } });
  }
  await log(window.page).getByText('shown 2').waitFor();
  backend.hold(CALLS.chat.sendText.path);
  for (const text of ['one', 'two']) {
    await box().fill(text);
    await box().press('Enter');
    await log(window.page).getByText(text, { exact: true }).waitFor();
  }
  expect(await warning().count()).toBe(0);
  await box().fill('three');
  await box().press('Enter');
  await warning().getByText('5 messages without an answer').waitFor();
  backend.release(CALLS.chat.sendText.path);
});
