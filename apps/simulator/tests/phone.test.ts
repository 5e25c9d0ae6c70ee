/** The buyer's phone in a real browser, against the control API. */
import { once } from 'node:events';
import { connect } from 'node:net';
import { type Browser, chromium, type Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, inject, test } from 'vitest';
import type { MarketplaceKind } from '../src/compose.ts';
import type { Conversation, Shop } from '../src/world/types.ts';
import { type Composed, startComposed } from './start-composed.ts';

let composed: Composed;
let browser: Browser;
let page: Page;
let complaints: string[];
/** Typing that the control API has told the marketplace, in order. */
const typed: boolean[] = [];
let tellSellerTyping: (conversation: Conversation, isTyping: boolean) => void;

const withHands: MarketplaceKind = {
  start: async ({ world }) => ({
    origin: 'http://tiktok.invalid',
    hands: {
      view: () => ({ isMuted: false, isFavorite: false, isSellerTyping: false, marks: [] }),
      typing: (_conversation, isTyping) => {
        typed.push(isTyping);
        return null;
      },
      recall: ({ marketplace, conversationId }, messageId) => {
        world.recall(marketplace, conversationId, messageId);
        return null;
      },
      deleteConversation: () => null,
      rate: () => null,
      chat: () => undefined,
      onSellerTyping: (listener) => {
        tellSellerTyping = listener;
        return () => undefined;
      },
    },
    close: async () => undefined,
  }),
  endpoints: [],
};

beforeAll(async () => {
  composed = await startComposed({ tiktok: withHands });
  browser = await chromium.launch(inject('screens').launch);
});
afterAll(async () => {
  await browser?.close();
  await composed?.close();
});
beforeEach(async () => {
  complaints = [];
  page = await browser.newPage({ locale: 'en-GB' });
  page.setDefaultTimeout(10_000);
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text());
  });
});
afterEach(async () => {
  await page.close();
  expect(complaints).toEqual([]);
});

function someone(marketplace: string, isMeant: (conversation: Conversation) => boolean): [Shop, Conversation] {
  const { world } = composed.given;
  for (const shop of world.shops.filter((candidate) => candidate.marketplace === marketplace)) {
    const found = world.conversations(shop.marketplace, shop.shopId).find(isMeant);
    if (found !== undefined) return [shop, found];
  }
  throw new Error(`the seed has no such ${marketplace} conversation`);
}
const isOpen = ({ status }: Conversation): boolean => status === 'activated';
async function open(shop: Shop, conversation: Conversation, search = ''): Promise<void> {
  await page.goto(`${composed.simulator.controlOrigin}/${search}`);
  await page.getByLabel('Marketplace').selectOption(shop.marketplace);
  await page.getByLabel('Shop', { exact: true }).selectOption(shop.shopId);
  await page.getByLabel('Buyer', { exact: true }).selectOption(conversation.buyer.buyerId);
  await page.getByRole('heading', { name: shop.name }).waitFor();
}
const log = () => page.getByRole('log', { name: 'Messages' });

function answer(conversation: Conversation, text: string): string {
  const { marketplace, shopId, buyer } = conversation;
  const { message } = composed.given.world.post({
    marketplace,
    shopId,
    buyerId: buyer.buyerId,
    from: 'seller',
    kind: 'text',
    content: { text },
    idempotencyKey: null,
    honoursKey: true,
  });
  return message.messageId;
}

test('a buyer writes, gets an answer, and sees when the seller has read', async () => {
  const { world } = composed.given;
  const [shop, conversation] = someone('lazada', isOpen);
  await open(shop, conversation);
  expect(await page.title()).toBe("Buyer's phone");
  const text = 'Masih ada stok? <b>😀</b>';
  await page.getByRole('textbox', { name: 'Message' }).fill(text);
  await page.getByRole('button', { name: 'Send' }).click();
  const own = log().locator('.own', { hasText: text });
  await own.waitFor();
  expect(await page.getByRole('textbox', { name: 'Message' }).inputValue()).toBe('');
  expect(conversation.messages.at(-1)).toMatchObject({ from: 'buyer', content: { text } });
  expect(await own.getByText('Read', { exact: true }).count()).toBe(0);

  world.readBySeller(
    conversation.marketplace,
    conversation.conversationId,
    conversation.messages.at(-1)?.messageId ?? '',
  );
  await own.getByText('Read', { exact: true }).waitFor();

  const isRead = new Promise<void>((resolve) => {
    const stop = world.on((event) => {
      if (event.kind !== 'buyerRead' || event.conversation !== conversation) return;
      stop();
      resolve();
    });
  });
  const answered = answer(conversation, 'Masih ada kak');
  await log().locator('.other', { hasText: 'Masih ada kak' }).waitFor();
  await isRead;
  expect(conversation.buyerReadMessageId).toBe(answered);
});

test("the seller's app shows the buyer's messages, answers and reads", async () => {
  const { world } = composed.given;
  const [shop, conversation] = someone('shopee', (candidate) => world.unreadCount(candidate) > 0 && isOpen(candidate));
  await open(shop, conversation);
  await page.getByLabel("the seller's app").check();
  await page.getByRole('heading', { name: conversation.buyer.name }).waitFor();
  await page.getByRole('textbox', { name: 'Message' }).fill('from my own app');
  await page.keyboard.press('Enter');
  await log().locator('.own', { hasText: 'from my own app' }).waitFor();
  expect(conversation.messages.at(-1)).toMatchObject({ from: 'sellerApp', content: { text: 'from my own app' } });
  expect(world.unreadCount(conversation)).toBe(0);
});

test('buyers are searched by name', async () => {
  const [shop, conversation] = someone('tiktok', ({ buyer }) => buyer.name.length > 6);
  await open(shop, conversation);
  const all = await page.getByLabel('Buyer', { exact: true }).locator('option').count();
  await page.getByLabel('Find a buyer').fill(conversation.buyer.name.toUpperCase());
  await page.getByText(new RegExp(`^\\d+ of ${all} buyers$`)).waitFor();
  expect(await page.getByLabel('Buyer', { exact: true }).inputValue()).toBe(conversation.buyer.buyerId);
});

test('the choice survives a reload, and the unsent text a refusal', async () => {
  const [shop, conversation] = someone('lazada', isOpen);
  await open(shop, conversation);
  await page.reload();
  await page.getByRole('heading', { name: shop.name }).waitFor();
  expect(await page.getByLabel('Buyer', { exact: true }).inputValue()).toBe(conversation.buyer.buyerId);
  await page.route('**/sim/messages', (route) =>
    route.fulfill({ status: 503, json: { code: 'x', message: 'closed for now' } }),
  );
  await page.getByRole('textbox', { name: 'Message' }).fill('keep me');
  await page.getByRole('button', { name: 'Send' }).click();
  await page.getByRole('alert').filter({ hasText: 'closed for now' }).waitFor();
  expect(await page.getByRole('textbox', { name: 'Message' }).inputValue()).toBe('keep me');
  // The browser itself reports the refused request.
  complaints = complaints.filter((complaint) => !complaint.includes('503'));
});

test('a buyer is seen typing, answers a message and takes one back, where the chat has these', async () => {
  const [shop, conversation] = someone('tiktok', (candidate) => isOpen(candidate) && candidate.messages.length > 3);
  await open(shop, conversation);
  answer(conversation, 'Blue or green?');
  const asked = log().locator('.other', { hasText: 'Blue or green?' });
  await asked.getByRole('button', { name: 'Answer' }).click();
  await page.getByText('Answering: Blue or green?').waitFor();
  typed.length = 0;
  await page.getByRole('textbox', { name: 'Message' }).pressSequentially('Blue');
  await page.getByRole('button', { name: 'Send' }).click();
  const own = log().locator('.own', { hasText: 'Blue' });
  await own.locator('blockquote', { hasText: 'Blue or green?' }).waitFor();
  expect(conversation.messages.at(-1)).toMatchObject({ quote: { hint: 'Blue or green?' }, content: { text: 'Blue' } });
  await page.getByText('Answering:').waitFor({ state: 'hidden' });
  expect([typed[0], typed.at(-1)]).toEqual([true, false]);

  expect(await page.getByRole('button', { name: 'Take back' }).count()).toBe(1);
  await own.getByRole('button', { name: 'Take back' }).click();
  await log().locator('.own', { hasText: 'Message taken back' }).waitFor();
  expect(conversation.messages.at(-1)).toMatchObject({ status: 'recalled' });
  expect(await log().locator('.own', { hasText: 'Blue' }).count()).toBe(0);

  const line = page.getByText(`${shop.name} is typing…`);
  tellSellerTyping(conversation, true);
  await line.waitFor();
  tellSellerTyping(conversation, false);
  await line.waitFor({ state: 'detached' });
});

test('the buttons are hidden where the chat does not have these', async () => {
  const [shop, conversation] = someone('lazada', isOpen);
  await open(shop, conversation);
  await log().locator('.own').last().waitFor();
  expect(await page.getByRole('button', { name: /Answer|Take back/ }).count()).toBe(0);
  typed.length = 0;
  await page.getByRole('textbox', { name: 'Message' }).fill('hello');
  expect(typed).toEqual([]);
});

test('the page is in Chinese with ?lang', async () => {
  await page.goto(`${composed.simulator.controlOrigin}/?lang=zh-CN`);
  await page.getByRole('log', { name: '消息' }).waitFor();
  expect(await page.title()).toBe('买家手机');
  await page.getByRole('button', { name: '发送' }).waitFor();
  await page.getByRole('combobox', { name: '买家', exact: true }).waitFor();
  expect(await page.locator('html').getAttribute('lang')).toBe('zh-CN');
});

test('chatter is started and stopped', async () => {
  const [shop, conversation] = someone('lazada', isOpen);
  await open(shop, conversation);
  await page.getByLabel('Messages per minute').fill('1');
  await page.getByRole('button', { name: 'Start' }).click();
  await page.getByText('On: 1 a minute').waitFor();
  await page.getByRole('button', { name: 'Stop' }).click();
  await page.getByText('Off', { exact: true }).waitFor();
});

test("codes arrive on the seller's phone, of all accounts or of one", async () => {
  const { demands } = composed.given;
  const early = demands.sendCode('shopee', 'kopi.corner', 'sms');
  const [shop, conversation] = someone('lazada', isOpen);
  await open(shop, conversation);
  const codes = page.getByRole('list', { name: "Seller's phone" }).getByRole('listitem');
  await codes.filter({ hasText: early?.code ?? 'none' }).waitFor();
  const late = demands.sendCode('lazada', 'sg@kopicorner.example', 'email');
  await codes.filter({ hasText: late?.code ?? 'none' }).waitFor();
  expect(await codes.first().innerText()).toMatch(/E-mail[\s\S]*Lazada · sg@kopicorner\.example/);
  await page.getByLabel('Account', { exact: true }).selectOption('Shopee · kopi.corner');
  await codes.filter({ hasText: 'sg@kopicorner.example' }).waitFor({ state: 'detached' });
  expect(await codes.count()).toBe(1);
  await page.reload();
  await codes.filter({ hasText: early?.code ?? 'none' }).waitFor();
  expect(await codes.count()).toBe(1);
});

test('buyers of a shop that is not authorised yet can write, too', async () => {
  const shop = composed.given.world.shops.find(({ name }) => name === 'Kopi Corner SG');
  if (shop === undefined) throw new Error('no such shop');
  const [conversation] = composed.given.world.conversations(shop.marketplace, shop.shopId).filter(isOpen);
  if (conversation === undefined) throw new Error('nobody there');
  await open(shop, conversation);
  await page.getByRole('textbox', { name: 'Message' }).fill('anybody there?');
  await page.getByRole('button', { name: 'Send' }).click();
  await log().locator('.own', { hasText: 'anybody there?' }).waitFor();
});

test.each([
  ['shopee', 'image', 'url'],
  ['lazada', 'image', 'imgUrl'],
  ['tiktok', 'file_image', 'imageUrl'],
] as const)('a buyer at %s sends a picture, in the words of the marketplace', async (marketplace, kind, field) => {
  const [shop, conversation] = someone(marketplace, isOpen);
  await open(shop, conversation);
  const before = conversation.messages.length;
  await page.getByRole('button', { name: 'Picture', exact: true }).click();
  const drawn = log().locator('.own').last().getByRole('img', { name: 'Picture' });
  await expect.poll(() => conversation.messages.length).toBe(before + 1);
  await expect
    .poll(() => drawn.evaluate((image: { readonly naturalWidth?: number }) => image.naturalWidth))
    .toBeGreaterThan(0);
  const sent = conversation.messages.at(-1);
  expect(sent).toMatchObject({ from: 'buyer', kind });
  expect(String(sent?.content[field])).toMatch(/\/sim\/pictures\/[\w-]+\.png$/);
});

test('a picture that the seller uploaded is loaded from its marketplace on this machine, and from no other address', async () => {
  const [shop, conversation] = someone('shopee', isOpen);
  const picture = `${composed.simulator.controlOrigin.replace('127.0.0.1', 'localhost')}/sim/pictures/theirs.png`;
  await open(shop, conversation);
  const post = (url: string) =>
    composed.given.world.post({
      marketplace: 'shopee',
      shopId: shop.shopId,
      buyerId: conversation.buyer.buyerId,
      from: 'seller',
      kind: 'image',
      content: { url },
      idempotencyKey: null,
      honoursKey: true,
      quote: null,
    });
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  const other = new URL(picture);
  other.pathname = '/file/somewhere-else';
  await page.route(other.href, (route) =>
    route.fulfill({
      contentType: 'image/svg+xml',
      body: '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>',
    }),
  );
  post('https://elsewhere.example/picture.png');
  post(other.href);
  const drawn = log().locator('.other').last().getByRole('img', { name: 'Picture' });
  await expect.poll(() => drawn.evaluate((image: { readonly naturalWidth?: number }) => image.naturalWidth)).toBe(9);
  expect(asked).not.toContain('https://elsewhere.example/picture.png');
});

/** Says each line of SMTP after the answer to the one before. */
async function sayBySmtp(url: string, lines: readonly string[]): Promise<void> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  for (const line of lines) {
    await once(socket, 'data');
    socket.write(`${line}\r\n`);
  }
  await once(socket, 'close');
}

test('what arrives by mail is shown on the page of letters, as text', async () => {
  const { controlOrigin, mailUrl } = composed.simulator;
  const { username, password } = new URL(mailUrl);
  await sayBySmtp(mailUrl, [
    'EHLO desk',
    `AUTH PLAIN ${Buffer.from(`\0${username}\0${password}`).toString('base64')}`,
    'MAIL FROM:<desk@pasar.example>',
    'RCPT TO:<mei@shop.example>',
    'DATA',
    'Subject: Your code\r\n\r\n<b>123456</b>\r\n.',
    'QUIT',
  ]);
  await page.goto(`${controlOrigin}/letters?lang=en`);
  const letter = page.getByRole('listitem').filter({ hasText: 'Mail to mei@shop.example' });
  await letter.getByText('<b>123456</b>').waitFor();
  await page.goto(`${controlOrigin}/letters?lang=zh-CN`);
  await page.getByRole('heading', { name: '收件箱' }).waitFor();
  await page.getByRole('listitem').filter({ hasText: '邮件发给 mei@shop.example' }).waitFor();
});
