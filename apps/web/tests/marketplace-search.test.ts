import { CALLS } from '@pasar/api';
import { asConversationId } from '@pasar/domain';
import { uuidOf } from '@pasar/sync/testing/builders';
import { expect, it } from 'vitest';
import { poll } from './desk-helpers.ts';
import { windowOfEachTest } from './screen-harness.ts';

/** The search of the conversation list that goes to the marketplaces, page by page. */
const window = windowOfEachTest();

const { searchAtMarketplaces } = CALLS.chat;
const REFUSAL = { reason: 'too_frequent', detail: null } as const;

/** A shop at Shopee, and conversations of it that only the marketplace has. */
function atShopee() {
  const { chat, shops } = window.backend.model;
  const shop = [...shops.byId.values()].find(({ marketplace }) => marketplace === 'shopee');
  const known = [...chat.conversations.values()].find(({ shopId }) => shopId === shop?.shopId);
  if (shop === undefined || known === undefined) throw new Error('no shop of Shopee');
  const hit = (name: string) => ({
    ...known,
    conversationId: asConversationId(uuidOf(name)),
    buyer: { ...known.buyer, buyerId: `7${name.length}`, name },
  });
  return { chat, shop, name: shop.alias ?? shop.name, hit };
}
const asked = () =>
  window.backend.calls.flatMap(({ path, input }) => (path === searchAtMarketplaces.path ? [input] : []));

it('looks for a buyer at the marketplace that can be searched, names its shops that did not answer, and tries these again', async () => {
  const { page } = window;
  await window.enter('/chat/all?lang=en');
  const { chat, shop, name, hit } = atShopee();
  const { shopId } = shop;
  chat.atMarketplaces = { failed: [{ shopId, cursor: null, refusal: REFUSAL }] };
  await page.getByRole('searchbox', { name: 'Search buyers' }).fill('long ago');
  await page.getByText('No buyer found').waitFor();
  await page.getByRole('button', { name: 'Search at Shopee, too' }).click();
  await page.getByText(`Could not be asked: ${name}.`).waitFor();
  chat.atMarketplaces = { conversations: [hit('Long Ago')] };
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByText('1 conversation found at Shopee.').waitFor();
  expect(await page.getByRole('button', { name: 'Search further at Shopee' }).count()).toBe(0);
  await page.getByRole('option', { name: 'Long Ago', exact: true }).click();
  await page.getByRole('heading', { name: 'Long Ago', level: 2 }).waitFor();
  expect(asked()).toEqual([{ words: 'long ago' }, { words: 'long ago', from: [{ shopId, cursor: null }] }]);
  await page.getByRole('link', { name: 'Lazada' }).click();
  await page.getByRole('searchbox', { name: 'Search buyers' }).fill('long ago');
  await page.getByText('No buyer found').waitFor();
  expect(await page.getByRole('button', { name: 'Search at Shopee, too' }).count()).toBe(0);
});

it('goes on by keyboard while the marketplace has more, keeps what failed apart, and adds up what was found', async () => {
  const { page } = window;
  await window.enter('/chat/all?lang=en');
  const { chat, shop, name, hit } = atShopee();
  const { shopId } = shop;
  const further = page.getByRole('button', { name: 'Search further at Shopee' });
  const hasFocus = (of: typeof further) => of.evaluate((element) => element === document.activeElement);
  chat.atMarketplaces = { conversations: [hit('Long Ago')], further: [{ shopId, cursor: '2:-' }] };
  await page.getByRole('searchbox', { name: 'Search buyers' }).fill('long ago');
  await page.getByRole('button', { name: 'Search at Shopee, too' }).focus();
  await page.keyboard.press('Enter');
  await page.getByText('1 conversation found at Shopee.').waitFor();
  await further.waitFor();
  expect(await hasFocus(further)).toBe(true);

  // The next page fails: the shop is named, and is asked again for the same page.
  chat.atMarketplaces = { failed: [{ shopId, cursor: '2:-', refusal: REFUSAL }] };
  await page.keyboard.press('Enter');
  await page.getByText(`Could not be asked: ${name}.`).waitFor();
  await page.getByText('1 conversation found at Shopee.').waitFor();
  expect(await further.count()).toBe(0);
  chat.atMarketplaces = { conversations: [hit('Long Ago'), hit('Long Ago Too')], further: [{ shopId, cursor: '3:-' }] };
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.getByText('2 conversations found at Shopee.').waitFor();

  // After the last page the button goes, and its focus goes to what was told.
  chat.atMarketplaces = { conversations: [hit('Long Ago The Third')] };
  await further.press('Enter');
  await page.getByText('3 conversations found at Shopee.').waitFor();
  expect(await further.count()).toBe(0);
  expect(await hasFocus(page.getByText('3 conversations found at Shopee.'))).toBe(true);
  for (const found of ['Long Ago', 'Long Ago Too', 'Long Ago The Third']) {
    await page.getByRole('option', { name: found, exact: true }).waitFor();
  }
  expect(asked()).toEqual([
    { words: 'long ago' },
    { words: 'long ago', from: [{ shopId, cursor: '2:-' }] },
    { words: 'long ago', from: [{ shopId, cursor: '2:-' }] },
    { words: 'long ago', from: [{ shopId, cursor: '3:-' }] },
  ]);
});

it('shows orders whose buyers have no conversation here, each once, and opens one', async () => {
  const { page } = window;
  await window.enter('/chat/all?lang=en');
  const { chat, shop, hit } = atShopee();
  const { shopId } = shop;
  const order = (number: number) => ({ shopId, orderNumber: `2611Q${number}`, buyerName: `New Buyer ${number}` });
  chat.orderBuyers.set(`${shopId}/2611Q2`, hit('New Buyer 2'));
  chat.atMarketplaces = { orders: [order(1), order(2)], further: [{ shopId, cursor: '-:2' }] };
  await page.getByRole('searchbox', { name: 'Search buyers' }).fill('2611Q');
  await page.getByRole('button', { name: 'Search at Shopee, too' }).click();
  const orders = page.getByRole('region', { name: 'Orders whose buyers have no conversation here' });
  await orders.getByRole('button', { name: 'Order 2611Q1 · New Buyer 1' }).waitFor();
  await page.getByText('2 orders found at Shopee.').waitFor();
  chat.atMarketplaces = { orders: [order(2), order(3)] };
  await page.getByRole('button', { name: 'Search further at Shopee' }).press('Enter');
  await orders.getByRole('button', { name: 'Order 2611Q3 · New Buyer 3' }).waitFor();
  const told = page.getByText('3 orders found at Shopee.');
  await told.waitFor();
  expect(await told.evaluate((element) => element === document.activeElement)).toBe(true);
  await poll(() => orders.getByRole('button').count()).toBe(3);
  await orders.getByRole('button', { name: 'Order 2611Q1 · New Buyer 1' }).click();
  await orders.getByText('Order 2611Q1 is not there any more.').waitFor();
  await orders.getByRole('button', { name: 'Order 2611Q2 · New Buyer 2' }).press('Enter');
  await page.getByRole('heading', { name: 'New Buyer 2', level: 2 }).waitFor();
});
