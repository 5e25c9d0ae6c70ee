import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { CALLS } from '@pasar/api';
import { callShop, type SessionAnswer } from '@pasar/connector-kit';
import {
  type AccountId,
  asBuyerId,
  asMemberId,
  asPlatformConversationId,
  asPlatformShopId,
  refusal,
} from '@pasar/domain';
import { TRANSLATION_KEY, TranslationService } from '@pasar/simulator';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ingest } from '../src/engine/ingest/ingest.ts';
import { wholeAccount } from '../src/storage/database.ts';
import {
  listing,
  makeTenant,
  messageAt,
  openTestDatabase,
  type TestDatabase,
  type TestTenant,
} from './harness/database.ts';
import { NO_SHOP_CALLS } from './harness/no-shop-calls.ts';
import { openTestWeb, type TestWeb, Visitor } from './harness/web.ts';

const { translation, chat, account } = CALLS;
const service = new TranslationService();
let server: Server;
let database: TestDatabase;
let ours: TestTenant;
let lazada: TestTenant;
let theirs: TestTenant;
let web: TestWeb;
let main: Visitor;
let sub: Visitor;
let other: Visitor;
/** Questions to a marketplace, and its answer; null when no process serves the connection. */
const asked: { readonly method: string; readonly args: readonly unknown[] }[] = [];
let answer: SessionAnswer<readonly string[]> | null;

async function startService(): Promise<string> {
  server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const text = Buffer.concat(chunks).toString();
    const told =
      request.url === '/lt/languages' ? service.languages() : service.translate(text === '' ? {} : JSON.parse(text));
    response.writeHead(told.status, { 'content-type': 'application/json', ...told.headers });
    response.end(JSON.stringify(told.body));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/lt`;
}

async function visitor(username: string, to = web): Promise<Visitor> {
  const made = new Visitor(to.origin);
  expect((await made.logIn(account.login, username, 'right')).result).toBe('success');
  return made;
}
let url: string;
const openWeb = (place: { readonly url: string; readonly key: string | null } | null) =>
  openTestWeb(database, null, {
    askShop: async (_scope, _connection, method, args) => {
      asked.push({ method, args });
      return answer as never;
    },
    ...(place === null ? {} : { translation: place }),
  });

beforeAll(async () => {
  url = await startService();
  database = await openTestDatabase();
  const shops = [{ marketplace: 'shopee' as const, platformShopId: '11' }];
  const person = { username: 'ours:sub', password: 'right', name: 'sub', permissionCodeList: ['chat' as const], shops };
  ours = await makeTenant(database, 'ours@x', [['11', '12']], [person]);
  lazada = await makeTenant(database, 'lazada@x', [['21']], [], 'lazada');
  theirs = await makeTenant(database, 'theirs@x', [['11']]);
  web = await openWeb({ url, key: TRANSLATION_KEY });
  main = await visitor('ours@x');
  sub = await visitor('ours:sub');
  other = await visitor('lazada@x');
});
beforeEach(() => {
  asked.length = 0;
  service.asked.length = 0;
  service.fault = null;
  answer = null;
});
afterAll(async () => {
  await web.close();
  await database.close();
  await new Promise((done) => server.close(done));
});

let numbers = 0;
/** A buyer's text at a shop: the ids of its conversation and message. */
async function tell(tenant: TestTenant, shop: string, text: string) {
  numbers += 1;
  const [owner] = tenant.connections;
  if (owner === undefined) throw new Error('no connection');
  const message = messageAt(shop, `c-${shop}`, numbers, 'buyer', { content: { type: 'text', text } });
  await ingest(database.engine, tenant.accountId, [
    { kind: 'event', owner, event: { kind: 'conversation.listed', conversation: listing(shop, `c-${shop}`) } },
    { kind: 'event', owner, event: { kind: 'message.received', message, via: 'live' } },
  ]);
  const found = await database.owner.query<{ message_id: string; conversation_id: string; shop_id: string }>(
    `select message_id, conversation_id, shop_id from message where account_id = $1 and platform_message_id = $2`,
    [tenant.accountId, message.platformMessageId],
  );
  const [row] = found.rows;
  if (row === undefined) throw new Error('the message was not kept');
  return { messageId: row.message_id, conversationId: row.conversation_id, shopId: row.shop_id };
}
const into = (text: string, targetLanguage = 'en', who = main, more: object = {}) =>
  who.call(translation.translateLanguage, { text, targetLanguage, ...more });
const data = (value: unknown) => ({ result: 'success', data: value });
const refused = (code: string) => ({ result: 'fail', code });

describe('the three calls of the specification', () => {
  test('translate into a language, into Chinese, and into the language of a country', async () => {
    expect(await into('สวัสดีค่ะ')).toEqual(data({ text: 'Hello', targetLanguage: 'en' }));
    expect(await main.call(translation.translateToChinese, { text: 'Xin chào', country: 'VN' })).toEqual(
      data({ text: '您好', targetLanguage: 'zh-CN' }),
    );
    expect(await main.call(translation.translateToCountryLanguage, { text: '谢谢', country: 'TH' })).toEqual(
      data({ text: 'ขอบคุณค่ะ', targetLanguage: 'th' }),
    );
    expect(service.asked.map(({ source, target }) => [source, target])).toEqual([
      ['th', 'en'],
      ['vi', 'zh-Hans'],
      ['zh-Hans', 'th'],
    ]);
  });

  test('refuse a country whose language is not one of the seven, and an unknown language', async () => {
    const text = '您好吗';
    expect(await main.call(translation.translateToCountryLanguage, { text, country: 'BR' })).toMatchObject(
      refused('translation_language_missing'),
    );
    expect(await into(text, 'tlh')).toMatchObject(refused('invalid_request'));
    expect(await into('  ')).toMatchObject(refused('content_empty'));
  });

  test('give a text back that is in the language already, or has no words, and ask nobody', async () => {
    for (const text of ['Is this in stock?', '240915ABC 😊', 'https://a.example/b']) {
      expect(await into(text)).toEqual(data({ text, targetLanguage: 'en' }));
    }
    expect(service.asked).toEqual([]);
  });

  test('ask once for what is asked twice, at the same time or later, in each account for itself', async () => {
    const text = 'ขอบคุณมากค่ะ';
    const [one, two] = await Promise.all([into(text), into(text)]);
    expect(one).toEqual(two);
    expect(await into(text)).toEqual(one);
    expect(service.asked).toHaveLength(1);
    await into(text, 'en', other);
    await into(text, 'vi');
    expect(service.asked).toHaveLength(3);
    const kept = await database.owner.query('select from translation where account_id = $1', [theirs.accountId]);
    expect(kept.rowCount).toBe(0);
  });

  test('bring numbers, links and emoji through unchanged, or refuse the translation', async () => {
    const text = '订单240915ABC今天发货';
    expect(await into(text, 'th')).toEqual(data({ text: 'คำสั่งซื้อ 240915ABC ส่งวันนี้ค่ะ', targetLanguage: 'th' }));
    service.fault = 'forgets';
    expect(await into('退款 1,299.50 请看 https://a.example/x?a=1 😊', 'th')).toMatchObject(
      refused('translation_spoiled'),
    );
  });
});

describe('a service that does not translate', () => {
  test('says so: too many texts, with a pause in which it is not asked', async () => {
    const own = await openWeb({ url, key: TRANSLATION_KEY });
    const visit = await visitor('ours@x', own);
    await into('你好啊', 'en', visit);
    service.fault = 'busy';
    expect(await into('天气不错', 'en', visit)).toMatchObject(refused('translation_busy'));
    service.fault = null;
    expect(await into('天气很好', 'en', visit)).toMatchObject(refused('translation_busy'));
    await own.close();
  });

  test.each([
    ['an error of its own', TRANSLATION_KEY, 'broken', 'translation_failed', /^Cannot translate text/],
    ['a wrong key', 'wrong', null, 'translation_refused', /^Invalid API key$/],
    ['no key', null, null, 'translation_refused', /API key$/],
  ] as const)('%s', async (_, key, fault, code, detail) => {
    const own = await openWeb({ url, key });
    service.fault = fault;
    const told = await into('今天几点', 'en', await visitor('ours@x', own));
    expect(told).toMatchObject({ ...refused(code), detail: expect.stringMatching(detail) });
    await own.close();
  });

  test('no service, one that is gone, and an address that may not be dialled', async () => {
    const none = await openWeb(null);
    expect(await into('明天见', 'en', await visitor('ours@x', none))).toMatchObject(refused('translation_missing'));
    await none.close();
    const gone = await openWeb({ url: 'http://127.0.0.1:1/', key: null });
    expect(await into('明天见', 'en', await visitor('ours@x', gone))).toMatchObject({ result: 'fail' });
    await gone.close();
    const inside = await openWeb({ url: 'http://169.254.169.254/latest', key: null });
    expect(await into('明天见', 'en', await visitor('ours@x', inside))).toMatchObject(refused('translation_refused'));
    await inside.close();
  });
});

describe('incoming texts', () => {
  test('come by their ids; what needs no translation is null, and a failure is told beside its text', async () => {
    const thai = await tell(ours, '11', 'มีของไหมคะ');
    const english = await tell(ours, '11', 'Is this in stock?');
    const ask = (messageIds: readonly string[], who = main) =>
      who.call(translation.translateMessages, {
        conversationId: thai.conversationId,
        messageIds,
        targetLanguage: 'en',
      });
    expect(await ask([thai.messageId, english.messageId, crypto.randomUUID()], sub)).toMatchObject(
      data({ translations: [{ text: 'Is it in stock?' }, { text: null, refusal: null }, { text: null }] }),
    );
    service.fault = 'broken';
    const another = await tell(ours, '11', 'ส่งวันไหนคะ');
    expect(await ask([another.messageId])).toMatchObject(
      data({ translations: [{ text: null, refusal: { reason: 'translation_failed' } }] }),
    );
    expect(await ask([thai.messageId], other)).toMatchObject(refused('not_found'));
  });

  test('a text of another conversation is not translated', async () => {
    const mine = await tell(ours, '11', 'สวัสดี');
    const foreign = await tell(ours, '12', 'ราคาเท่าไหร่คะ');
    expect(
      await sub.call(translation.translateMessages, {
        conversationId: mine.conversationId,
        messageIds: [foreign.messageId],
        targetLanguage: 'en',
      }),
    ).toMatchObject(data({ translations: [{ text: null }] }));
    expect(service.asked).toEqual([]);
  });
});

describe('a marketplace that translates itself', () => {
  test('is asked about its conversation, and the service is not', async () => {
    const { conversationId } = await tell(lazada, '21', 'สวัสดี');
    answer = { ok: true, value: ['How many are left?'] };
    expect(await into('เหลือกี่ชิ้นคะ', 'en', other, { conversationId })).toEqual(
      data({ text: 'How many are left?', targetLanguage: 'en' }),
    );
    expect(asked).toMatchObject([
      {
        method: 'media.translate',
        args: [
          { platformShopId: '21', platformConversationId: 'c-21' },
          { source: 'th', target: 'en' },
        ],
      },
    ]);
    expect(service.asked).toEqual([]);
  });

  test('leaves to the service what it cannot do, and without a service its own words are told', async () => {
    const { conversationId } = await tell(lazada, '21', 'สวัสดี');
    answer = { ok: false, refusal: refusal('too_frequent', 'their words'), canRetry: true };
    expect(await into('ขอบคุณค่ะ', 'en', other, { conversationId })).toEqual(
      data({ text: 'Thank you', targetLanguage: 'en' }),
    );
    // No primary tag tells the two scripts apart.
    asked.length = 0;
    expect(await into('สวัสดีค่ะ', 'zh-TW', other, { conversationId })).toEqual(
      data({ text: '您好', targetLanguage: 'zh-TW' }),
    );
    expect(asked).toEqual([]);
    const none = await openWeb(null);
    expect(await into('ลดได้ไหมคะ', 'en', await visitor('lazada@x', none), { conversationId })).toMatchObject({
      ...refused('too_frequent'),
      detail: 'their words',
    });
    await none.close();
  });

  test("is asked by the marketplace's own call", async () => {
    const translate = async () => ({ ok: true as const, value: ['one'] });
    const calls = { ...NO_SHOP_CALLS, media: { ...NO_SHOP_CALLS.media, translate } };
    const conversation = {
      platformShopId: asPlatformShopId('21'),
      platformConversationId: asPlatformConversationId('c'),
      buyerId: asBuyerId('b'),
      address: {},
    };
    expect(
      await callShop(calls, 'media.translate', [conversation, { texts: ['x'], source: null, target: 'en' }]),
    ).toEqual({ ok: true, value: ['one'] });
  });
});

describe('the switches of incoming translation', () => {
  const switchesOf = async (conversationId: string, who = main) =>
    who.call(translation.translationSwitches, { conversationId });
  test('stand for the account, a shop and a conversation; a colleague sees the same', async () => {
    const here = await tell(ours, '11', 'hello');
    const unset = { account: null, shop: null, conversation: null };
    expect(await switchesOf(here.conversationId)).toEqual(data({ switches: unset, by: 'provider' }));
    await main.call(translation.switchTranslation, { isOn: true });
    await main.call(translation.switchTranslation, { shopId: here.shopId, isOn: false });
    await sub.call(translation.switchConversationTranslation, { conversationId: here.conversationId, isOn: true });
    expect(await switchesOf(here.conversationId, sub)).toEqual(
      data({ switches: { account: true, shop: false, conversation: true }, by: 'provider' }),
    );
    const there = await tell(ours, '12', 'hello');
    expect(await switchesOf(there.conversationId)).toMatchObject(
      data({ switches: { account: true, shop: null, conversation: null } }),
    );
    await main.call(translation.switchTranslation, { shopId: here.shopId, isOn: null });
    await main.call(translation.switchConversationTranslation, { conversationId: here.conversationId, isOn: null });
    await main.call(translation.switchTranslation, { isOn: null });
    expect(await switchesOf(here.conversationId)).toMatchObject(data({ switches: unset }));
  });

  test('of shops and the account need the key of the settings', async () => {
    const { shopId } = await tell(ours, '11', 'hello');
    expect(await sub.call(translation.switchTranslation, { isOn: true })).toMatchObject(refused('no_permission'));
    expect(await sub.call(translation.switchTranslation, { shopId, isOn: true })).toMatchObject(
      refused('no_permission'),
    );
  });

  test('of another account or of a shop that is not seen are not there', async () => {
    const foreign = await tell(theirs, '11', 'hello');
    const hidden = await tell(ours, '12', 'hello');
    expect(await main.call(translation.switchTranslation, { shopId: foreign.shopId, isOn: true })).toMatchObject(
      refused('not_found'),
    );
    for (const { conversationId } of [foreign, hidden]) {
      expect(await switchesOf(conversationId, sub)).toMatchObject(refused('not_found'));
      expect(await sub.call(translation.switchConversationTranslation, { conversationId, isOn: true })).toMatchObject(
        refused('not_found'),
      );
    }
  });
});

describe('an answer that is a translation', () => {
  test('goes out translated, and its message shows the colleagues what was written', async () => {
    const { conversationId } = await tell(ours, '11', 'สวัสดี');
    const clientId = crypto.randomUUID();
    const sent = await main.call(chat.sendText, { conversationId, clientId, text: 'มีของค่ะ', original: '有货' });
    expect(sent).toMatchObject(data({ delivery: { content: { type: 'text', text: 'มีของค่ะ' }, original: '有货' } }));
    const [owner] = ours.connections;
    if (owner === undefined) throw new Error('no connection');
    numbers += 1;
    const message = messageAt('11', 'c-11', numbers, 'seller', {
      content: { type: 'text', text: 'มีของค่ะ' },
      idempotencyKey: clientId,
    });
    await ingest(database.engine, ours.accountId, [
      { kind: 'event', owner, event: { kind: 'message.received', message, via: 'live' } },
    ]);
    const read = await sub.call(chat.messages, { conversationId });
    expect(read).toMatchObject({ result: 'success' });
    const messages = (read as { data: { messages: { clientId: string | null; original?: string }[] } }).data.messages;
    expect(messages.filter(({ original }) => original !== undefined)).toMatchObject([{ clientId, original: '有货' }]);
  });
});

describe('what is kept', () => {
  test('one account sees and changes nothing of another, nor a member what is of a shop that is not granted', async () => {
    await into('พรุ่งนี้เจอกันค่ะ');
    const { conversationId, shopId } = await tell(ours, '12', 'hello');
    await main.call(translation.switchConversationTranslation, { conversationId, isOn: true });
    const count = (accountId: AccountId, table: string) =>
      database.app.within(wholeAccount(accountId), async (transaction) =>
        Number((await transaction.query<{ n: string }>(`select count(*) as n from ${table}`)).rows[0]?.n),
      );
    expect(await count(ours.accountId, 'translation')).toBeGreaterThan(0);
    expect(await count(ours.accountId, 'translation_switch')).toBe(1);
    expect(await count(theirs.accountId, 'translation')).toBe(0);
    expect(await count(theirs.accountId, 'translation_switch')).toBe(0);
    const write = database.app.within(wholeAccount(theirs.accountId), (transaction) =>
      transaction.query('insert into translation_switch (account_id, shop_id, is_on) values ($1, $2, true)', [
        ours.accountId,
        shopId,
      ]),
    );
    await expect(write).rejects.toThrow(/row-level security/);
    const member = await database.owner.query<{ member_id: string }>(
      "select member_id from member where username = 'ours:sub'",
    );
    const memberId = asMemberId(member.rows[0]?.member_id ?? '');
    const scope = { accountId: ours.accountId, shops: 'granted' as const, memberId };
    const seen = await database.app.within(scope, (transaction) => transaction.query('select from translation_switch'));
    expect(seen.rowCount).toBe(0);
  });
});
