import { CALLS } from '@pasar/api';
import { asPlatformMessageId, refusal } from '@pasar/domain';
import { describe, expect, test } from 'vitest';
import { type AnsweredShops, answerOf, shopsOfEachTest } from './harness/auto-reply.ts';
import { PNG } from './harness/picture-connector.ts';

const calls = CALLS.autoReply;
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

const of = shopsOfEachTest();
const ok = (answer: { readonly result: string }) => expect(answer).toMatchObject({ result: 'success' });

describe('the usual answer', () => {
  test('goes out when nobody has answered for its minutes, once, with the names filled in; the buyer still waits', async () => {
    await of.shops.turnOn();
    await of.shops.write('hello');
    await of.shops.write('are you there?');
    await of.shops.pass(5 * MINUTE - 1);
    expect(await of.shops.sent()).toEqual([]);
    await of.shops.pass(1);
    await of.shops.pass(HOUR);
    expect(await of.shops.sent()).toEqual(['11-b1: Hello Buyer 11-b1, soon.']);
    const [delivery] = (
      await of.database.owner.query('select cause, member_id from delivery where account_id = $1', [
        of.shops.tenant.accountId,
      ])
    ).rows;
    expect(delivery).toEqual({ cause: 'autoReply', member_id: null });
    const answers = ['Hello Buyer 11-b1, soon.'];
    expect(await of.shops.log()).toMatchObject([{ replyType: 'default', state: 'answered', text: 'hello', answers }]);
  });

  test('is filled in with the newest order of the buyer in its shop; a text without its value is left out, and the test says so', async () => {
    const parts = ['Order {order}: {product}', 'Parcel {tracking}', 'Soon.'].map((text) => ({ kind: 'text', text }));
    await of.shops.turnOn({ content: { parts } });
    for (const buyer of ['b1', 'b2', 'b3']) await of.shops.write('hello', { buyer });
    const order = (buyer: string, number: string, createdAt: number, tracking: string | null, shop = '11') =>
      of.database.owner.query(
        `insert into shop_order (account_id, shop_id, order_id, record, order_number, buyer_id, status, total, currency,
           created_at, changed_at, read_at, status_known_at, is_ratable, has_note)
         select s.account_id, s.shop_id, $3, jsonb_build_object('trackingNumber', $5::text, 'items',
             jsonb_build_array(jsonb_build_object('title', 'Cap of ' || $3))), $3, c.buyer_id, 'toShip', 1, 'SGD', $4, 1, 1,
           1, false, false
         from shop s, conversation c where s.platform_shop_id = $1 and c.platform_conversation_id = '11-' || $2
           and s.account_id = $6 and c.account_id = $6`,
        [shop, buyer, number, createdAt, tracking, of.shops.tenant.accountId],
      );
    await order('b1', 'N1', 1, 'T1');
    await order('b1', 'N2', 2, null);
    await order('b1', 'N3', 3, 'T3', '12');
    await order('b2', 'N4', 1, 'T4');
    await of.shops.pass(HOUR / 2);
    expect((await of.shops.sent()).toSorted()).toEqual([
      '11-b1: Order N2: Cap of N2',
      '11-b1: Soon.',
      '11-b2: Order N4: Cap of N4',
      '11-b2: Parcel T4',
      '11-b2: Soon.',
      '11-b3: Soon.',
    ]);
    const [shopId] = of.shops.owner.shopIds.values();
    const tried = async (newestOrder: string) => {
      const answer = await of.shops.main.call(calls.tryAutoReply, { shopId, text: 'hello', newestOrder } as never);
      if (answer.result !== 'success') throw new Error(answer.reason);
      return calls.tryAutoReply.output.parse(answer.data).answer?.parts.map(({ text }) => text);
    };
    expect(await tried('none')).toEqual(['Soon.']);
    expect(await tried('placed')).toEqual(['Order {order}: {product}', 'Soon.']);
    expect(await tried('shipped')).toEqual(['Order {order}: {product}', 'Parcel {tracking}', 'Soon.']);
  });

  test('is told to the windows of its shop when it was given, and when it was not', async () => {
    await of.shops.turnOn();
    await of.shops.write('hello');
    await of.shops.write('and I', { buyer: 'b2' });
    const told = async () => {
      const found = await of.database.owner.query<{ shop: string | null }>(
        `select s.platform_shop_id as shop from change c join shop s on s.shop_id = c.shop_id
         where c.account_id = $1 and c.kind = 'autoReply'`,
        [of.shops.tenant.accountId],
      );
      return found.rows.map(({ shop }) => shop);
    };
    expect(await told()).toEqual([]);
    await of.shops.write('here', { author: 'seller' });
    await of.shops.pass(6 * MINUTE);
    expect((await of.shops.log()).map(({ state }) => state)).toEqual(['answered', 'skipped']);
    expect(await told()).toEqual(['11', '11']);
  });

  test('is given once, however often its task runs', async () => {
    await of.shops.turnOn();
    await of.shops.write('hello');
    const found = await of.database.owner.query<{ queue_id: string }>(
      'select queue_id from auto_reply_queue where account_id = $1',
      [of.shops.tenant.accountId],
    );
    of.shops.now += 5 * MINUTE;
    for (let times = 0; times < 3; times += 1) await of.shops.run(found.rows[0]?.queue_id ?? '');
    expect(await of.shops.sent()).toHaveLength(1);
  });

  test('is not given after a person has answered, here or at the marketplace, or said that no answer is needed', async () => {
    await of.shops.turnOn();
    await of.shops.write('hello');
    await of.shops.write('by hand', { author: 'seller' });
    await of.shops.pass(HOUR / 2);
    expect(await of.shops.queue()).toEqual([['default', 'skipped', 'answered', 5 * MINUTE]]);
    expect(await of.shops.sent()).toEqual([]);
  });

  test('is given to what the buyer has written after a person’s answer, while the answer before still waited', async () => {
    await of.shops.turnOn();
    await of.shops.write('hello');
    await of.shops.write('by hand', { author: 'seller' });
    await of.shops.pass(MINUTE);
    await of.shops.write('and now?');
    await of.shops.write('are you there?');
    await of.shops.pass(HOUR);
    expect(await of.shops.queue()).toEqual([
      ['default', 'skipped', 'answered', 5 * MINUTE],
      ['default', 'answered', null, 5 * MINUTE],
    ]);
    expect(await of.shops.sent()).toHaveLength(1);
  });

  test('is bound to the message that it answers, also where the buyer has written since', async () => {
    await of.shops.turnOn();
    await of.shops.write('hello');
    await of.shops.write('are you there?');
    await of.shops.pass(HOUR);
    const bound = await of.database.owner.query(
      `select m.content->>'text' as text from delivery d join message m
         on m.conversation_id = d.conversation_id and m.position = d.anchor_position where d.account_id = $1`,
      [of.shops.tenant.accountId],
    );
    expect(bound.rows).toEqual([{ text: 'hello' }]);
  });

  test('is not given to system messages, robots, or messages that come an hour late', async () => {
    await of.shops.turnOn();
    await of.shops.write('order paid', { author: 'system' });
    await of.shops.write('robot', { author: 'robot', buyer: 'b2' });
    await of.shops.write('yesterday', { buyer: 'b3', sentAt: of.shops.now - HOUR - 1 });
    expect(await of.shops.queue()).toEqual([]);
  });

  test('costs nothing where nothing is on, and holds for its country only', async () => {
    await of.shops.write('hello');
    ok(await of.shops.save([{ country: 'VN', is_lazada_auto_reply: true, reply_text: 'chào' }]));
    await of.shops.write('hello', { buyer: 'b2' });
    expect(await of.shops.queue()).toEqual([]);
  });

  test('is held back outside of its times, and within the hours of the frequency limit', async () => {
    await of.shops.turnOn({ times: 'notWorking', hours: { from: 540, to: 1_080, days: [1, 2, 3, 4, 5] } });
    await of.shops.write('hello');
    await of.shops.pass(5 * MINUTE);
    expect(await of.shops.queue()).toEqual([['default', 'skipped', 'outsideTimes', 5 * MINUTE]]);
    of.shops.now = Date.parse('2026-11-26T15:00:00Z');
    ok(await of.shops.main.call(CALLS.chatSettings.saveChatSetting, { account: { answerHours: 2 } }));
    await of.shops.write('evening', { buyer: 'b2' });
    await of.shops.pass(HOUR);
    await of.shops.write('again', { buyer: 'b2' });
    await of.shops.pass(HOUR / 2);
    expect(await of.shops.sent()).toEqual(['11-b2: Hello Buyer 11-b2, soon.']);
    expect((await of.shops.queue()).at(-1)).toEqual(['default', 'skipped', 'tooOften', 5 * MINUTE]);
  });
});

describe('an answer to a keyword', () => {
  test('goes out after seconds, in parts, in the language of the buyer; the usual answer then need not', async () => {
    await of.shops.turnOn({ is_lazada_keyword_auto_reply: true, lazada_keyword_reply_delay: 3 });
    const content = {
      parts: [
        { kind: 'text', text: 'Free shipping.' },
        { kind: 'text', text: 'Over 300.' },
      ],
      variants: [{ language: 'th', parts: [{ kind: 'text', text: 'ส่งฟรี' }] }],
    };
    ok(await of.shops.saveKeyword({ keyword: '运费、shipping，ค่าส่ง', content } as never));
    await of.shops.write('hi', { buyer: 'b1' });
    await of.shops.write('What is the SHIPPING fee?', { buyer: 'b1' });
    await of.shops.write('ค่าส่งเท่าไหร่คะ', { buyer: 'b2' });
    await of.shops.pass(HOUR / 2);
    expect((await of.shops.sent()).toSorted()).toEqual(['11-b1: Free shipping.', '11-b1: Over 300.', '11-b2: ส่งฟรี']);
    expect(await of.shops.queue()).toEqual([
      ['default', 'skipped', 'answeredBefore', 5 * MINUTE],
      ['keyword', 'answered', null, 3_000],
      ['keyword', 'answered', null, 3_000],
    ]);
  });

  test('needs keywords and content, and each keyword once in its place', async () => {
    const codes = async (input: Parameters<AnsweredShops['saveKeyword']>[0]) => {
      const answer = await of.shops.saveKeyword(input);
      return answer.result === 'fail' ? answer.code : 'success';
    };
    expect(await codes({ keyword: '、 ,' })).toBe('keyword_empty');
    expect(await codes({ keyword: 'price', content: answerOf('  ') })).toBe('content_empty');
    expect(await codes({ keyword: 'price、cost' })).toBe('success');
    expect(await codes({ keyword: 'ＰＲＩＣＥ' })).toBe('keyword_exists');
    expect(await codes({ keyword: 'price', country: 'VN' })).toBe('success');
  });
});

describe('an answer of which nothing arrived', () => {
  const refuse = { event: 'refuse', refusal: refusal('blocked_by_user', null) } as const;
  const outcomes = async () => (await of.shops.queue()).map(([kind, state, reason]) => [kind, state, reason]);

  test('was not given: the log says why, the greeting of the day is not spent, and the limit does not count it', async () => {
    const account = { isWelcomeOn: true, welcomeText: 'Welcome!', answerHours: 2 };
    ok(await of.shops.main.call(CALLS.chatSettings.saveChatSetting, { account }));
    await of.shops.turnOn();
    await of.shops.write('hello');
    await of.shops.pass(MINUTE);
    await of.shops.settle(refuse);
    await of.shops.write('hello?');
    await of.shops.pass(MINUTE);
    await of.shops.settle({ event: 'accept', platformMessageId: asPlatformMessageId('m1') });
    await of.shops.write('and now?');
    await of.shops.pass(5 * MINUTE);
    await of.shops.write('by hand', { author: 'seller' });
    await of.shops.settle({ event: 'withdraw' });
    await of.shops.write('and this?');
    await of.shops.pass(5 * MINUTE);
    expect(await outcomes()).toEqual([
      ['welcome', 'skipped', 'refused'],
      ['welcome', 'answered', null],
      ['default', 'skipped', 'answered'],
      ['default', 'answered', null],
    ]);
    await of.shops.settle({ event: 'withdraw' });
    expect((await outcomes()).at(-1)).toEqual(['default', 'skipped', 'late']);
  });

  test('was given where another part of it arrived or may have, and when a person sends it again', async () => {
    await of.shops.turnOn({ content: answerOf('one', 'two') });
    for (const [buyer, reached] of [
      ['b1', { event: 'accept', platformMessageId: asPlatformMessageId('m1') }],
      ['b2', { event: 'giveUp' }],
      ['b3', refuse],
    ] as const) {
      await of.shops.write('hello', { buyer });
      await of.shops.pass(5 * MINUTE);
      if (reached.event === 'giveUp') await of.shops.settle({ event: 'doubt', lookUntil: 0 }, reached);
      else await of.shops.settle(reached);
      expect((await outcomes()).at(-1)).toEqual(['default', 'answered', null]);
      expect((await of.shops.log())[0]).toMatchObject({ arrival: 'onTheWay' });
      await of.shops.settle(refuse);
    }
    // The log names the texts that the buyer has or may have.
    expect((await of.shops.log()).map(({ arrival, answers }) => [arrival, answers])).toEqual([
      [null, []],
      ['unconfirmed', ['one']],
      ['arrived', ['one']],
    ]);
    const given = ['default', 'answered', null];
    expect(await outcomes()).toEqual([given, given, ['default', 'skipped', 'refused']]);
    const [failed] = (
      await of.database.owner.query<{ delivery_id: string }>(
        "select delivery_id from delivery where account_id = $1 and state = 'refused' order by created_at desc limit 1",
        [of.shops.tenant.accountId],
      )
    ).rows;
    ok(await of.shops.main.call(CALLS.chat.retryDelivery, { deliveryId: failed?.delivery_id }));
    expect(await outcomes()).toEqual([given, given, given]);
    expect((await of.shops.log())[0]).toMatchObject({ arrival: 'onTheWay', answers: ['two'] });
  });
});

describe('the rules of a shop', () => {
  test('go before those of its country until they are removed', async () => {
    await of.shops.turnOn();
    const shopId = [...of.shops.owner.shopIds.values()][1] ?? '';
    ok(
      await of.shops.save([
        {
          country: 'SG',
          shopId: shopId as never,
          is_lazada_auto_reply: true,
          lazada_reply_delay: 1,
          reply_text: 'own',
        },
      ]),
    );
    await of.shops.write('hello', { shop: '12' });
    await of.shops.pass(MINUTE);
    expect(await of.shops.sent()).toEqual(['12-b1: own']);
    ok(await of.shops.main.call(calls.removeShopReplySetting, { shopId }));
    await of.shops.write('hello', { shop: '12', buyer: 'b2' });
    await of.shops.pass(5 * MINUTE);
    expect((await of.shops.sent()).at(-1)).toBe('12-b2: Hello Buyer 12-b2, soon.');
  });

  test('begin as a copy of those of its country, with keywords and pictures of their own, and without a gap', async () => {
    const { main, anna } = of.shops;
    const picture = async () => {
      const file = { fileName: 'a.png', type: 'image/png', file: PNG.toString('base64') } as const;
      const saved = await main.call(CALLS.automation.saveAutomaticPicture, file);
      if (saved.result !== 'success') throw new Error(saved.reason);
      const { fileName, type } = file;
      return { kind: 'image', fileName, type, ...CALLS.automation.saveAutomaticPicture.output.parse(saved.data) };
    };
    const hello = { kind: 'text', text: 'hello' };
    await of.shops.turnOn({ is_lazada_keyword_auto_reply: true, content: { parts: [hello, await picture()] } });
    const variants = [{ language: 'th', parts: [await picture()] }];
    ok(
      await of.shops.saveKeyword({
        keyword: 'price、cost',
        isWhole: true,
        content: { parts: [hello], variants },
      } as never),
    );
    ok(await of.shops.saveKeyword({ keyword: 'size', content: { parts: [await picture()] } }));
    await of.shops.write('the price?');
    const [shopId = ''] = of.shops.owner.shopIds.values();
    const give = (id: string, visitor = main) => visitor.call(calls.giveShopReplySetting, { shopId: id as never });
    expect(await give(shopId, anna)).toMatchObject({ code: 'no_permission' });
    expect(await give(of.shops.tenant.accountId)).toMatchObject({ code: 'not_found' });
    ok(await give(shopId));

    const read = async () => {
      const answer = await main.call(calls.getCountryAndReplySettingMap, { platform: 'shopee' });
      if (answer.result !== 'success') throw new Error(answer.reason);
      const { countryAndReplySettingMap, shops } = calls.getCountryAndReplySettingMap.output.parse(answer.data);
      return { ofCountry: countryAndReplySettingMap.SG, ofShop: shops.find((one) => one.shopId === shopId) };
    };
    const named = (rules: object | undefined) =>
      [...JSON.stringify(rules).matchAll(/"pictureId":"([^"]+)"/g)].map(([, id]) => id);
    const nameless = (rules: object | undefined) =>
      JSON.parse(JSON.stringify({ ...rules, shopId: null }).replaceAll(/"(pictureId|keywordId)":"[^"]+"/g, '"$1":""'));
    const { ofCountry, ofShop } = await read();
    expect(nameless(ofShop)).toEqual(nameless(ofCountry));
    const pictures = new Set([...named(ofCountry), ...named(ofShop)]);
    expect(pictures.size).toBe(6);

    // What the country loses, the shop keeps: its rules, its pictures, and the answer that waits.
    ok(
      await main.call(calls.delReplyKeywordSetting, {
        keywordIds: ofCountry?.keywords.map((one) => one.keywordId) ?? [],
      }),
    );
    ok(await of.shops.save([{ country: 'SG', content: answerOf('other') as never }]));
    ok(await give(shopId));
    expect((await read()).ofShop).toEqual(ofShop);
    const kept = async () =>
      (
        await of.database.owner.query('select from automatic_picture where account_id = $1 and used_by is not null', [
          of.shops.tenant.accountId,
        ])
      ).rowCount;
    expect(await kept()).toBe(3);
    await of.shops.pass(MINUTE);
    expect(await of.shops.sent()).toEqual(['11-b1: hello']);
    ok(await main.call(CALLS.shops.deleteUser, { userId: '11', platform: 'shopee' }));
    expect(await kept()).toBe(0);
  });
});
