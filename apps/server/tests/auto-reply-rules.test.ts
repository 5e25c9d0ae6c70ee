import { CALLS } from '@pasar/api';
import { pino } from 'pino';
import { describe, expect, test } from 'vitest';
import { Tasks } from '../src/engine/tasks/tasks.ts';
import { answerOf, shopsOfEachTest } from './harness/auto-reply.ts';

const calls = CALLS.autoReply;
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

const of = shopsOfEachTest();
const ok = (answer: { readonly result: string }) => expect(answer).toMatchObject({ result: 'success' });

describe('a change of the rules', () => {
  test('deletes what waits when they are switched off, and brings it forward when the delay becomes shorter', async () => {
    await of.shops.turnOn({ lazada_reply_delay: 30 });
    await of.shops.write('hello');
    await of.shops.write('hello', { shop: '12' });
    ok(await of.shops.save([{ country: 'SG', lazada_reply_delay: 10 }]));
    expect(await of.shops.queue()).toEqual([
      ['default', 'waiting', null, 10 * MINUTE],
      ['default', 'waiting', null, 10 * MINUTE],
    ]);
    ok(await of.shops.save([{ country: 'SG', lazada_reply_delay: 60 }]));
    expect((await of.shops.queue())[0]?.[3]).toBe(10 * MINUTE);
    ok(await of.shops.save([{ country: 'SG', is_lazada_auto_reply: false }]));
    expect(await of.shops.queue()).toEqual([]);
  });

  test('by the first rules of a shop brings forward what waits by those of its country', async () => {
    await of.shops.turnOn({ lazada_reply_delay: 30 });
    for (const shop of ['11', '12']) await of.shops.write('hello', { shop });
    const [shopId] = of.shops.owner.shopIds.values();
    await of.shops.turnOn({ shopId, lazada_reply_delay: 10 });
    expect((await of.shops.queue()).map((row) => row[3])).toEqual([10 * MINUTE, 30 * MINUTE]);
  });

  test('by the fields of the specification leaves what they do not name: the other parts and languages', async () => {
    const content = {
      parts: [...answerOf('Soon.', 'See you.').parts],
      variants: [{ language: 'th' as const, parts: answerOf('เร็วๆ นี้').parts }],
    };
    await of.shops.turnOn({ reply_text: undefined, content });
    const read = async () => {
      const answer = await of.shops.main.call(calls.getCountryAndReplySettingMap, { platform: 'shopee' });
      if (answer.result !== 'success') throw new Error(answer.reason);
      return calls.getCountryAndReplySettingMap.output.parse(answer.data).countryAndReplySettingMap.SG;
    };
    const fields = async () => {
      const { country, is_lazada_auto_reply, lazada_reply_delay, reply_text } = (await read()) ?? {};
      return { country, is_lazada_auto_reply, lazada_reply_delay, reply_text };
    };
    ok(await of.shops.save([{ ...(await fields()), lazada_reply_delay: 7 } as never]));
    expect(await read()).toMatchObject({ lazada_reply_delay: 7, reply_text: 'Soon.', content });
    ok(await of.shops.save([{ ...(await fields()), reply_text: 'Later.' } as never]));
    const parts = answerOf('Later.', 'See you.').parts;
    expect(await read()).toMatchObject({ reply_text: 'Later.', content: { ...content, parts } });
    ok(await of.shops.save([{ country: 'SG', is_lazada_auto_reply: false, reply_text: '' }]));
    expect(await read()).toMatchObject({ reply_text: '', content: null });
  });

  test('to a shorter delay answers a buyer who has waited for hours at once', async () => {
    await of.shops.turnOn({ lazada_reply_delay: 6 * 60 });
    await of.shops.write('hello');
    await of.shops.pass(3 * HOUR);
    await of.shops.turnOn({ lazada_reply_delay: 10 });
    await of.shops.pass(0);
    expect(await of.shops.queue()).toEqual([['default', 'answered', null, 3 * HOUR]]);
  });

  test('is the main account’s; a sub-account reads, and sees the log of its shops only', async () => {
    await of.shops.turnOn();
    expect(await of.shops.save([{ country: 'SG', is_lazada_auto_reply: false }], of.shops.anna)).toMatchObject({
      code: 'no_permission',
    });
    expect(await of.shops.saveKeyword({ keyword: 'a' } as never, of.shops.anna)).toMatchObject({
      code: 'no_permission',
    });
    ok(await of.shops.anna.call(calls.getCountryAndReplySettingMap, { platform: 'shopee' }));
    await of.shops.write('hello');
    await of.shops.write('hello', { shop: '12' });
    expect(await of.shops.log()).toHaveLength(2);
    expect(await of.shops.log(of.shops.anna)).toHaveLength(1);
  });

  test('that has no answer to give is refused, and changes nothing', async () => {
    expect(await of.shops.save([{ country: 'VN', is_lazada_auto_reply: true }])).toMatchObject({
      code: 'content_empty',
    });
    expect(await of.shops.save([{ country: 'SG', lazada_reply_delay: 9_999 }])).toMatchObject({
      code: 'reply_delay_form',
    });
    const answer = await of.shops.main.call(calls.getCountryAndReplySettingMap, { platform: 'shopee' });
    expect(answer).toMatchObject({ data: { countryAndReplySettingMap: {} } });
  });
});

describe('the limits of keywords', () => {
  const words = (count: number) => Array.from({ length: count }, (_, number) => `word${number}`);
  const rules = async () => {
    const answer = await of.shops.main.call(calls.getCountryAndReplySettingMap, { platform: 'shopee' });
    if (answer.result !== 'success') throw new Error(answer.reason);
    return calls.getCountryAndReplySettingMap.output.parse(answer.data).countryAndReplySettingMap.SG?.keywords ?? [];
  };
  const codeOf = async (input: { readonly keyword: string; readonly keywordId?: string }) => {
    const answer = await of.shops.saveKeyword(input);
    return answer.result === 'fail' ? answer.code : 'success';
  };

  test('a rule has up to 50, each once, and each of up to 60 letters', async () => {
    const most = words(49).concat('x'.repeat(60));
    expect(await codeOf({ keyword: `${most.join('、')}、WORD0、 、` })).toBe('success');
    expect((await rules()).map((rule) => rule.keyword.split('、').length)).toEqual([50]);
    expect((await rules())[0]?.keyword.split('、').at(-1)).toBe('x'.repeat(60));
    await of.shops.turnOn({ is_lazada_keyword_auto_reply: true });
    await of.shops.write(`is it ${'X'.repeat(60)}?`);
    await of.shops.pass(MINUTE);
    expect(await of.shops.sent()).toEqual(['11-b1: answer']);
  });

  test.each([
    ['51 of them', words(51).join('、'), 'keywords_too_many'],
    ['one of 61 letters', `price、${'x'.repeat(61)}`, 'keyword_too_long'],
    ['none', '', 'keyword_empty'],
    ['separators only', ' 、,，;； ', 'keyword_empty'],
  ])('%s are refused, as a new rule and as a change of one, and change nothing', async (_, keyword, code) => {
    expect(await codeOf({ keyword })).toBe(code);
    expect(await rules()).toEqual([]);
    expect(await codeOf({ keyword: 'size、colour' })).toBe('success');
    const [before] = await rules();
    expect(await codeOf({ keyword, keywordId: before?.keywordId ?? '' })).toBe(code);
    expect(await rules()).toEqual([before]);
  });

  test('a country has up to 1,000 rules; with all of them one can still be changed or replaced', async () => {
    expect(await codeOf({ keyword: 'first' })).toBe('success');
    const [first] = await rules();
    const more = await of.database.owner.query(
      `insert into auto_reply_keyword (setting_id, account_id, keywords, is_whole, answer)
       select setting_id, account_id, array['more' || number], is_whole, answer
       from auto_reply_keyword, generate_series(1, 998) number where keyword_id = $1`,
      [first?.keywordId],
    );
    expect(more.rowCount).toBe(998);
    expect(await codeOf({ keyword: 'last' })).toBe('success');
    const before = await rules();
    expect(before).toHaveLength(1_000);
    expect(await codeOf({ keyword: 'one too many' })).toBe('keyword_rules_full');
    expect(await rules()).toEqual(before);
    expect(await codeOf({ keyword: 'changed', keywordId: first?.keywordId ?? '' })).toBe('success');
    ok(await of.shops.main.call(calls.delReplyKeywordSetting, { keywordIds: [first?.keywordId] }));
    expect(await codeOf({ keyword: 'one too many' })).toBe('success');
    expect(await rules()).toHaveLength(1_000);
    expect(await codeOf({ keyword: 'another' })).toBe('keyword_rules_full');
  });
});

describe('an answer in the ledger that has not left, because the login is lost', () => {
  const outcomes = async () => (await of.shops.queue()).map(([kind, state, reason]) => [kind, state, reason]);
  const ledger = async () =>
    (
      await of.database.owner.query<{ state: string }>(
        'select state from delivery where account_id = $1 order by created_at',
        [of.shops.tenant.accountId],
      )
    ).rows.map((row) => row.state);
  const keywordId = async () => {
    const answer = await of.shops.main.call(calls.getCountryAndReplySettingMap, { platform: 'shopee' });
    if (answer.result !== 'success') throw new Error(answer.reason);
    const { countryAndReplySettingMap } = calls.getCountryAndReplySettingMap.output.parse(answer.data);
    const id = countryAndReplySettingMap.SG?.keywords[0]?.keywordId;
    if (id === undefined) throw new Error('there is no rule');
    return id;
  };

  test.each([
    [
      'default',
      'the usual answer is switched off',
      () => of.shops.save([{ country: 'SG', is_lazada_auto_reply: false }]),
    ],
    [
      'keyword',
      'keywords are switched off',
      () => of.shops.save([{ country: 'SG', is_lazada_keyword_auto_reply: false }]),
    ],
    [
      'keyword',
      'the rule is deleted',
      async () => of.shops.main.call(calls.delReplyKeywordSetting, { keywordIds: [await keywordId()] }),
    ],
    [
      'welcome',
      'the greeting is switched off',
      () => of.shops.main.call(CALLS.chatSettings.saveChatSetting, { account: { isWelcomeOn: false } }),
    ],
  ] as const)('(%s) is taken back when %s, and the log says so', async (kind, _, change) => {
    await of.shops.turnOn({ is_lazada_keyword_auto_reply: true, lazada_keyword_reply_delay: 1 });
    ok(await of.shops.saveKeyword({ keyword: 'size', content: answerOf('one', 'two') }));
    const account = { isWelcomeOn: kind === 'welcome', welcomeText: 'Welcome!' };
    ok(await of.shops.main.call(CALLS.chatSettings.saveChatSetting, { account }));
    await of.shops.write(kind === 'keyword' ? 'which size?' : 'hello');
    await of.shops.pass(5 * MINUTE);
    expect(await outcomes()).toEqual([[kind, 'answered', null]]);
    ok(await change());
    expect(await outcomes()).toEqual([[kind, 'skipped', 'switchedOff']]);
    expect(new Set(await ledger())).toEqual(new Set(['dismissed']));
  });

  test('is finished where a part of it is on its way, and stays when another rule or place is switched off', async () => {
    await of.shops.turnOn({ content: answerOf('one', 'two') });
    await of.shops.write('hello');
    await of.shops.write('hello', { shop: '12', buyer: 'b2' });
    await of.shops.pass(5 * MINUTE);
    ok(await of.shops.save([{ country: 'SG', is_lazada_keyword_auto_reply: false }]));
    ok(await of.shops.save([{ country: 'MY', is_lazada_auto_reply: false }]));
    expect(await ledger()).toEqual(['pending', 'pending', 'pending', 'pending']);
    await of.shops.settle({ event: 'doubt', lookUntil: of.shops.now });
    ok(await of.shops.save([{ country: 'SG', is_lazada_auto_reply: false }]));
    expect((await ledger()).toSorted()).toEqual(['dismissed', 'dismissed', 'doubted', 'pending']);
    expect((await outcomes()).toSorted()).toEqual([
      ['default', 'answered', null],
      ['default', 'skipped', 'switchedOff'],
    ]);
  });
});

describe('who gives the answer', () => {
  test('is a client that took it when it was due, or Pasar, and never both; the windows are told', async () => {
    await of.shops.turnOn();
    await of.shops.write('hello');
    of.shops.now += 5 * MINUTE - 1;
    expect(await of.shops.isTaken()).toBe(false);
    of.shops.now += 1;
    const told = () =>
      of.database.owner.query(
        "select from change where account_id = $1 and kind = 'autoReply' and shop_id is not null",
        [of.shops.tenant.accountId],
      );
    expect((await told()).rowCount).toBe(0);
    expect([await of.shops.isTaken(), await of.shops.isTaken()]).toEqual([true, false]);
    expect((await told()).rowCount).toBe(1);
    await of.shops.pass(HOUR);
    expect(await of.shops.sent()).toEqual([]);
    expect(await of.shops.queue()).toEqual([['default', 'skipped', 'taken', 5 * MINUTE]]);
  });

  test('is no client where Pasar would not give it: a person has answered, the times, a stop', async () => {
    await of.shops.turnOn({ lazada_reply_delay: 0 });
    await of.shops.write('hello');
    await of.shops.write('by hand', { author: 'seller' });
    expect(await of.shops.isTaken()).toBe(false);
    await of.shops.write('hello', { buyer: 'b2' });
    ok(await of.shops.main.call(CALLS.automation.stopAutomatic, {}));
    expect(await of.shops.isTaken()).toBe(false);
    ok(await of.shops.main.call(CALLS.automation.resumeAutomatic, {}));
    // 11:00 by the clock of the shops.
    await of.shops.turnOn({ times: 'notWorking', hours: { from: 540, to: 1_080, days: [1, 2, 3, 4, 5] } });
    expect(await of.shops.isTaken()).toBe(false);
    await of.shops.turnOn({ times: 'always' });
    const product = { kind: 'product', shopId: [...of.shops.owner.shopIds.values()][1], itemId: '1', title: 'Cap' };
    await of.shops.turnOn({ reply_text: undefined, content: { parts: [product] } });
    expect(await of.shops.isTaken()).toBe(false);
    await of.shops.turnOn({ reply_text: undefined, content: answerOf('soon') });
    expect(await of.shops.isTaken()).toBe(true);
  });

  test('counts for the limit of frequency and the greeting of the day also where a client gave it', async () => {
    const account = { isWelcomeOn: true, welcomeText: 'Welcome!', answerHours: 2 };
    ok(await of.shops.main.call(CALLS.chatSettings.saveChatSetting, { account }));
    await of.shops.turnOn({ lazada_reply_delay: 0 });
    for (const kind of ['welcome', 'default']) {
      await of.shops.write('hello');
      expect([kind, await of.shops.isTaken()]).toEqual([kind, true]);
      of.shops.now += MINUTE;
    }
    await of.shops.write('again');
    expect(await of.shops.isTaken()).toBe(false);
    await of.shops.pass(1);
    expect((await of.shops.queue()).map(([kind, , reason]) => [kind, reason])).toEqual([
      ['welcome', 'taken'],
      ['default', 'taken'],
      ['default', 'tooOften'],
    ]);
  });

  test('is nobody where its task was given up; the housekeeping says so, and deletes the log after 90 days', async () => {
    await of.shops.turnOn();
    await of.shops.write('hello');
    of.shops.now += 3 * HOUR;
    await of.shops.keepHouse();
    expect(await of.shops.queue()).toEqual([['default', 'skipped', 'late', 5 * MINUTE]]);
    await of.shops.write('again');
    expect(await of.shops.queue()).toHaveLength(2);
    of.shops.now += 91 * 24 * HOUR;
    await of.shops.keepHouse();
    expect(await of.shops.queue()).toHaveLength(1);
  });

  test('is the task that the stored message put into the queue', async () => {
    of.shops.now = Date.now();
    await of.shops.turnOn({ lazada_reply_delay: 0 });
    await of.shops.write('hello');
    const tasks = new Tasks({
      connection: of.database.config,
      database: of.database.engine,
      askShop: async () => null,
      now: Date.now,
      log: pino({ level: 'silent' }),
    });
    tasks.start();
    await expect
      .poll(() => of.shops.sent(), { timeout: 15_000, interval: 50 })
      .toEqual(['11-b1: Hello Buyer 11-b1, soon.']);
    await tasks.stop();
  });
});

describe('the test of the rules', () => {
  const tried = async (input: object) => {
    const [shopId] = of.shops.owner.shopIds.values();
    const answer = await of.shops.main.call(calls.tryAutoReply, { shopId, ...input } as never);
    if (answer.result !== 'success') throw new Error(answer.reason);
    return calls.tryAutoReply.output.parse(answer.data).answer;
  };

  test('says what would be answered, when, and why not, and sends nothing', async () => {
    expect(await tried({ text: 'hello' })).toBeNull();
    await of.shops.turnOn({ is_lazada_keyword_auto_reply: true });
    ok(await of.shops.saveKeyword({ keyword: 'price' } as never));
    expect(await tried({ text: 'the price' })).toMatchObject({
      replyType: 'keyword',
      keyword: 'price',
      afterMs: 3_000,
      language: 'en',
      reason: null,
    });
    expect(await tried({ text: 'hello' })).toMatchObject({
      replyType: 'default',
      afterMs: 5 * MINUTE,
      parts: [{ text: 'Hello {buyer}, soon.' }],
    });
    ok(await of.shops.main.call(CALLS.automation.stopAutomatic, {}));
    expect(await tried({ text: 'hello' })).toMatchObject({ reason: 'stopped' });
    ok(await of.shops.main.call(CALLS.automation.resumeAutomatic, {}));
    expect(await of.shops.queue()).toEqual([]);
  });

  test('says that the rule that would answer is switched off', async () => {
    await of.shops.turnOn({ is_lazada_keyword_auto_reply: false, is_lazada_auto_reply: false });
    ok(await of.shops.saveKeyword({ keyword: 'price' } as never));
    expect(await tried({ text: 'the price' })).toMatchObject({
      replyType: 'keyword',
      keyword: 'price',
      reason: 'switchedOff',
    });
    expect(await tried({ text: 'hello' })).toMatchObject({ replyType: 'default', reason: 'switchedOff', parts: [] });
  });

  test('says that a text is longer than the marketplace takes, and such an answer is not given', async () => {
    const account = { isWelcomeOn: true, welcomeText: 'Welcome! '.repeat(70) };
    ok(await of.shops.main.call(CALLS.chatSettings.saveChatSetting, { account }));
    expect(await tried({ text: 'hello', isFirstToday: true })).toMatchObject({
      replyType: 'welcome',
      reason: 'tooLong',
    });
    await of.shops.write('hello');
    await of.shops.pass(MINUTE);
    expect(await of.shops.sent()).toEqual([]);
    expect((await of.shops.queue()).map(([kind, state, reason]) => [kind, state, reason])).toEqual([
      ['welcome', 'skipped', 'tooLong'],
    ]);
  });

  test('greets a buyer who was not greeted on that day, also in the hour after midnight', async () => {
    const account = { isWelcomeOn: true, welcomeText: 'Welcome!' };
    ok(await of.shops.main.call(CALLS.chatSettings.saveChatSetting, { account }));
    // 00:30 by the clock of the shops.
    of.shops.now = Date.parse('2026-11-26T16:30:00Z');
    expect(await tried({ text: 'hello', isFirstToday: true })).toMatchObject({ replyType: 'welcome' });
    expect(await tried({ text: 'hello', isFirstToday: false })).toBeNull();
  });
});
