import { CALLS } from '@pasar/api';
import { describe, expect, test } from 'vitest';
import { shopsOfEachTest } from './harness/auto-reply.ts';

const MINUTE = 60_000;

const of = shopsOfEachTest();
const ok = (answer: { readonly result: string }) => expect(answer).toMatchObject({ result: 'success' });

describe('a buyer with two conversations', () => {
  const beOne = async () => {
    for (const table of ['conversation', 'conversation_buyer']) {
      await of.database.owner.query(`update ${table} set buyer_id = 'same' where account_id = $1`, [
        of.shops.tenant.accountId,
      ]);
    }
  };

  test('is greeted in one of them', async () => {
    const account = { isWelcomeOn: true, welcomeText: 'Welcome!' };
    ok(await of.shops.main.call(CALLS.chatSettings.saveChatSetting, { account }));
    await of.shops.write('hello');
    await of.shops.pass(MINUTE);
    await of.shops.write('by hand', { author: 'seller', buyer: 'b2' });
    await beOne();
    await of.shops.write('hello here', { buyer: 'b2' });
    await of.shops.pass(MINUTE);
    expect(await of.shops.sent()).toEqual(['11-b1: Welcome!']);
  });

  test('gets one answer in the hours of the limit, in whichever is written first; what each waits for stays its own', async () => {
    await of.shops.turnOn();
    ok(await of.shops.main.call(CALLS.chatSettings.saveChatSetting, { account: { answerHours: 2 } }));
    await of.shops.write('by hand', { author: 'seller', buyer: 'b2' });
    await of.shops.write('hello');
    await beOne();
    await of.shops.pass(5 * MINUTE);
    await of.shops.write('hello here', { buyer: 'b2' });
    await of.shops.pass(5 * MINUTE);
    expect((await of.shops.queue()).map(([kind, state, reason]) => [kind, state, reason])).toEqual([
      ['default', 'answered', null],
      ['default', 'skipped', 'tooOften'],
    ]);
    ok(await of.shops.main.call(CALLS.chatSettings.saveChatSetting, { account: { answerHours: null } }));
    await of.shops.write('and now?', { buyer: 'b2' });
    await of.shops.pass(5 * MINUTE);
    expect((await of.shops.queue()).at(-1)?.slice(0, 3)).toEqual(['default', 'answered', null]);
  });
});
