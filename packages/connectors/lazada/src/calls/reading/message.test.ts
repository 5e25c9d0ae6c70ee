import { describe, expect, it } from 'vitest';
import { SHOP } from '../../../fixtures/sample-shop.ts';
import { fromWireMessage } from './message.ts';

const body = (card: unknown, templateData: unknown, typeData: Readonly<Record<string, unknown>> = {}) => ({
  typeData: { mid: '9100000000000000001', sid: 's', fromType: 1, sendTime: 1_793_250_000_123, ...typeData },
  layoutData: { card },
  templateData,
});
function contentOf(card: unknown, templateData: unknown) {
  const message = fromWireMessage(body(card, templateData), SHOP);
  if (!message.ok) throw new Error(message.reason);
  return message.value.content;
}

describe('messages', () => {
  it('reads text as it was written', () => {
    expect(contentOf('1', '{"txt":"hi"}')).toEqual({ type: 'text', text: 'hi' });
    expect(contentOf(1, 'hi, no JSON')).toEqual({ type: 'text', text: 'hi, no JSON' });
    expect(contentOf(1, '9223372036854775807')).toEqual({ type: 'text', text: '9223372036854775807' });
  });

  it.each([
    [2, 'system'],
    [3, 'image'],
    [4, 'sticker'],
    [6, 'video'],
    [10006, 'product'],
    [10007, 'order'],
    [10008, 'voucher'],
    [10011, 'refund'],
    [10012, 'order'],
    [10013, 'order'],
    [77777, 'unknown'],
  ])('template %i is a labelled placeholder (%s) that keeps its content', (card, kind) => {
    expect(contentOf(card, '{"id":9223372036854775807}')).toEqual({
      type: 'placeholder',
      kind,
      wireType: String(card),
      raw: { id: '9223372036854775807' },
    });
  });

  it('reads a symbol as text, and what the marketplace remarks as a notice', () => {
    expect(contentOf(4, '{"txt":"[smile]"}')).toEqual({ type: 'text', text: '[smile]' });
    const raw = { txt: 'The order has been shipped.' };
    expect(contentOf(2, JSON.stringify(raw))).toEqual({ type: 'notice', text: raw.txt, wireType: '2', raw });
    for (const [card, kind] of [
      [2, 'system'],
      [4, 'sticker'],
    ]) {
      expect(contentOf(card, '{"txt":" "}')).toMatchObject({ type: 'placeholder', kind });
    }
  });

  it('reads pictures, products, orders and vouchers', () => {
    expect(contentOf(3, '{"imgUrl":"https://img.example/p.png","width":"320","height":240}')).toMatchObject({
      type: 'image',
      picture: { url: 'https://img.example/p.png', thumbUrl: null, width: 320, height: 240 },
      wireType: '3',
    });
    const product = '{"itemId":9223372036854775807,"title":"Pan","price":"1,290.00","currency":"PHP","oldPrice":"₱2"}';
    expect(contentOf(10006, product)).toMatchObject({
      type: 'products',
      products: [
        { itemId: '9223372036854775807', title: 'Pan', price: { amount: '1290.00', currency: 'PHP' }, oldPrice: null },
      ],
    });
    for (const [card, type] of [
      [10007, 'order'],
      [10012, 'myOrder'],
      [10013, 'confirmOrder'],
    ]) {
      expect(contentOf(card, '{"orderId":"900548022891005","status":"shipped"}')).toMatchObject({
        type,
        order: { orderId: '900548022891005', orderNumber: '900548022891005', status: 'shipped', total: null },
        wireType: String(card),
      });
    }
    expect(contentOf(10008, '{"promotionId":91,"title":"9% off","discountPercent":9}')).toMatchObject({
      type: 'voucher',
      voucher: { voucherId: '91', title: '9% off', discount: { kind: 'percent', percent: 9 } },
    });
  });

  it('reads videos, invitations to follow and refunds', () => {
    const url = 'https://img.example/v.mp4';
    expect(
      contentOf(6, `{"videoId":"9","videoUrl":"${url}","imgUrl":"https://img.example/p.png","duration":"37"}`),
    ).toMatchObject({
      type: 'video',
      video: { url, coverUrl: 'https://img.example/p.png', width: null, height: null, durationSeconds: 37 },
      wireType: '6',
    });
    expect(contentOf(6, '{"videoId":"9"}')).toMatchObject({
      type: 'video',
      video: { url: 'lazada-video:9', coverUrl: null },
    });
    expect(contentOf(6, '{"imgUrl":"https://img.example/p.png"}')).toMatchObject({
      type: 'video',
      video: { url: null },
    });
    expect(contentOf(10010, '{"txt":"Follow us"}')).toMatchObject({ type: 'follow', follow: { text: 'Follow us' } });
    expect(contentOf(10010, '{}')).toMatchObject({ type: 'follow', follow: { text: null } });
    const refund =
      '{"orderId":900548022891005,"reason":"Damaged","amount":"12.50","currency":"PHP","status":"pending"}';
    expect(contentOf(10011, refund)).toMatchObject({
      type: 'refund',
      refund: {
        orderId: '900548022891005',
        returnId: null,
        reason: 'Damaged',
        status: 'pending',
        amount: { amount: '12.50', currency: 'PHP' },
      },
    });
  });

  it('takes numbers as text and ids as numbers', () => {
    const message = fromWireMessage(
      body('1', '{"txt":"hi"}', { sendTime: '1793250000123', fromType: '2', mid: 12 }),
      SHOP,
    );
    expect(message).toMatchObject({ ok: true, value: { platformMessageId: '12', author: 'seller' } });
  });

  it.each([
    ['no id', { mid: undefined }],
    ['a send time that is none', { sendTime: 'yesterday' }],
    ['a negative send time', { sendTime: -5 }],
  ])('refuses %s without repeating what was said', (_name, typeData) => {
    const message = fromWireMessage(body(1, '{"txt":"secret words"}', typeData), SHOP);
    expect(message.ok).toBe(false);
    expect(JSON.stringify(message)).not.toContain('secret words');
  });
});
