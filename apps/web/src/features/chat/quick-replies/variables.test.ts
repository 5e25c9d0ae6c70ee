import type { MessageView } from '@pasar/api';
import { expect, it } from 'vitest';
import { fillIn, fillParts, firstHole, missingIn, segmentsOf, type Values, valuesOf } from './variables.ts';

const VALUES: Values = { buyer: 'Somchai', shop: 'Rumah', order: null, tracking: null, product: 'Mug', agent: 'Ann' };

it('fill in what is known and leave the rest as it was written', () => {
  expect(fillIn('Hi {buyer}, {order} from {shop}. {nobody} {Buyer}', VALUES)).toBe(
    'Hi Somchai, {order} from Rumah. {nobody} {Buyer}',
  );
  expect(missingIn([{ kind: 'text', text: '{tracking} {buyer} {order} {order}' }], VALUES)).toEqual([
    'order',
    'tracking',
  ]);
});

it('take a value as it is: a hole or a tag in a buyer’s name is only text', () => {
  const hostile = { ...VALUES, buyer: '{agent}<img src=x onerror=alert(1)>$&' };
  expect(fillIn('{buyer}!', hostile)).toBe('{agent}<img src=x onerror=alert(1)>$&!');
  expect(segmentsOf('{buyer}', hostile)).toEqual([{ kind: 'hole', variable: 'buyer', value: hostile.buyer }]);
});

it('are found where a person has to fill one in', () => {
  const filled = fillIn('您好 {buyer}，单号 {order}', VALUES);
  const hole = firstHole(filled);
  expect(hole === null ? null : filled.slice(hole.from, hole.to)).toBe('{order}');
  expect(firstHole('no hole {here}')).toBeNull();
});

it('leave parts that are no text alone', () => {
  const product = { kind: 'product', shopId: 'x', itemId: '{buyer}', title: '{buyer}' } as never;
  expect(fillParts([product], VALUES)).toEqual([product]);
});

it('come from the conversation and its newest cards', () => {
  const card = (content: object) => ({ content }) as MessageView;
  const messages = [
    card({ type: 'order', order: { orderId: '1', orderNumber: 'OLD' } }),
    card({ type: 'products', products: [{ title: 'Mug' }] }),
    card({ type: 'order', order: { orderId: '2', orderNumber: null } }),
    card({ type: 'text', text: 'x' }),
  ];
  const buyer = { buyerId: '1' as never, name: 'Somchai', avatarUrl: null };
  expect(valuesOf({ buyer }, 'Rumah', { name: ' ' }, messages, null)).toEqual({
    buyer: 'Somchai',
    shop: 'Rumah',
    order: '2',
    tracking: null,
    product: 'Mug',
    agent: null,
  });
});

it('of an order and its parcel are those of the order in hand, and never of two orders', () => {
  const card = (content: object) => ({ content }) as MessageView;
  const parcel = (orderId: string, trackingNumber: string | null) =>
    card({ type: 'logistics', logistics: { orderId, trackingNumber } });
  const messages = [card({ type: 'order', order: { orderId: '2', orderNumber: 'TWO' } }), parcel('1', 'T-1')];
  const told = (inHand: Parameters<typeof valuesOf>[4], more: readonly MessageView[] = []) => {
    const { order, tracking } = valuesOf(null, null, null, [...messages, ...more], inHand);
    return { order, tracking };
  };
  expect(told(null)).toEqual({ order: 'TWO', tracking: null });
  expect(told(null, [parcel('TWO', 'T-2')])).toEqual({ order: 'TWO', tracking: 'T-2' });
  expect(told({ orderId: '1', orderNumber: 'ONE', trackingNumber: null })).toEqual({ order: 'ONE', tracking: 'T-1' });
  expect(told({ orderId: '3', orderNumber: 'THREE', trackingNumber: 'T-3' })).toEqual({
    order: 'THREE',
    tracking: 'T-3',
  });
});
