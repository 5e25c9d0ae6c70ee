import { expect, it } from 'vitest';
import type { MessageContent, ProductCard } from './message.ts';
import { cardAbility, idsOfCard, type OutgoingCard, withSentFacts } from './outgoing.ts';

const bare = (itemId: string): ProductCard => ({
  itemId,
  title: null,
  price: null,
  oldPrice: null,
  iconUrl: null,
  actionUrl: null,
});
const price = { amount: '9', currency: 'SGD' };
const sent: OutgoingCard = { type: 'products', products: [{ ...bare('1'), title: 'ours', price }, bare('2')] };
const told = (...products: ProductCard[]): MessageContent => ({
  type: 'products',
  products,
  wireType: 'item_list',
  raw: { of: 'the marketplace' },
});

it('needs another ability for a list of products than for one product', () => {
  expect(cardAbility(sent)).toBe('productList');
  expect(cardAbility({ type: 'products', products: [bare('1')] })).toBe('productCard');
  expect(idsOfCard(sent)).toEqual(['1', '2']);
});

it('fills a returned card with the facts that were sent, and keeps what the marketplace tells', () => {
  expect(withSentFacts(told({ ...bare('1'), title: 'theirs' }, bare('3')), sent)).toEqual(
    told({ ...bare('1'), title: 'theirs', price }, bare('3')),
  );
});

it('leaves a message of another kind, order or voucher as it is', () => {
  const order: MessageContent = {
    type: 'order',
    order: { orderId: '5', orderNumber: null, status: null, total: null, iconUrl: null },
    wireType: 'order',
    raw: null,
  };
  const text: MessageContent = { type: 'text', text: 'hello' };
  expect(withSentFacts(order, sent)).toBe(order);
  expect(withSentFacts(text, sent)).toBe(text);
  const other: OutgoingCard = { type: 'order', order: { ...order.order, orderId: '6', total: price } };
  expect(withSentFacts(order, other)).toBe(order);
  const same: OutgoingCard = { type: 'order', order: { ...order.order, orderNumber: 'N5', total: price } };
  expect(withSentFacts(order, same)).toEqual({ ...order, order: { ...order.order, orderNumber: 'N5', total: price } });
});
