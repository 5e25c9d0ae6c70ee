import { CALLS } from '@pasar/api';
import { describe, expect, test } from 'vitest';
import { shopsOfEachTest } from './harness/auto-reply.ts';

const calls = CALLS.autoReply;
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

const of = shopsOfEachTest();
const ok = (answer: { readonly result: string }) => expect(answer).toMatchObject({ result: 'success' });

describe('the welcome', () => {
  const questions = [{ question: 'How long?', answer: 'Three days.', variants: [] }];
  const faq = [{ category: 'Shipping', variants: [], questions }];

  test('greets a buyer once on a day with the questions, and answers one by its number', async () => {
    ok(
      await of.shops.main.call(CALLS.chatSettings.saveChatSetting, {
        account: { isWelcomeOn: true, welcomeText: 'Welcome!', faq },
      }),
    );
    await of.shops.write('hello');
    await of.shops.write('anybody?');
    await of.shops.pass(MINUTE);
    await of.shops.write('1');
    await of.shops.write('thanks');
    await of.shops.pass(20 * HOUR);
    await of.shops.write('next day');
    await of.shops.pass(MINUTE);
    expect(await of.shops.sent()).toEqual([
      '11-b1: Welcome!\nShipping\n1. How long?',
      '11-b1: Three days.',
      '11-b1: Welcome!\nShipping\n1. How long?',
    ]);
  });

  test('a number that is written to an earlier list of questions asks nothing, and the words of a question do', async () => {
    const listed = (...asked: readonly string[]) => [
      { ...faq[0], questions: asked.map((question) => ({ question, answer: `About: ${question}`, variants: [] })) },
    ];
    const account = { isWelcomeOn: true, welcomeText: 'Welcome!', faq: listed('How long?', 'Returns?') };
    const save = async (chosen: object) =>
      ok(await of.shops.main.call(CALLS.chatSettings.saveChatSetting, { account: chosen } as never));
    await save(account);
    await of.shops.write('hello');
    await of.shops.pass(MINUTE);
    // What changes no question leaves the list as the buyer got it.
    await save({ ...account, welcomeText: 'Hi!' });
    await of.shops.write('2');
    await of.shops.pass(MINUTE);
    await save({ ...account, faq: listed('Returns?', 'Colours?') });
    await of.shops.write('1');
    await of.shops.write('colours?');
    await of.shops.pass(MINUTE);
    expect((await of.shops.sent()).slice(1)).toEqual(['11-b1: About: Returns?', '11-b1: About: Colours?']);
  });
});

describe('the welcome in several languages', () => {
  test('and the answer to a question are in the language of the buyer, and in the main text elsewhere', async () => {
    const account = {
      isWelcomeOn: true,
      welcomeText: 'Welcome!',
      welcomeVariants: [{ language: 'th' as const, text: 'ยินดีต้อนรับ {buyer}' }],
      faq: [
        {
          category: 'Shipping',
          variants: [{ language: 'th' as const, category: 'การจัดส่ง' }],
          questions: [
            {
              question: 'How long?',
              answer: 'Three days.',
              variants: [{ language: 'th' as const, question: 'กี่วัน', answer: 'สามวัน' }],
            },
          ],
        },
      ],
    };
    ok(await of.shops.main.call(CALLS.chatSettings.saveChatSetting, { account }));
    const [shopId] = of.shops.owner.shopIds.values();
    const partsOf = async (text: string) => {
      const answer = await of.shops.main.call(calls.tryAutoReply, { shopId, text, isFirstToday: true } as never);
      if (answer.result !== 'success') throw new Error(answer.reason);
      return calls.tryAutoReply.output.parse(answer.data).answer?.parts.map((part) => part.text);
    };
    expect(await partsOf('สวัสดีค่ะ')).toEqual(['ยินดีต้อนรับ {buyer}\nการจัดส่ง\n1. กี่วัน']);
    expect(await partsOf('hello')).toEqual(['Welcome!\nShipping\n1. How long?']);
    await of.shops.write('สวัสดีค่ะ มีของไหม');
    await of.shops.write('hello', { shop: '12' });
    await of.shops.pass(MINUTE);
    await of.shops.write('กี่วัน');
    await of.shops.write('1', { shop: '12' });
    await of.shops.pass(MINUTE);
    const sent = await of.shops.sent();
    expect(sent.filter((line) => line.startsWith('11-'))).toEqual([
      expect.stringMatching(/^11-b1: ยินดีต้อนรับ .+\nการจัดส่ง\n1\. กี่วัน$/),
      '11-b1: สามวัน',
    ]);
    expect(sent.filter((line) => line.startsWith('12-'))).toEqual([
      '12-b1: Welcome!\nShipping\n1. How long?',
      '12-b1: Three days.',
    ]);
  });
});
