import { describe, expect, test } from 'vitest';
import { fromWireContent } from './content.ts';
import { imageMessage } from './image-message.ts';

describe('what a message says', () => {
  test('a text is its content', () => {
    expect(fromWireContent('text', 'hello', { type: 'text' })).toEqual({ type: 'text', text: 'hello' });
  });

  test('a picture, with the sizes it tells', () => {
    const ext = { type: 'file_image', imageUrl: 'https://p.example/1.jpg', imageWidth: '320', imageHeight: '0' };
    expect(fromWireContent('file_image', '[file_image]', ext)).toEqual({
      type: 'image',
      picture: { url: 'https://p.example/1.jpg', thumbUrl: null, width: 320, height: null },
      wireType: 'file_image',
      raw: { content: '[file_image]', ext },
    });
  });

  test.each([
    ['goods_card', { goods_id: '7000000000000000501', title: 'Lamp', imageUrl: 'https://p.example/l.jpg' }],
    ['product', { productId: '7000000000000000501', title: 'Lamp', imageUrl: 'https://p.example/l.jpg' }],
  ])('a product of %s', (wireType, ext) => {
    expect(fromWireContent(wireType, '', ext)).toMatchObject({
      type: 'products',
      products: [
        {
          itemId: '7000000000000000501',
          title: 'Lamp',
          price: null,
          oldPrice: null,
          iconUrl: 'https://p.example/l.jpg',
          actionUrl: null,
        },
      ],
    });
  });

  test('an order, whose number is its id', () => {
    expect(fromWireContent('order_card', '', { order_id: '700000000000000601' })).toMatchObject({
      type: 'order',
      order: { orderId: '700000000000000601', orderNumber: '700000000000000601', status: null, total: null },
    });
  });

  test('a coupon among the cards', () => {
    const ext = { card_type: 'coupon', coupon_id: '7000000000000000701', title: '10% off' };
    expect(fromWireContent('card', '', ext)).toMatchObject({
      type: 'voucher',
      voucher: { voucherId: '7000000000000000701', voucherCode: null, title: '10% off', discount: null },
    });
  });

  test('videos, refunds, parcels and ratings are what they are', () => {
    const coverUrl = 'https://p.example/c.jpg';
    const videoUrl = 'https://p.example/v.mp4';
    expect(fromWireContent('video', '', { vid: '1', coverUrl, duration: '37' })).toMatchObject({
      type: 'video',
      video: { url: null, coverUrl, width: null, height: null, durationSeconds: 37 },
    });
    expect(fromWireContent('video', '', { vid: '1', videoUrl, videoWidth: '9' })).toMatchObject({
      type: 'video',
      video: { url: videoUrl, coverUrl: null, width: 9 },
    });
    const refund = { order_id: '7', reverse_order_id: '8', reason: 'Damaged', amount: '12.50', currency: 'PHP' };
    expect(fromWireContent('order_reverse_card', '', refund)).toMatchObject({
      type: 'refund',
      refund: {
        orderId: '7',
        returnId: '8',
        reason: 'Damaged',
        status: null,
        amount: { amount: '12.50', currency: 'PHP' },
      },
    });
    const parcel = { order_id: '7', tracking_number: 'JT1', carrier: 'J&T', status: 'Out for delivery' };
    expect(fromWireContent('order_logistics_card', '', parcel)).toMatchObject({
      type: 'logistics',
      logistics: { orderId: '7', trackingNumber: 'JT1', carrier: 'J&T', status: 'Out for delivery', iconUrl: null },
    });
    expect(fromWireContent('invite_comment_v2', '[invite_comment_v2]', { score: '4' })).toMatchObject({
      type: 'rating',
      rating: { orderId: null, stars: 4, text: null },
    });
    expect(fromWireContent('invite_comment_v2', 'How was it?', {})).toMatchObject({
      rating: { stars: null, text: 'How was it?' },
    });
  });

  test('a buyer names an order, or comes from an order or a product', () => {
    expect(fromWireContent('select_order', '', { order_id: '7' })).toMatchObject({ type: 'myOrder' });
    expect(fromWireContent('user_enter_from_order', '', { order_id: '7' })).toMatchObject({ type: 'order' });
    expect(fromWireContent('user_enter_from_goods', '', { goods_id: '7' })).toMatchObject({ type: 'products' });
    expect(fromWireContent('user_enter_from_transfer', 'From Ann', {})).toMatchObject({ type: 'notice' });
  });

  test('a greeting is the text of the robot', () => {
    expect(fromWireContent('message_greeting_new', 'Welcome', {})).toEqual({ type: 'text', text: 'Welcome' });
    expect(fromWireContent('card_greeting', '{"buttons":[]}', {})).toMatchObject({
      type: 'placeholder',
      kind: 'system',
    });
  });

  test('emoticons are the text that they are', () => {
    expect(fromWireContent('emoticons', '😊', { type: 'emoticons' })).toEqual({ type: 'text', text: '😊' });
    expect(fromWireContent('emoticons', '[smile]', {})).toEqual({ type: 'text', text: '[smile]' });
  });

  test.each(['notification', 'allocated_service', 'interactive_system_message'])(
    '%s is a notice in its own words',
    (wireType) => {
      const content = 'You are now talking to customer service.';
      const ext = { type: wireType };
      expect(fromWireContent(wireType, content, ext)).toEqual({
        type: 'notice',
        text: content,
        wireType,
        raw: { content, ext },
      });
    },
  );

  test.each([
    ['emoticons', '[emoticons]', 'sticker'],
    ['emoticons', '', 'sticker'],
    ['notification', '[notification]', 'system'],
    ['interactive_system_message', '{"buttons":[]}', 'system'],
  ])('%s of %j has no words', (wireType, content, kind) => {
    expect(fromWireContent(wireType, content, {})).toMatchObject({ type: 'placeholder', kind, wireType });
  });

  test.each([
    ['file_image', {}, 'image'],
    ['goods_card', { goods_id: 'x' }, 'product'],
    ['order_card', {}, 'order'],
    ['order_reverse_card', {}, 'refund'],
    ['order_logistics_card', {}, 'logistics'],
    ['select_order', {}, 'order'],
    ['card', { card_type: 'survey' }, 'unknown'],
    ['video', { vid: '1' }, 'video'],
    ['constructed', {}, 'unknown'],
  ])('%s with %j is a placeholder of a %s', (wireType, ext, kind) => {
    expect(fromWireContent(wireType, 'c', ext)).toEqual({
      type: 'placeholder',
      kind,
      wireType,
      raw: { content: 'c', ext },
    });
  });
});

describe('a picture that is sent', () => {
  test('is read back as what it was', () => {
    const picture = { url: 'https://p.example/1.jpg', width: 320, height: 200 };
    const { content, ext } = imageMessage(picture);
    expect(ext).toEqual({
      type: 'file_image',
      imageUrl: 'https://p.example/1.jpg',
      imageWidth: '320',
      imageHeight: '200',
    });
    expect(fromWireContent('file_image', content, ext)).toMatchObject({ type: 'image', picture });
  });
  test('leaves out sizes that nobody knows', () => {
    expect(imageMessage({ url: 'u', width: null, height: null }).ext).toEqual({ type: 'file_image', imageUrl: 'u' });
  });
});
