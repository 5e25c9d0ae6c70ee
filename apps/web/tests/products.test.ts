import { CALLS } from '@pasar/api';
import type { Marketplace, ProductCard } from '@pasar/domain';
import { succeeded } from '@pasar/sync';
import { refused } from '@pasar/sync/testing/model/answers';
import { describe, expect, it } from 'vitest';
import { log, open, poll } from './desk-helpers.ts';
import { visited } from './in-turn.ts';
import { HOSTILE } from './kinds.ts';
import { answerProducts, type ProductAnswers, product, thb } from './product-answers.ts';
import { windowOfEachTest } from './screen-harness.ts';

const window = windowOfEachTest();
const { getProductSourceDetail } = CALLS.products;
const { cardDetail, productDetail, searchProducts, sendCard } = CALLS.chat;
const asked = (path: string) => window.backend.calls.filter((call) => call.path === path).map(({ input }) => input);
const panel = () => window.page.getByRole('region', { name: 'Buyer', exact: true });
const tab = (name: string) => panel().getByRole('tab', { name, exact: true });
const list = (name: string | RegExp) => panel().getByRole('list', { name, exact: true });
const row = (name: string) => panel().getByRole('listitem').filter({ hasText: name });
const openProduct = (name: string) => panel().getByRole('button', { name: `Open product ${name}`, exact: true });
const heading = (name: string) => panel().getByRole('heading', { name, exact: true });
const source = () => panel().getByRole('region', { name: 'Where it comes from' });

const answer = (given?: ProductAnswers) => answerProducts(window.backend.model, given);
const shopsOf = (marketplace: Marketplace) =>
  [...window.backend.model.shops.byId.values()].filter((item) => item.marketplace === marketplace);
const talkOf = (marketplace: Marketplace) => {
  const shop = shopsOf(marketplace).find((item) => item.connection.state === 'live');
  const talk = [...window.backend.model.chat.conversations.values()].find(({ shopId }) => shopId === shop?.shopId);
  if (shop === undefined || talk === undefined) throw new Error(`nobody writes to ${marketplace}`);
  return { shop, talk };
};
async function openTalk(marketplace: Marketplace) {
  const found = talkOf(marketplace);
  await window.enter('/chat/all');
  await open(window.page, found.talk.buyer.name);
  return found;
}
/** A window with the Products tab of a conversation of the marketplace. */
async function openProducts(marketplace: Marketplace = 'shopee') {
  const found = await openTalk(marketplace);
  await tab('Products').click();
  return found;
}
const kept = { wireType: 'w', raw: null };
const card = (id: string, more: Partial<ProductCard> = {}): ProductCard => ({
  itemId: id,
  title: `Lamp ${id}`,
  price: thb('9'),
  oldPrice: null,
  iconUrl: null,
  actionUrl: null,
  ...more,
});
const receive = (marketplace: Marketplace, ...products: ProductCard[]) =>
  window.backend.model.chat.receive(talkOf(marketplace).talk.conversationId, {
    content: { type: 'products', products, ...kept },
  });
const receiveVoucher = (marketplace: Marketplace, title: string) =>
  window.backend.model.chat.receive(talkOf(marketplace).talk.conversationId, {
    content: {
      type: 'voucher',
      voucher: { voucherId: '81', voucherCode: 'TEN', title, discount: { kind: 'percent', percent: 10 } },
      ...kept,
    },
  });
const namesIn = (name: string | RegExp) =>
  list(name)
    .getByRole('button', { name: /^Open product / })
    .allInnerTexts();

describe('the products of the conversation', () => {
  it('are what the buyer asked about, what the messages name, favourites and the others, each once', async () => {
    answer();
    receive('shopee', card('2'), card('3'));
    await openProducts();
    await poll(() => namesIn(/ asked about$/)).toEqual(['Lamp 2']);
    expect(await namesIn('In the messages')).toEqual(['Lamp 3']);
    await poll(() => namesIn('Favourites')).toEqual(['Lamp 4']);
    await poll(() => namesIn('All products')).toEqual(['Lamp 1', 'Lamp 5']);
    await poll(() => row('Lamp 2').innerText()).toMatch(/฿700.*฿1,000.*−30%.*5 in stock.*L-2/s);
    await row('Lamp 2').getByRole('button', { name: '2 variants' }).click();
    await list('Variants of Lamp 2').getByText('Sold out').waitFor();
    await row('Lamp 3').getByText('Not on sale').waitFor();

    await panel().getByRole('searchbox', { name: 'Search products' }).fill('Lamp 5');
    await poll(() => namesIn('Products found')).toEqual(['Lamp 5']);
    await panel().getByRole('combobox', { name: 'Search by' }).selectOption('sellerSku');
    await poll(() => asked(searchProducts.path).at(-1)).toMatchObject({ keyword: 'Lamp 5', field: 'sellerSku' });
  });

  it('are not searched any more in another conversation', async () => {
    answer();
    await openProducts();
    const box = panel().getByRole('searchbox', { name: 'Search products' });
    await box.fill('Lamp 5');
    await poll(() => namesIn('Products found')).toEqual(['Lamp 5']);
    await open(window.page, talkOf('lazada').talk.buyer.name);
    await poll(() => box.inputValue()).toBe('');
    await poll(() => namesIn('All products')).toEqual(['Lamp 1', 'Lamp 3', 'Lamp 5']);
  });

  it('are asked for after the messages are there, and first shown as the messages tell them', async () => {
    answer({ asked: [] });
    receive('shopee', card('1'));
    window.backend.hold(CALLS.chat.messages.path);
    window.backend.hold(productDetail.path);
    await openProducts();
    await panel().getByText('Loading the products…').waitFor();
    expect([...asked(productDetail.path), ...asked(searchProducts.path)]).toEqual([]);
    window.backend.release(CALLS.chat.messages.path);
    await row('Lamp 1').getByText('฿9', { exact: true }).waitFor();
    window.backend.release(productDetail.path);
    await row('Lamp 1').getByText('฿700', { exact: true }).waitFor();
  });

  it('go out as a card, become favourites, and have their link copied; what cannot be says why', async () => {
    answer();
    await window.context.grantPermissions(['clipboard-read', 'clipboard-write']);
    const { talk } = await openProducts('tiktok');
    await panel().getByRole('button', { name: 'Send Lamp 1 to the buyer' }).click();
    await poll(() => asked(sendCard.path)).toMatchObject([
      {
        conversationId: talk.conversationId,
        card: { type: 'products', products: [{ itemId: '1', price: thb('700'), oldPrice: thb('1000') }] },
      },
    ]);
    await panel().getByRole('button', { name: 'Add Lamp 1 to the favourites' }).click();
    await poll(() => namesIn('Favourites')).toEqual(['Lamp 1', 'Lamp 4']);
    await panel().getByRole('button', { name: 'Copy the link of Lamp 1' }).click();
    await window.page.getByText('Copied https://shop.example/view/1').waitFor();

    const offline = panel().getByRole('button', { name: 'Lamp 3 is not on sale and cannot be sent' });
    await poll(() => offline.getAttribute('aria-disabled')).toBe('true');
    await offline.dispatchEvent('click');
    const noLink = panel().getByRole('button', { name: 'TikTok Shop did not tell the link of Lamp 3' });
    await poll(() => noLink.first().getAttribute('aria-disabled')).toBe('true');
    expect(asked(sendCard.path)).toHaveLength(1);
  });

  it('that the marketplace no longer has stay as the messages tell them, and say so', async () => {
    answer({ asked: [] });
    receive('lazada', card('9'));
    await openProducts('lazada');
    await list('In the messages').getByRole('alert').waitFor();
    expect(await namesIn('In the messages')).toEqual(['Lamp 9']);
  });
});

describe('an open product', () => {
  it('opens from its card with its variants, and the focus goes in and back', async () => {
    answer();
    receive('shopee', card('2'));
    await openTalk('shopee');
    window.backend.hold(productDetail.path);
    await log(window.page).getByRole('button', { name: 'Details of Lamp 2' }).click();
    await heading('Lamp 2').waitFor();
    await poll(() => tab('Products').getAttribute('aria-selected')).toBe('true');
    await panel().getByText('฿9', { exact: true }).waitFor();
    window.backend.release(productDetail.path);
    await panel().getByText('On sale', { exact: true }).waitFor();
    const variants = list('Variants of Lamp 2').getByRole('listitem');
    await poll(() => variants.allInnerTexts()).toEqual([
      expect.stringMatching(/red.*L-2-R.*฿700.*Sold out/s),
      expect.stringMatching(/blue.*4 in stock/s),
    ]);
    await panel().getByRole('button', { name: 'Send to the buyer' }).click();
    await poll(() => asked(sendCard.path)).toMatchObject([{ card: { products: [{ itemId: '2' }] } }]);

    const back = panel().getByRole('button', { name: 'All products' });
    await back.click();
    await openProduct('Lamp 1').press('Enter');
    await poll(() => back.evaluate((button) => button === document.activeElement)).toBe(true);
    await back.press('Enter');
    await poll(() => openProduct('Lamp 1').evaluate((button) => button === document.activeElement)).toBe(true);
  });

  it('tells where it comes from: its shop, who else sells it, who does not, who was not asked and why', async () => {
    const { shop } = talkOf('shopee');
    const others = [...window.backend.model.shops.byId.values()].filter(({ shopId }) => shopId !== shop.shopId);
    const [seller, without, away, busy] = others;
    if (!seller || !without || !away || !busy) throw new Error('too few shops');
    answer({
      shops: [
        { state: 'sells', shopId: seller.shopId, products: [product(77, { title: 'Lampu', sellerSku: 'L-1' })] },
        { state: 'none', shopId: without.shopId, isComplete: true },
        { state: 'notAsked', shopId: away.shopId, why: 'not_logged_in' },
        { state: 'failed', shopId: busy.shopId, refusal: { reason: 'product_list_failed', detail: null } },
      ],
    });
    await openProducts();
    await openProduct('Lamp 1').click();
    await source().getByText('L-1', { exact: true }).first().waitFor();
    await source().getByText(`Shopee · ${shop.name}`, { exact: false }).first().waitFor();
    const sellers = list('Your shops with the same seller SKU').getByRole('listitem');
    await poll(() => sellers.allInnerTexts()).toEqual([expect.stringMatching(/Lampu.*฿700.*5 in stock/s)]);
    await poll(() => sellers.first().innerText()).toContain(seller.name);
    await window.context.route('https://shop.example/view/77', (route) => route.fulfill({ body: 'the twin' }));
    const opened = window.context.waitForEvent('page');
    await sellers.getByRole('button', { name: / Lampu at / }).click();
    await (await opened).getByText('the twin').waitFor();
    await (await opened).close();
    await source().getByText('1 other shop does not sell it.').waitFor();
    await source().getByText(`Not asked, because nobody is logged in: ${away.name}`).waitFor();
    await source().getByText(`${busy.name}: `, { exact: false }).waitFor();
    await source().getByText('As of just now').waitFor();
    expect(asked(getProductSourceDetail.path)).toEqual([
      { userId: shop.platformShopId, platform: 'shopee', productId: '1' },
    ]);
    window.backend.model.answerWith(getProductSourceDetail, () => refused('shop_not_logged_in', 'Log in to the shop.'));
    await source().getByRole('button', { name: 'Refresh' }).click();
    await source().getByRole('alert').waitFor();
    await source().getByText('1 other shop does not sell it.').waitFor();
  });

  it('sold by another shop whose marketplace tells no link says so', async () => {
    const seller = shopsOf('shopee').at(-1);
    if (seller === undefined) throw new Error('too few shops');
    const products = [
      product(77, { title: 'Lampu', actionUrl: null }),
      product(78, { actionUrl: 'javascript:alert(1)' }),
    ];
    answer({ shops: [{ state: 'sells', shopId: seller.shopId, products }] });
    await openProducts();
    await openProduct('Lamp 1').click();
    const none = source().getByRole('button', { name: /^Shopee did not tell the link of / });
    await poll(() => none.evaluateAll((all) => all.map((one) => one.getAttribute('aria-disabled')))).toEqual([
      'true',
      'true',
    ]);
  });

  it('without a seller SKU says that no other shop was asked', async () => {
    answer({ asked: [], products: [product(1, { sellerSku: null })] });
    await openProducts();
    await openProduct('Lamp 1').click();
    await source().getByText('The product has no seller SKU, so no other shop was asked.').waitFor();
  });
});

describe('a voucher', () => {
  const DETAIL = {
    voucherCode: 'TEN',
    title: 'Ten percent',
    discount: { kind: 'percent' as const, percent: 10 },
    minimumSpend: thb('200'),
    startsAt: 0,
    endsAt: Date.UTC(2027, 0, 1, 12),
    status: 'ongoing' as const,
  };

  it('opens from its card with its state, discount and dates, and is sent', async () => {
    answer();
    window.backend.model.answerWith(cardDetail, () => succeeded({ card: { kind: 'voucher', voucher: DETAIL } }));
    receiveVoucher('lazada', 'Ten percent');
    await openTalk('lazada');
    await log(window.page).getByRole('button', { name: 'Details of Ten percent' }).click();
    await heading('Ten percent').waitFor();
    await poll(() => tab('Products').getAttribute('aria-selected')).toBe('true');
    await poll(() => panel().innerText()).toMatch(/State\s+Ongoing.*10% off.*฿200.*2027-01-01.*TEN/s);
    await panel().getByRole('button', { name: 'Send to the buyer' }).click();
    await poll(() => asked(sendCard.path)).toMatchObject([{ card: { type: 'voucher', voucher: { voucherId: '81' } } }]);
  });

  it('is asked for by its id where its message is gone', async () => {
    answer();
    const { voucherDetail } = CALLS.chat;
    const { title: name, ...head } = DETAIL;
    window.backend.model.answerWith(cardDetail, () => succeeded({ card: { kind: 'voucher', voucher: DETAIL } }));
    window.backend.model.answerWith(voucherDetail, () =>
      succeeded({ voucher: { voucherId: '81', name: `${name} now`, wireStatus: '2', left: 3, ...head } }),
    );
    const message = receiveVoucher('shopee', 'Ten percent');
    const { talk } = await openTalk('shopee');
    await log(window.page).getByRole('button', { name: 'Details of Ten percent' }).click();
    await heading('Ten percent').waitFor();
    expect(asked(voucherDetail.path)).toEqual([]);
    window.backend.model.chat.changeMessage({ ...message, content: { type: 'text', text: 'gone' } });
    await heading('Ten percent now').waitFor();
    expect(asked(voucherDetail.path)).toEqual([{ conversationId: talk.conversationId, voucherId: '81' }]);
    await panel().getByRole('button', { name: 'Send to the buyer' }).click();
    await poll(() => asked(sendCard.path)).toMatchObject([{ card: { voucher: { title: 'Ten percent now' } } }]);
  });

  it('that is over is not sent, and says so', async () => {
    answer();
    const over = { ...DETAIL, status: 'expired' as const };
    window.backend.model.answerWith(cardDetail, () => succeeded({ card: { kind: 'voucher', voucher: over } }));
    receiveVoucher('shopee', 'Ten percent');
    await openTalk('shopee');
    await log(window.page).getByRole('button', { name: 'Details of Ten percent' }).click();
    await panel().getByText('The voucher has expired, so it cannot be sent.').first().waitFor();
    const send = panel().getByRole('button', { name: 'Send to the buyer' });
    await poll(() => send.getAttribute('aria-disabled')).toBe('true');
  });

  const LACKED: readonly [Marketplace, readonly string[]][] = [
    ['shopee', []],
    ['lazada', []],
    [
      'tiktok',
      ['TikTok Shop does not tell the details of a voucher.', 'TikTok Shop has no way to send a voucher in a chat.'],
    ],
  ];
  it.each(visited(LACKED, 2))('says what %s lacks', async (marketplace, reasons) => {
    answer();
    window.backend.model.answerWith(cardDetail, () => succeeded({ card: { kind: 'voucher', voucher: DETAIL } }));
    receiveVoucher(marketplace, 'Ten percent');
    await openTalk(marketplace);
    await log(window.page).getByRole('button', { name: 'Details of Ten percent' }).click();
    await panel().getByText('10% off').first().waitFor();
    const send = panel().getByRole('button', { name: 'Send to the buyer' });
    await poll(() => send.getAttribute('aria-disabled')).toBe(String(reasons.length > 0));
    for (const reason of reasons) await panel().getByText(reason, { exact: true }).first().waitFor();
    if (reasons.length > 0) expect(asked(cardDetail.path)).toEqual([]);
  });
});

it('texts that try to run are text and nothing else in titles, SKUs and variants', async () => {
  const hostile = HOSTILE.map((payload, at) => {
    const variant = { skuId: String(at), name: payload, sellerSku: payload, price: thb('1'), stock: 1 };
    return product(100 + at, { title: payload, sellerSku: payload, actionUrl: payload, variants: [variant] });
  });
  const [first] = hostile;
  const [shop] = shopsOf('lazada');
  if (first === undefined || shop === undefined) throw new Error('nothing to show');
  answer({ asked: [], products: hostile, shops: [{ state: 'sells', shopId: shop.shopId, products: hostile }] });
  receive('shopee', ...hostile.slice(0, 3).map(({ productId, title }) => card(productId, { title, actionUrl: title })));
  await openProducts();
  await poll(() => namesIn('All products')).toHaveLength(hostile.length - 3);
  await panel()
    .getByRole('button', { name: /^Open product / })
    .first()
    .click();
  await list('Your shops with the same seller SKU').getByRole('listitem').waitFor();
  await panel().getByText(first.title, { exact: true }).first().waitFor();
  expect(
    await panel().locator('script, img[src="x"], svg[onload], iframe, object, embed, base, meta, form').count(),
  ).toBe(0);
  expect(await panel().locator('a[href^="javascript:"]').count()).toBe(0);
  expect(await window.page.evaluate('typeof globalThis.owned')).toBe('undefined');
});
