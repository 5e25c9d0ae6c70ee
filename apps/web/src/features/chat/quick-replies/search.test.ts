import type { QuickReplyView } from '@pasar/api';
import { expect, it } from 'vitest';
import { type Offered, offeredIn } from './offered.ts';
import { createSearch } from './search.ts';

const reply = (title: string, text: string, more: Partial<QuickReplyView> = {}): QuickReplyView => ({
  replyId: title,
  groupId: 'g',
  title,
  parts: [{ kind: 'text', text }],
  variants: [],
  sites: [],
  shopIds: null,
  useCount: 0,
  ...more,
});
const REPLIES = [
  reply('发货', '您好，有现货，今天下单今天发货'),
  reply('สินค้าพร้อมส่ง', 'สวัสดีค่ะ สินค้าพร้อมส่งค่ะ'),
  reply('Thanks', 'Hello, thanks for your order'),
  reply('Đặt hàng', 'Cảm ơn bạn đã đặt hàng'),
  reply('退换货', '七天无理由退換貨'),
];
const offered: readonly Offered[] = offeredIn(REPLIES, [], null, null);
const titlesFor = (words: string) => createSearch(offered)(words, 10).shown.map((item) => item.reply.title);

it.each([
  ['现货', '发货'],
  ['有货', '发货'],
  ['พร้อมส่ง', 'สินค้าพร้อมส่ง'],
  ['ค่ะพร้อม', 'สินค้าพร้อมส่ง'],
  ['thanks', 'Thanks'],
  ['thks', 'Thanks'],
  ['cam on', 'Đặt hàng'],
  ['退貨', '退换货'],
])('%s finds %s', (words, title) => {
  expect(titlesFor(words)[0]).toBe(title);
});

it('shows all replies without words, the most used first, and nothing that does not match', () => {
  const used = offeredIn([...REPLIES, reply('Often', 'x', { useCount: 3 })], [], null, null);
  expect(createSearch(used)('', 2)).toMatchObject({ total: 6, shown: [{ reply: { title: 'Often' } }, {}] });
  expect(titlesFor('zzzz')).toEqual([]);
});

it('puts the more used of two equal matches first', () => {
  const same = [reply('a', 'Good morning'), reply('b', 'Good morning', { useCount: 2 })];
  const found = createSearch(offeredIn(same, [], null, null))('morning', 10);
  expect(found.shown.map((item) => item.reply.replyId)).toEqual(['b', 'a']);
});
