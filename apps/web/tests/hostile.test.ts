import { CALLS, type OrderView, type ProductView } from '@pasar/api';
import type { BuyerId } from '@pasar/domain';
import { succeeded } from '@pasar/sync';
import { uuidOf } from '@pasar/sync/testing/builders';
import { NOTHING_TOLD } from '@pasar/sync/testing/model/buyers-model';
import type { Page } from 'playwright-core';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { shops } from './builders.ts';
import { log, open, poll } from './desk-helpers.ts';
import { expectTexts, expectTextsWhileScrolling, followHarm, told } from './hostile-texts.ts';
import { HOSTILE, HOSTILE_BY_SHAPE as TEXTS } from './kinds.ts';
import { answerOrders, NOW, order, thb } from './order-answers.ts';
import { windowOfEachTest } from './screen-harness.ts';

/**
 * Whatever a buyer, a colleague, a marketplace, a translator or a model writes is text and nothing else, in every place
 * that shows it beside the messages. The messages themselves are in `showing.test.ts`. The page runs without its content
 * policy, so that nothing but the drawing of texts as texts keeps them from running.
 */
const COUNT = TEXTS.length;
/** For places that show one text at a time. */
const FEW = TEXTS.filter((_, at) => at % 3 === 0);
/** A shop for each text. */
const [SHOP] = shops();
if (SHOP === undefined) throw new Error('no shop');
const HOSTILE_SHOPS = TEXTS.map((name, at) => ({
  ...SHOP,
  shopId: uuidOf(`hostile shop ${at}`) as typeof SHOP.shopId,
  platformShopId: String(9_100_000_000_000_000_000n + BigInt(at)),
  name,
}));

/** The buyer of a conversation at Lazada, which has every kind of goods. */
const BUYER = 'budi.santoso88';
const textAt = (at: number): string => TEXTS[at] ?? '';

it('there are 300 different attacks', () => {
  expect(new Set(HOSTILE).size).toBe(HOSTILE.length);
  expect(HOSTILE.length).toBeGreaterThanOrEqual(300);
});

describe('the names of shops and buyers', () => {
  const window = windowOfEachTest({
    hasNoPolicy: true,
    size: { width: 1440, height: 2_000 },
    shops: HOSTILE_SHOPS,
    conversations: COUNT,
    messagesEach: () => 1,
  });

  it('are text in the lists, in the preview of a row, and in the head of a conversation', async () => {
    const { conversations } = window.backend.model.chat;
    for (const [at, talk] of [...conversations.values()].entries()) {
      const text = `${textAt(at)} last`;
      conversations.set(talk.conversationId, {
        ...talk,
        buyer: { ...talk.buyer, name: `${textAt(at)} buyer` },
        lastMessage: { author: 'buyer', text, placeholder: null, status: 'available' },
      });
    }
    const { page } = window;
    const expectHarmless = followHarm(page, window.url);
    await window.enter('/chat/all?lang=en');
    await expectTexts(page.getByRole('listbox').nth(0));
    const list = page.getByRole('listbox').nth(1);
    await list.getByRole('option').first().click();
    const head = page.getByRole('heading', { level: 2 }).filter({ hasText: / buyer$/ });
    for (let row = 0; row < 8; row += 1) {
      const name = (await list.getByRole('option', { selected: true }).getAttribute('aria-label')) ?? '';
      await poll(() => head.textContent()).toBe(name);
      await list.press('ArrowDown');
    }
    const rows = told('buyer', 'last');
    await expectTextsWhileScrolling(list, 2_000, rows);
    await expectHarmless();
  });
});

describe('beside the messages', () => {
  const window = windowOfEachTest({ hasNoPolicy: true, size: { width: 1440, height: 1_600 }, conversations: 24 });
  const side = () => window.page.getByRole('region', { name: 'Buyer', exact: true });
  const tab = (name: string) => side().getByRole('tab', { name, exact: true });
  const composer = () => window.page.getByRole('textbox', { name: 'Message' });
  const dialog = () => window.page.getByRole('dialog');
  let expectHarmless: () => Promise<void>;
  beforeEach(() => {
    expectHarmless = followHarm(window.page, window.url);
  });
  afterEach(() => expectHarmless());
  async function enter(): Promise<Page> {
    await window.enter('/chat/all?lang=en');
    await open(window.page, BUYER);
    await composer().waitFor();
    return window.page;
  }
  function talk() {
    const found = [...window.backend.model.chat.conversations.values()].find(({ buyer }) => buyer.name === BUYER);
    if (found === undefined) throw new Error('no conversation');
    return found;
  }

  it('products, orders, vouchers and stickers that can be sent, and the tab of products', async () => {
    const { model } = window.backend;
    const list = { next: null, unreadableCount: 0 };
    const variants = TEXTS.map((text, at) => ({
      skuId: String(at),
      name: `${text} variant`,
      sellerSku: text,
      price: thb('700'),
      stock: 1,
    }));
    const products = TEXTS.map(
      (text, at): ProductView => ({
        productId: String(at),
        title: `${text} title`,
        imageUrl: null,
        price: thb('1000'),
        salePrice: thb('700'),
        status: 'online',
        sellerSku: `${text} sku`,
        stock: 5,
        actionUrl: text,
        variants: at === 0 ? variants : [],
      }),
    );
    const orders = TEXTS.map((text, at) => ({
      orderId: String(at),
      orderNumber: `${text} number`,
      status: 'unknown' as const,
      wireStatus: `${text} status`,
      total: thb('1'),
      createdAt: NOW,
      iconUrl: null,
      title: `${text} title`,
      itemCount: 2,
    }));
    const vouchers = TEXTS.map((text, at) => ({
      voucherId: String(at),
      voucherCode: `${text} code`,
      name: `${text} name`,
      discount: { kind: 'percent' as const, percent: 10 },
      minimumSpend: null,
      startsAt: 0,
      endsAt: NOW,
      status: 'ongoing' as const,
      wireStatus: text,
      left: 3,
    }));
    const stickers = TEXTS.map((text, at) => ({ stickerId: String(at), packageId: '1', imageUrl: '', text }));
    model.answerWith(CALLS.chat.searchProducts, () => succeeded({ products, ...list }));
    const [product] = products;
    if (product === undefined) throw new Error('no product');
    model.answerWith(CALLS.chat.productDetail, () => succeeded({ product }));
    model.answerWith(CALLS.products.getProductSourceDetail, () => {
      const { shopId } = talk();
      const source = { shopId, product, sellerSku: product.sellerSku, asOf: Date.now() };
      return succeeded({ ...source, shops: [{ state: 'sells', shopId, products }] });
    });
    model.answerWith(CALLS.chat.getUserCollectProductIds, () => succeeded({ productIds: [] }));
    model.answerWith(CALLS.chat.searchConsultPlatformItemIds, () => succeeded({ platformItemIds: [], total: 0 }));
    model.answerWith(CALLS.chat.listBuyerOrders, () => succeeded({ orders, ...list }));
    model.answerWith(CALLS.chat.listVouchers, () => succeeded({ vouchers, ...list }));
    model.answerWith(CALLS.chat.listStickers, () => succeeded({ stickers }));
    const page = await enter();
    await page.getByRole('button', { name: 'Send from the shop' }).click();
    await expectTexts(dialog(), told('title', 'sku'));
    await dialog()
      .getByRole('button', { name: `${COUNT} variants` })
      .click();
    await expectTexts(dialog(), told('variant'));
    await expectHarmless();
    await dialog().getByRole('tab', { name: 'Orders' }).click();
    await expectTexts(dialog(), told('number', 'status', 'title'));
    await dialog().getByRole('tab', { name: 'Vouchers' }).click();
    await expectTexts(dialog(), told('code', 'name'));
    await dialog().getByRole('tab', { name: 'Stickers' }).click();
    await expectTexts(dialog());
    await expectHarmless();
    await page.keyboard.press('Escape');
    await tab('Products').click();
    await expectTexts(side(), told('title', 'sku'));
    await side()
      .getByRole('button', { name: /^Open product / })
      .first()
      .click();
    await expectTexts(side(), told('variant'));
    await expectTexts(side().getByRole('list', { name: 'Your shops with the same seller SKU' }), told('title', 'sku'));
  });

  it('notes about a buyer, what the marketplace tells, and other conversations', async () => {
    const { buyers } = window.backend.model;
    for (const text of TEXTS) buyers.write(`${text} note`, `${text} author`, true);
    const elsewhere = TEXTS.map((text, at) => ({
      ...talk(),
      conversationId: uuidOf(`elsewhere ${at}`) as never,
      lastMessage: { author: 'buyer' as const, text, placeholder: null, status: 'available' as const },
    }));
    const all = TEXTS.join('\n');
    const profile = { ...NOTHING_TOLD, name: all, country: all, language: all };
    buyers.record = { ...buyers.record, elsewhere };
    buyers.profile = succeeded({ profile, toldAt: Date.now() });
    const page = await enter();
    const notes = side().getByRole('region', { name: 'Notes', exact: true });
    await notes.getByRole('button', { name: `Show all ${COUNT} notes` }).click();
    await expectTexts(notes, told('note', 'author'));
    await expectTexts(side().getByRole('region', { name: 'From Lazada' }));
    await expectTexts(
      side()
        .locator('section', { has: page.getByRole('button', { name: /Lazada|KL Beauty/ }) })
        .last(),
    );
  });

  it('orders of the buyer, and everything of one order', async () => {
    const { model } = window.backend;
    const item = { price: thb('1'), imageUrl: null, quantity: 1 };
    const items = TEXTS.map((text) => ({
      ...item,
      productId: text,
      title: `${text} title`,
      variant: `${text} variant`,
      sellerSku: `${text} sku`,
    }));
    const orders = TEXTS.map(
      (text, at): OrderView =>
        order(at, {
          orderId: String(at),
          orderNumber: `${text} number`,
          status: 'unknown',
          wireStatus: `${text} status`,
          items: [{ ...item, productId: text, title: `${text} title`, variant: null, sellerSku: null }],
        }),
    );
    const all = TEXTS.join('\n');
    const whole = order(0, {
      orderId: 'whole',
      orderNumber: 'WHOLE',
      buyerId: 'another' as BuyerId,
      buyerName: all,
      items,
      sellerNote: all,
    });
    const parcels = TEXTS.map((text, at) => ({
      parcelId: String(at),
      carrier: `${text} carrier`,
      trackingNumber: `${text} tracking`,
      events: [{ at: NOW, text: `${text} event` }],
    }));
    const address = { receiver: all, phone: all, fullAddress: all };
    answerOrders(model, { orders: [whole, ...orders], detail: { paymentMethod: all, address, parcels } });
    model.answerWith(CALLS.orders.orderLogistics, () => succeeded({ parcels, asOf: Date.now() }));
    const page = await enter();
    await tab('Orders').click();
    await expectTexts(side(), told('number', 'status', 'title'));
    await expectHarmless();
    await side().getByRole('button', { name: 'Open order WHOLE', exact: true }).click();
    await side().getByRole('button', { name: 'Show the address' }).click();
    await expectTexts(side().getByRole('list', { name: 'Items' }), told('variant'));
    await expectTexts(side().getByRole('region', { name: 'Seller note' }));
    await expectTexts(side().getByText('This order belongs to another buyer').first());
    for (const fact of ['Payment', 'Address']) {
      await expectTexts(side().locator('dl > div', { has: page.getByRole('term').getByText(fact, { exact: true }) }));
    }
    await side().getByRole('button', { name: 'Logistics', exact: true }).click();
    await expectTexts(dialog(), told('carrier', 'tracking', 'event'));
  });

  it('quick replies in the panel and behind a slash, and the shortcuts of the marketplace', async () => {
    const { model } = window.backend;
    const { quickReplies } = model;
    // The name of a part has 200 characters at most.
    const partAt = (at: number) => `${HOSTILE[at * 6 + (at % 6)]} part`;
    for (const [at, text] of TEXTS.entries()) {
      const group = at % 3 === 0 ? `${text} group` : 'Greetings';
      const more = { kind: 'video' as const, videoId: '1', title: partAt(at), video: null };
      quickReplies.add(group, `${text} title`, { parts: [{ kind: 'text', text: `${text} words` }, more] });
    }
    const shortcuts = TEXTS.map((text, at) => ({
      shortcutId: String(at),
      group: `${text} group`,
      text: `${text} shortcut`,
      theirText: `${text} theirs`,
      baseText: text,
      state: 'conflict' as const,
    }));
    model.answerWith(CALLS.quickReplies.getShortcuts, () => succeeded({ refusal: null, shortcuts }));
    const page = await enter();
    await tab('Quick replies').click();
    await expectTexts(side(), [
      ...told('title', 'words'),
      ...TEXTS.map((_, at) => partAt(at)),
      ...FEW.map((text) => `${text} group`),
    ]);
    await side().getByRole('button', { name: 'Shortcuts at Lazada' }).click();
    await expectTexts(side(), told('group', 'shortcut', 'theirs'));
    await expectHarmless();

    const list = page.getByRole('listbox', { name: 'Quick replies' });
    const seen = new Set<string>();
    for (const words of ['', 'iframe', 'svg', 'style', 'href', 'script']) {
      await composer().fill(`/${words}`);
      const rows = list.getByRole('option');
      await poll(() => rows.first().textContent()).toContain(words);
      await poll(() => rows.count()).toBeGreaterThan(1);
      const shown = await rows.allTextContents();
      for (const text of TEXTS) if (shown.some((row) => row.includes(`${text} title`))) seen.add(text);
    }
    expect(seen.size).toBeGreaterThan(30);
  });

  it('translations of what buyers write, what a colleague wrote, and the preview of an answer', async () => {
    const { model } = window.backend;
    const { conversationId } = talk();
    const translations = new Map<string, string>();
    model.chat.messages.set(conversationId, []);
    for (const text of TEXTS) {
      const { messageId } = model.chat.receive(conversationId, { content: { type: 'text', text: 'บาท' } });
      translations.set(messageId, `${text} translation`);
      model.chat.receive(conversationId, { author: 'seller', original: `${text} original` });
    }
    const switches = { account: true, shop: null, conversation: null };
    model.answerWith(CALLS.translation.translationSwitches, () => succeeded({ switches, by: 'provider' }));
    model.answerWith(CALLS.translation.translateMessages, ({ messageIds }) =>
      succeeded({
        translations: messageIds.map((messageId) => ({
          messageId,
          text: translations.get(messageId) ?? null,
          refusal: null,
        })),
      }),
    );
    // There it is one text, and translated back another.
    model.answerWith(CALLS.translation.translateLanguage, ({ text, targetLanguage }) =>
      succeeded({ text: targetLanguage === 'en' ? `${text} back` : text, targetLanguage }),
    );
    const page = await enter();
    await expectTextsWhileScrolling(log(page), -1_000, told('translation', 'original'));
    await expectHarmless();
    await page.getByRole('button', { name: 'Translate', exact: true }).click();
    const panel = page.getByRole('region', { name: 'Translation', exact: true });
    for (const text of FEW) {
      await composer().fill(text);
      await panel.getByRole('button', { name: 'Translate my text' }).click();
      await expectTexts(panel.getByRole('status'), [`${text} back`]);
    }
  });

  it('suggestions of a model, and what is shown of the texts that go to it', async () => {
    const { model } = window.backend;
    const { suggestions } = CALLS;
    let hasSeen = false;
    let text = '';
    model.answerWith(suggestions.suggestionPlace, () => succeeded({ host: 'model.example' }));
    model.answerWith(suggestions.suggestionSettings, () => succeeded({ isOn: true, hasSeen }));
    model.answerWith(suggestions.previewSuggestion, () => succeeded({ host: textAt(0), texts: [...TEXTS] }));
    model.answerWith(suggestions.agreeToSuggestions, () => {
      hasSeen = true;
      return succeeded({});
    });
    model.answerWith(suggestions.suggest, () => succeeded({ text }));
    const page = await enter();
    await page.getByRole('button', { name: 'Suggestions' }).click();
    const panel = page.getByRole('region', { name: 'Suggestions' });
    const ask = () => panel.getByRole('button', { name: 'Suggest an answer' }).click();
    await ask();
    await expectTexts(dialog());
    await expectHarmless();
    await dialog().getByRole('button', { name: 'Send and suggest' }).click();
    await dialog().waitFor({ state: 'detached' });
    for (text of FEW) {
      await composer().fill('');
      await ask();
      await poll(() => composer().inputValue()).toBe(text);
    }
    // What was written meanwhile stays, so that the suggestions stand beside it.
    text = TEXTS.join('\n');
    window.backend.hold(suggestions.suggest.path);
    await ask();
    await composer().fill('mine');
    window.backend.release(suggestions.suggest.path);
    await expectTexts(panel);
  });
});
