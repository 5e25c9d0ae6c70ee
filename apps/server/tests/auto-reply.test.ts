import { CALLS, type CallInput } from '@pasar/api';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { z } from 'zod';
import type { OwnedConnection } from '../src/engine/ingest/types.ts';
import { autoReply } from '../src/engine/tasks/auto-reply.ts';
import { Tasks } from '../src/engine/tasks/tasks.ts';
import { getAutoReplyLock } from '../src/features/auto-reply/log.ts';
import { wholeAccount } from '../src/storage/database.ts';
import { makeTenant, openTestDatabase, type TestDatabase, type TestTenant } from './harness/database.ts';
import { openTestWeb, type TestWeb, Visitor } from './harness/web.ts';
import { storeWritten, type Written } from './harness/written.ts';

const calls = CALLS.autoReply;
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const SG = { platform: 'shopee', country: 'SG' } as const;
const text = (words: string) => ({ parts: [{ kind: 'text' as const, text: words }] });

let database: TestDatabase;
let web: TestWeb;
let tenant: TestTenant;
let owner: OwnedConnection;
let main: Visitor;
let tenants = 0;
let now = 0;
let messages = 0;
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
  now = Date.parse('2026-11-26T03:00:00Z');
  const sub = { username: 'sub', password: 'right', name: 'Anna', permissionCodeList: ['chat'] as const };
  const name = `answers-${tenants}@x`;
  tenant = await makeTenant(
    database,
    name,
    [['11', '12']],
    [{ ...sub, username: `${name}:anna`, shops: [{ marketplace: 'shopee', platformShopId: '11' }] }],
  );
  [owner] = tenant.connections as [OwnedConnection];
  main = await loggedIn(name);
});
afterEach(async () => {
  await database.owner.query('delete from graphile_worker._private_jobs');
});

async function loggedIn(username: string): Promise<Visitor> {
  const visitor = new Visitor(web.origin);
  await visitor.logIn(CALLS.account.login, username, 'right');
  return visitor;
}
async function save(list: z.input<typeof calls.saveReplySettingList.input>['list'], visitor = main) {
  return visitor.call(calls.saveReplySettingList, { platform: 'shopee', list: list as never });
}
const saveKeyword = (input: Partial<CallInput<typeof calls.saveReplyKeywordSetting>> & object, visitor = main) =>
  visitor.call(calls.saveReplyKeywordSetting, { ...SG, content: text('answer'), ...input } as never);
const ok = (answer: { readonly result: string }) => expect(answer).toMatchObject({ result: 'success' });

/** The default on after five minutes, keywords on after three seconds. */
const turnOn = async (more: object = {}) =>
  ok(
    await save([
      { country: 'SG', is_lazada_auto_reply: true, lazada_reply_delay: 5, reply_text: 'Hello {buyer}, soon.', ...more },
    ]),
  );

/** A buyer, or the shop at the marketplace, writes; what is planned is planned at that moment. */
function write(words: string, more: Partial<Written> = {}) {
  messages += 1;
  const written = { shop: '11', buyer: 'b1', author: 'buyer' as const, sentAt: now, ...more };
  return storeWritten(database, owner, { words, number: messages * 1_000, ...written }, () => now);
}

const run = (queueId: string) => {
  const prepared = autoReply.prepare({ queueId });
  if (!prepared.ok) throw prepared.error;
  return prepared.run({
    accountId: tenant.accountId,
    now: () => now,
    signal: new AbortController().signal,
    log: pino({ level: 'silent' }),
    within: (work) => database.engine.within(wholeAccount(tenant.accountId), work),
  });
};
/** Time passes, and everything that becomes due in it is done in its order. */
async function pass(ms: number): Promise<void> {
  const end = now + ms;
  for (;;) {
    const due = await database.owner.query<{ queue_id: string; due_at: string }>(
      `select queue_id, due_at from auto_reply_queue where account_id = $1 and state = 'waiting' and due_at <= $2
       order by due_at, queue_id limit 1`,
      [tenant.accountId, end],
    );
    const [row] = due.rows;
    if (row === undefined) break;
    now = Math.max(now, Number(row.due_at));
    await run(row.queue_id);
  }
  now = end;
}
const sent = async () => {
  const found = await database.owner.query<{ to: string; text: string; cause: string; member_id: string | null }>(
    `select c.platform_conversation_id as to, d.content->>'text' as text, d.cause, d.member_id from delivery d
     join conversation c using (conversation_id) where d.account_id = $1 order by d.created_at, c.platform_conversation_id`,
    [tenant.accountId],
  );
  return found.rows.map((row) => `${row.to}: ${row.text}`);
};
const log = async (visitor = main) => {
  const answer = await visitor.call(calls.autoReplyLog);
  if (answer.result !== 'success') throw new Error('no log');
  return calls.autoReplyLog.output.parse(answer.data).entries;
};
const queue = async () => {
  const found = await database.owner.query<{ kind: string; state: string; reason: string | null; wait: string }>(
    `select kind, state, reason, due_at - written_at as wait from auto_reply_queue where account_id = $1 order by queue_id`,
    [tenant.accountId],
  );
  return found.rows.map((row) => [row.kind, row.state, row.reason, Number(row.wait)]);
};

describe('the usual answer', () => {
  test('goes out when nobody has answered for its minutes, once, with the names filled in; the buyer still waits', async () => {
    await turnOn();
    await write('hello');
    await write('are you there?');
    await pass(5 * MINUTE - 1);
    expect(await sent()).toEqual([]);
    await pass(1);
    await pass(HOUR);
    expect(await sent()).toEqual(['11-b1: Hello Buyer 11-b1, soon.']);
    const [delivery] = (
      await database.owner.query('select cause, member_id from delivery where account_id = $1', [tenant.accountId])
    ).rows;
    expect(delivery).toEqual({ cause: 'autoReply', member_id: null });
    expect(await log()).toMatchObject([{ replyType: 'default', state: 'answered', text: 'hello' }]);
  });

  test('is given once, however often its task runs', async () => {
    await turnOn();
    await write('hello');
    const found = await database.owner.query<{ queue_id: string }>(
      'select queue_id from auto_reply_queue where account_id = $1',
      [tenant.accountId],
    );
    now += 5 * MINUTE;
    for (let times = 0; times < 3; times += 1) await run(found.rows[0]?.queue_id ?? '');
    expect(await sent()).toHaveLength(1);
  });

  test('is not given after a person has answered, here or at the marketplace, or said that no answer is needed', async () => {
    await turnOn();
    await write('hello');
    await write('by hand', { author: 'seller' });
    await pass(HOUR / 2);
    expect(await queue()).toEqual([['default', 'skipped', 'answered', 5 * MINUTE]]);
    expect(await sent()).toEqual([]);
  });

  test('is not given to system messages, robots, or messages that come an hour late', async () => {
    await turnOn();
    await write('order paid', { author: 'system' });
    await write('robot', { author: 'robot', buyer: 'b2' });
    await write('yesterday', { buyer: 'b3', sentAt: now - HOUR - 1 });
    expect(await queue()).toEqual([]);
  });

  test('costs nothing where nothing is on, and holds for its country only', async () => {
    await write('hello');
    ok(await save([{ country: 'VN', is_lazada_auto_reply: true, reply_text: 'chào' }]));
    await write('hello', { buyer: 'b2' });
    expect(await queue()).toEqual([]);
  });

  test('is held back outside of its times, and within the hours of the frequency limit', async () => {
    await turnOn({ times: 'notWorking', hours: { from: 540, to: 1_080, days: [1, 2, 3, 4, 5] } });
    await write('hello');
    await pass(5 * MINUTE);
    expect(await queue()).toEqual([['default', 'skipped', 'outsideTimes', 5 * MINUTE]]);
    now = Date.parse('2026-11-26T15:00:00Z');
    ok(await main.call(CALLS.chatSettings.saveChatSetting, { account: { answerHours: 2 } }));
    await write('evening', { buyer: 'b2' });
    await pass(HOUR);
    await write('again', { buyer: 'b2' });
    await pass(HOUR / 2);
    expect(await sent()).toEqual(['11-b2: Hello Buyer 11-b2, soon.']);
    expect((await queue()).at(-1)).toEqual(['default', 'skipped', 'tooOften', 5 * MINUTE]);
  });
});

describe('an answer to a keyword', () => {
  test('goes out after seconds, in parts, in the language of the buyer; the usual answer then need not', async () => {
    await turnOn({ is_lazada_keyword_auto_reply: true, lazada_keyword_reply_delay: 3 });
    const content = {
      parts: [
        { kind: 'text', text: 'Free shipping.' },
        { kind: 'text', text: 'Over 300.' },
      ],
      variants: [{ language: 'th', parts: [{ kind: 'text', text: 'ส่งฟรี' }] }],
    };
    ok(await saveKeyword({ keyword: '运费、shipping，ค่าส่ง', content } as never));
    await write('hi', { buyer: 'b1' });
    await write('What is the SHIPPING fee?', { buyer: 'b1' });
    await write('ค่าส่งเท่าไหร่คะ', { buyer: 'b2' });
    await pass(HOUR / 2);
    expect((await sent()).toSorted()).toEqual(['11-b1: Free shipping.', '11-b1: Over 300.', '11-b2: ส่งฟรี']);
    expect(await queue()).toEqual([
      ['default', 'skipped', 'answeredBefore', 5 * MINUTE],
      ['keyword', 'answered', null, 3_000],
      ['keyword', 'answered', null, 3_000],
    ]);
  });

  test('needs keywords and content, and each keyword once in its place', async () => {
    const codes = async (input: object) => {
      const answer = await saveKeyword(input);
      return answer.result === 'fail' ? answer.code : 'success';
    };
    expect(await codes({ keyword: '、 ,' })).toBe('keyword_empty');
    expect(await codes({ keyword: 'price', content: text('  ') })).toBe('content_empty');
    expect(await codes({ keyword: 'price、cost' })).toBe('success');
    expect(await codes({ keyword: 'ＰＲＩＣＥ' })).toBe('keyword_exists');
    expect(await codes({ keyword: 'price', country: 'VN' })).toBe('success');
  });
});

describe('the welcome', () => {
  const faq = [{ category: 'Shipping', questions: [{ question: 'How long?', answer: 'Three days.' }] }];

  test('greets a buyer once on a day with the questions, and answers one by its number', async () => {
    ok(
      await main.call(CALLS.chatSettings.saveChatSetting, {
        account: { isWelcomeOn: true, welcomeText: 'Welcome!', faq },
      }),
    );
    await write('hello');
    await write('anybody?');
    await pass(MINUTE);
    await write('1');
    await write('thanks');
    await pass(20 * HOUR);
    await write('next day');
    await pass(MINUTE);
    expect(await sent()).toEqual([
      '11-b1: Welcome!\nShipping\n1. How long?',
      '11-b1: Three days.',
      '11-b1: Welcome!\nShipping\n1. How long?',
    ]);
  });
});

describe('the rules of a shop', () => {
  test('go before those of its country until they are removed', async () => {
    await turnOn();
    const shopId = [...owner.shopIds.values()][1] ?? '';
    ok(
      await save([
        {
          country: 'SG',
          shopId: shopId as never,
          is_lazada_auto_reply: true,
          lazada_reply_delay: 1,
          reply_text: 'own',
        },
      ]),
    );
    await write('hello', { shop: '12' });
    await pass(MINUTE);
    expect(await sent()).toEqual(['12-b1: own']);
    ok(await main.call(calls.removeShopReplySetting, { shopId }));
    await write('hello', { shop: '12', buyer: 'b2' });
    await pass(5 * MINUTE);
    expect((await sent()).at(-1)).toBe('12-b2: Hello Buyer 12-b2, soon.');
  });
});

describe('a change of the rules', () => {
  test('deletes what waits when they are switched off, and brings it forward when the delay becomes shorter', async () => {
    await turnOn({ lazada_reply_delay: 30 });
    await write('hello');
    await write('hello', { shop: '12' });
    ok(await save([{ country: 'SG', lazada_reply_delay: 10 }]));
    expect(await queue()).toEqual([
      ['default', 'waiting', null, 10 * MINUTE],
      ['default', 'waiting', null, 10 * MINUTE],
    ]);
    ok(await save([{ country: 'SG', lazada_reply_delay: 60 }]));
    expect((await queue())[0]?.[3]).toBe(10 * MINUTE);
    ok(await save([{ country: 'SG', is_lazada_auto_reply: false }]));
    expect(await queue()).toEqual([]);
  });

  test('is the main account’s; a sub-account reads, and sees the log of its shops only', async () => {
    await turnOn();
    const anna = await loggedIn(`answers-${tenants}@x:anna`);
    expect(await save([{ country: 'SG', is_lazada_auto_reply: false }], anna)).toMatchObject({ code: 'no_permission' });
    expect(await saveKeyword({ keyword: 'a' } as never, anna)).toMatchObject({ code: 'no_permission' });
    ok(await anna.call(calls.getCountryAndReplySettingMap, { platform: 'shopee' }));
    await write('hello');
    await write('hello', { shop: '12' });
    expect(await log()).toHaveLength(2);
    expect(await log(anna)).toHaveLength(1);
  });

  test('that has no answer to give is refused, and changes nothing', async () => {
    expect(await save([{ country: 'VN', is_lazada_auto_reply: true }])).toMatchObject({ code: 'content_empty' });
    expect(await save([{ country: 'SG', lazada_reply_delay: 9_999 }])).toMatchObject({ code: 'reply_delay_form' });
    const answer = await main.call(calls.getCountryAndReplySettingMap, { platform: 'shopee' });
    expect(answer).toMatchObject({ data: { countryAndReplySettingMap: {} } });
  });
});

describe('who gives the answer', () => {
  test('is a client that took it, or Pasar, and never both', async () => {
    await turnOn();
    await write('hello');
    const found = await database.owner.query<{ message_id: string }>(
      'select message_id from auto_reply_queue where account_id = $1',
      [tenant.accountId],
    );
    const taken = await database.engine.within(wholeAccount(tenant.accountId), async (transaction) => {
      const input = { messageId: found.rows[0]?.message_id ?? '' };
      return [await getAutoReplyLock({ transaction, now }, input), await getAutoReplyLock({ transaction, now }, input)];
    });
    expect(taken).toMatchObject([{ data: { isLocked: true } }, { data: { isLocked: false } }]);
    await pass(HOUR);
    expect(await sent()).toEqual([]);
  });

  test('is the task that the stored message put into the queue', async () => {
    now = Date.now();
    await turnOn({ lazada_reply_delay: 0 });
    await write('hello');
    const tasks = new Tasks({
      connection: database.config,
      database: database.engine,
      now: Date.now,
      log: pino({ level: 'silent' }),
    });
    tasks.start();
    await expect.poll(sent, { timeout: 15_000, interval: 50 }).toEqual(['11-b1: Hello Buyer 11-b1, soon.']);
    await tasks.stop();
  });
});

describe('the test of the rules', () => {
  const tried = async (input: object) => {
    const [shopId] = owner.shopIds.values();
    const answer = await main.call(calls.tryAutoReply, { shopId, ...input } as never);
    if (answer.result !== 'success') throw new Error(answer.reason);
    return calls.tryAutoReply.output.parse(answer.data).answer;
  };

  test('says what would be answered, when, and why not, and sends nothing', async () => {
    expect(await tried({ text: 'hello' })).toBeNull();
    await turnOn({ is_lazada_keyword_auto_reply: true });
    ok(await saveKeyword({ keyword: 'price' } as never));
    expect(await tried({ text: 'the price' })).toMatchObject({
      replyType: 'keyword',
      keyword: 'price',
      afterMs: 3_000,
      reason: null,
    });
    expect(await tried({ text: 'hello' })).toMatchObject({
      replyType: 'default',
      afterMs: 5 * MINUTE,
      parts: [{ text: 'Hello {buyer}, soon.' }],
    });
    ok(await main.call(CALLS.automation.stopAutomatic, {}));
    expect(await tried({ text: 'hello' })).toMatchObject({ reason: 'stopped' });
    ok(await main.call(CALLS.automation.resumeAutomatic, {}));
    expect(await queue()).toEqual([]);
  });
});
