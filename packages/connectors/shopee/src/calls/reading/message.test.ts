import { describe, expect, it } from 'vitest';
import { fromWireMessage } from './message.ts';

const OWNER = '500';
const shopUserOf = (shopId: string): string | null => (shopId === '1' ? OWNER : null);
const wire = (changes: object = {}): object => ({
  id: '10',
  request_id: 'key',
  conversation_id: '2',
  shop_id: 1,
  type: 'text',
  content: { text: 'hi' },
  from_id: 500,
  from_shop_id: 1,
  created_timestamp: 1_000,
  ...changes,
});
const read = (changes: object = {}) => fromWireMessage(wire(changes), shopUserOf);

describe('fromWireMessage', () => {
  it('knows who wrote it', () => {
    expect(read()).toMatchObject({ value: { author: 'seller', idempotencyKey: 'key' } });
    expect(read({ IsAutoReply: true })).toMatchObject({ value: { author: 'robot' } });
    expect(read({ from_id: 7, from_shop_id: 0 })).toMatchObject({ value: { author: 'buyer', idempotencyKey: null } });
    expect(read({ from_id: 0, from_shop_id: 0 })).toMatchObject({ value: { author: 'system' } });
    expect(read({ type: 'notification', content: {} })).toMatchObject({ value: { author: 'system' } });
  });

  it('falls back to from_shop_id for a shop that the login does not list', () => {
    expect(read({ shop_id: 9, from_shop_id: 9 })).toMatchObject({ value: { author: 'seller' } });
    expect(read({ shop_id: 9, from_shop_id: 0 })).toMatchObject({ value: { author: 'buyer' } });
  });

  it('keeps what it cannot show, with ids as text', () => {
    expect(read({ type: 'item_list', content: { shop_id: '7301234567890120001' } })).toMatchObject({
      value: {
        content: {
          type: 'placeholder',
          kind: 'product',
          wireType: 'item_list',
          raw: { shop_id: '7301234567890120001' },
        },
      },
    });
    expect(read({ type: 'hologram', content: {} })).toMatchObject({ value: { content: { kind: 'unknown' } } });
  });

  it('shows cards as what they are', () => {
    const card = (type: string, content: object) => {
      const reading = read({ type, content, country: 'TW' });
      return reading.ok ? reading.value.content : null;
    };
    const url = 'https://cf.shopee.tw/file/h';
    expect(card('image', { url, thumb_url: `${url}_tn`, thumb_width: 320, thumb_height: 0 })).toMatchObject({
      type: 'image',
      picture: { url, thumbUrl: `${url}_tn`, width: 320, height: null },
    });
    expect(card('product', { product_id: '7301234567890120001', product_name: 'Hat' })).toMatchObject({
      type: 'products',
      products: [{ itemId: '7301234567890120001', title: 'Hat', price: null }],
    });
    const row = { item_id: '5', name: 'Cap', thumb_url: url, price: 12_350_000, price_before_discount: '200.50' };
    expect(card('item_list', { chat_product_infos: [row] })).toMatchObject({
      type: 'products',
      products: [
        {
          itemId: '5',
          title: 'Cap',
          iconUrl: url,
          price: { amount: '123.5', currency: 'TWD' },
          oldPrice: { amount: '200.5', currency: 'TWD' },
        },
      ],
    });
    expect(card('order', { order_sn: '2611201ABCD' })).toMatchObject({
      type: 'order',
      order: { orderId: '2611201ABCD', orderNumber: '2611201ABCD' },
    });
    expect(card('voucher', { voucher_id: 9, voucher_code: 'SAVE' })).toMatchObject({
      type: 'voucher',
      voucher: { voucherId: '9', voucherCode: 'SAVE' },
    });
  });

  it('shows videos, stickers and offers as what they are', () => {
    const card = (type: string, content: object, country: string | null = 'TW') => {
      const reading = read({ type, content, country });
      return reading.ok ? reading.value.content : null;
    };
    const url = 'https://cf.shopee.tw/file/v.mp4';
    const video = {
      video_url: url,
      thumb_url: `${url}_tn`,
      thumb_w: 320,
      thumb_h: 180,
      duration_seconds: 37,
      vid: '9',
    };
    expect(card('video', video)).toMatchObject({
      type: 'video',
      video: { url, coverUrl: `${url}_tn`, width: 320, height: 180, durationSeconds: 37 },
    });
    const sticker = { sticker_id: '0008', sticker_package_id: 'sticker_th_choki' };
    const folder = 'https://deo.shopeemobile.com/shopee/shopee-sticker-live-tw/packs/sticker_th_choki';
    expect(card('sticker', sticker)).toMatchObject({
      type: 'sticker',
      sticker: { imageUrl: `${folder}/0008@1x.png`, text: null },
    });
    expect(card('sticker', { ...sticker, format: 'gif' })).toMatchObject({
      sticker: { imageUrl: `${folder}/0008@1x.gif` },
    });
    expect(card('sticker', { ...sticker, sticker_id: '../../x' })).toMatchObject({
      type: 'placeholder',
      kind: 'sticker',
    });
    expect(card('sticker', sticker, null)).toMatchObject({ type: 'placeholder', kind: 'sticker' });
    const offer = {
      offer_id: '7',
      item_id: 5,
      item_name: 'Hat',
      quantity: 2,
      offer_price: 12_350_000,
      status: 'pending',
    };
    expect(card('offer', offer)).toMatchObject({
      type: 'offer',
      offer: {
        offerId: '7',
        productId: '5',
        productName: 'Hat',
        quantity: 2,
        price: { amount: '123.5', currency: 'TWD' },
        status: 'waiting',
        iconUrl: null,
      },
    });
    expect(card('offer', { ...offer, status: 'pondered', quantity: 'many' })).toMatchObject({
      offer: { status: 'unknown', quantity: null },
    });
  });

  it('shows what the marketplace remarks in its words', () => {
    for (const type of ['notification', 'system']) {
      const content = { text: 'The order status has changed.', order_id: '7301234567890120001' };
      expect(read({ type, content })).toMatchObject({
        value: {
          author: 'system',
          content: {
            type: 'notice',
            text: 'The order status has changed.',
            wireType: type,
            raw: { text: 'The order status has changed.', order_id: '7301234567890120001' },
          },
        },
      });
    }
  });

  it('labels a card that cannot be read', () => {
    const broken: readonly (readonly [string, object])[] = [
      ['image', { url: 'nowhere' }],
      ['product', {}],
      ['item_list', { chat_product_infos: [] }],
      ['order', { order_sn: '' }],
      ['voucher', { voucher_id: 'x' }],
      ['video', { video_url: 'nowhere' }],
      ['sticker', {}],
      ['offer', {}],
      ['notification', { text: ' ' }],
      ['system', {}],
    ];
    for (const [type, content] of broken) {
      expect(read({ type, content })).toMatchObject({ value: { content: { type: 'placeholder', wireType: type } } });
    }
  });

  it('takes milliseconds from created_at only when both times agree', () => {
    const at = new Date(1_000_123).toISOString();
    expect(read({ created_at: at })).toMatchObject({ value: { sentAt: 1_000_123 } });
    expect(read({ created_at: 'yesterday' })).toMatchObject({ value: { sentAt: 1_000_000 } });
    expect(read({ created_at: '2020-01-01T00:00:00Z' })).toMatchObject({ value: { sentAt: 1_000_000 } });
  });

  it('says why something cannot be read', () => {
    for (const broken of [
      { content: {} },
      { content: 'hi' },
      { id: 'x' },
      { created_timestamp: 'now' },
      { shop_id: null },
    ]) {
      const reading = read(broken);
      expect(reading).toMatchObject({ ok: false });
      if (!reading.ok) expect(reading.reason).not.toBe('');
    }
    expect(read({ id: '18446744073709551615' })).toMatchObject({ ok: false });
  });
});
