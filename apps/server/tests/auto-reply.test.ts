import { CALLS } from '@pasar/api';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { AnsweredShops, answerOf } from './harness/auto-reply.ts';
import { openTestDatabase, type TestDatabase } from './harness/database.ts';
import { openTestWeb, type TestWeb } from './harness/web.ts';

const calls = CALLS.autoReply;
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

let database: TestDatabase;
let web: TestWeb;
let shops: AnsweredShops;
let tenants = 0;
beforeAll(async () => {
  database = await openTestDatabase();
  web = await openTestWeb(database);
});
afterAll(async () => {
  await web.close();
  await database.close();
});
beforeEach(async () => {
  tenants += 1;
  shops = await AnsweredShops.open(database, web, `answers-${tenants}@x`);
});
afterEach(async () => {
  await database.owner.query('delete from graphile_worker._private_jobs');
});

const ok = (answer: { readonly result: string }) => expect(answer).toMatchObject({ result: 'success' });

describe('the usual answer', () => {
  test('goes out when nobody has answered for its minutes, once, with the names filled in; the buyer still waits', async () => {
    await shops.turnOn();
    await shops.write('hello');
    await shops.write('are you there?');
    await shops.pass(5 * MINUTE - 1);
    expect(await shops.sent()).toEqual([]);
    await shops.pass(1);
    await shops.pass(HOUR);
    expect(await shops.sent()).toEqual(['11-b1: Hello Buyer 11-b1, soon.']);
    const [delivery] = (
      await database.owner.query('select cause, member_id from delivery where account_id = $1', [
        shops.tenant.accountId,
      ])
    ).rows;
    expect(delivery).toEqual({ cause: 'autoReply', member_id: null });
    expect(await shops.log()).toMatchObject([{ replyType: 'default', state: 'answered', text: 'hello' }]);
  });

  test('is told to the windows of its shop when it was given, and when it was not', async () => {
    await shops.turnOn();
    await shops.write('hello');
    await shops.write('and I', { buyer: 'b2' });
    const told = async () => {
      const found = await database.owner.query<{ shop: string | null }>(
        `select s.platform_shop_id as shop from change c join shop s on s.shop_id = c.shop_id
         where c.account_id = $1 and c.kind = 'autoReply'`,
        [shops.tenant.accountId],
      );
      return found.rows.map(({ shop }) => shop);
    };
    expect(await told()).toEqual([]);
    await shops.write('here', { author: 'seller' });
    await shops.pass(6 * MINUTE);
    expect((await shops.log()).map(({ state }) => state)).toEqual(['answered', 'skipped']);
    expect(await told()).toEqual(['11', '11']);
  });

  test('is given once, however often its task runs', async () => {
    await shops.turnOn();
    await shops.write('hello');
    const found = await database.owner.query<{ queue_id: string }>(
      'select queue_id from auto_reply_queue where account_id = $1',
      [shops.tenant.accountId],
    );
    shops.now += 5 * MINUTE;
    for (let times = 0; times < 3; times += 1) await shops.run(found.rows[0]?.queue_id ?? '');
    expect(await shops.sent()).toHaveLength(1);
  });

  test('is not given after a person has answered, here or at the marketplace, or said that no answer is needed', async () => {
    await shops.turnOn();
    await shops.write('hello');
    await shops.write('by hand', { author: 'seller' });
    await shops.pass(HOUR / 2);
    expect(await shops.queue()).toEqual([['default', 'skipped', 'answered', 5 * MINUTE]]);
    expect(await shops.sent()).toEqual([]);
  });

  test('is not given to system messages, robots, or messages that come an hour late', async () => {
    await shops.turnOn();
    await shops.write('order paid', { author: 'system' });
    await shops.write('robot', { author: 'robot', buyer: 'b2' });
    await shops.write('yesterday', { buyer: 'b3', sentAt: shops.now - HOUR - 1 });
    expect(await shops.queue()).toEqual([]);
  });

  test('costs nothing where nothing is on, and holds for its country only', async () => {
    await shops.write('hello');
    ok(await shops.save([{ country: 'VN', is_lazada_auto_reply: true, reply_text: 'chào' }]));
    await shops.write('hello', { buyer: 'b2' });
    expect(await shops.queue()).toEqual([]);
  });

  test('is held back outside of its times, and within the hours of the frequency limit', async () => {
    await shops.turnOn({ times: 'notWorking', hours: { from: 540, to: 1_080, days: [1, 2, 3, 4, 5] } });
    await shops.write('hello');
    await shops.pass(5 * MINUTE);
    expect(await shops.queue()).toEqual([['default', 'skipped', 'outsideTimes', 5 * MINUTE]]);
    shops.now = Date.parse('2026-11-26T15:00:00Z');
    ok(await shops.main.call(CALLS.chatSettings.saveChatSetting, { account: { answerHours: 2 } }));
    await shops.write('evening', { buyer: 'b2' });
    await shops.pass(HOUR);
    await shops.write('again', { buyer: 'b2' });
    await shops.pass(HOUR / 2);
    expect(await shops.sent()).toEqual(['11-b2: Hello Buyer 11-b2, soon.']);
    expect((await shops.queue()).at(-1)).toEqual(['default', 'skipped', 'tooOften', 5 * MINUTE]);
  });
});

describe('an answer to a keyword', () => {
  test('goes out after seconds, in parts, in the language of the buyer; the usual answer then need not', async () => {
    await shops.turnOn({ is_lazada_keyword_auto_reply: true, lazada_keyword_reply_delay: 3 });
    const content = {
      parts: [
        { kind: 'text', text: 'Free shipping.' },
        { kind: 'text', text: 'Over 300.' },
      ],
      variants: [{ language: 'th', parts: [{ kind: 'text', text: 'ส่งฟรี' }] }],
    };
    ok(await shops.saveKeyword({ keyword: '运费、shipping，ค่าส่ง', content } as never));
    await shops.write('hi', { buyer: 'b1' });
    await shops.write('What is the SHIPPING fee?', { buyer: 'b1' });
    await shops.write('ค่าส่งเท่าไหร่คะ', { buyer: 'b2' });
    await shops.pass(HOUR / 2);
    expect((await shops.sent()).toSorted()).toEqual(['11-b1: Free shipping.', '11-b1: Over 300.', '11-b2: ส่งฟรี']);
    expect(await shops.queue()).toEqual([
      ['default', 'skipped', 'answeredBefore', 5 * MINUTE],
      ['keyword', 'answered', null, 3_000],
      ['keyword', 'answered', null, 3_000],
    ]);
  });

  test('needs keywords and content, and each keyword once in its place', async () => {
    const codes = async (input: Parameters<AnsweredShops['saveKeyword']>[0]) => {
      const answer = await shops.saveKeyword(input);
      return answer.result === 'fail' ? answer.code : 'success';
    };
    expect(await codes({ keyword: '、 ,' })).toBe('keyword_empty');
    expect(await codes({ keyword: 'price', content: answerOf('  ') })).toBe('content_empty');
    expect(await codes({ keyword: 'price、cost' })).toBe('success');
    expect(await codes({ keyword: 'ＰＲＩＣＥ' })).toBe('keyword_exists');
    expect(await codes({ keyword: 'price', country: 'VN' })).toBe('success');
  });
});

describe('the welcome', () => {
  const faq = [{ category: 'Shipping', questions: [{ question: 'How long?', answer: 'Three days.' }] }];

  test('greets a buyer once on a day with the questions, and answers one by its number', async () => {
    ok(
      await shops.main.call(CALLS.chatSettings.saveChatSetting, {
        account: { isWelcomeOn: true, welcomeText: 'Welcome!', faq },
      }),
    );
    await shops.write('hello');
    await shops.write('anybody?');
    await shops.pass(MINUTE);
    await shops.write('1');
    await shops.write('thanks');
    await shops.pass(20 * HOUR);
    await shops.write('next day');
    await shops.pass(MINUTE);
    expect(await shops.sent()).toEqual([
      '11-b1: Welcome!\nShipping\n1. How long?',
      '11-b1: Three days.',
      '11-b1: Welcome!\nShipping\n1. How long?',
    ]);
  });
});

describe('the rules of a shop', () => {
  test('go before those of its country until they are removed', async () => {
    await shops.turnOn();
    const shopId = [...shops.owner.shopIds.values()][1] ?? '';
    ok(
      await shops.save([
        {
          country: 'SG',
          shopId: shopId as never,
          is_lazada_auto_reply: true,
          lazada_reply_delay: 1,
          reply_text: 'own',
        },
      ]),
    );
    await shops.write('hello', { shop: '12' });
    await shops.pass(MINUTE);
    expect(await shops.sent()).toEqual(['12-b1: own']);
    ok(await shops.main.call(calls.removeShopReplySetting, { shopId }));
    await shops.write('hello', { shop: '12', buyer: 'b2' });
    await shops.pass(5 * MINUTE);
    expect((await shops.sent()).at(-1)).toBe('12-b2: Hello Buyer 12-b2, soon.');
  });
});
