import { CALLS } from '@pasar/api';
import type { MemberId } from '@pasar/domain';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { autoReplyLog } from '../src/features/auto-reply/log.ts';
import { findMember, type Member } from '../src/records/members.ts';
import { makeTenant, openTestDatabase, type TestDatabase } from './harness/database.ts';
import { faultsOf, plansOf, rowsRead } from './harness/plans.ts';

/** Of each of the five shops of two accounts, and the messages of each. */
const CONVERSATIONS = 100;
const MESSAGES = 80;
/** Of the queue: a page of the log of each shop. Without an index, a rare kind would take forty times as many rows as it has. */
const MOST_READ = 5 * 51;

let database: TestDatabase;
let main: Member;
let subAccount: Member;
let shopId: string;

beforeAll(async () => {
  database = await openTestDatabase();
  const { owner } = database;
  const shops = ['11', '12'].map((platformShopId) => ({ marketplace: 'shopee' as const, platformShopId }));
  const sub = { username: 'sub', password: 'right', name: 'sub', permissionCodeList: [], shops };
  const { accountId, mainId } = await makeTenant(database, 'owner', [['11', '12', '13']], [sub]);
  await makeTenant(database, 'neighbour', [['98', '99']]);
  await owner.query(
    `insert into conversation (account_id, shop_id, platform_conversation_id, buyer_id, buyer_name, status, is_pinned, address)
     select account_id, shop_id, number::text, 'b' || number, 'buyer', 'activated', false, '{}'
     from shop cross join generate_series(1, ${CONVERSATIONS}) number`,
  );
  await owner.query(
    `with m as (insert into message (account_id, shop_id, conversation_id, platform_message_id, position, author, content,
         sent_at, status)
       select account_id, shop_id, conversation_id, platform_conversation_id || '-' || number, number, 'buyer', '{"type":"text","text":"x"}', number,
         'available'
       from conversation cross join generate_series(1, ${MESSAGES}) number
       returning account_id, shop_id, conversation_id, message_id, position)
     insert into auto_reply_queue (account_id, shop_id, conversation_id, message_id, position, written_at, kind, due_at, state,
       ended_at)
     select account_id, shop_id, conversation_id, message_id, position, position,
       case when position % 40 = 0 then 'faq' when position % 3 = 0 then 'keyword' else 'default' end, position, 'answered', 1
     from m order by position`,
  );
  await owner.query('analyze');
  const found = await owner.query<{ member_id: MemberId }>("select member_id from member where username = 'sub'");
  const memberOf = async (id: MemberId | undefined): Promise<Member> => {
    const member = id === undefined ? null : await findMember(database.app, accountId, id, true);
    if (member === null) throw new Error('no such member');
    return member;
  };
  main = await memberOf(mainId);
  subAccount = await memberOf(found.rows[0]?.member_id);
  const shop = await owner.query<{ shop_id: string }>("select shop_id from shop where platform_shop_id = '11'");
  shopId = shop.rows[0]?.shop_id ?? '';
});
afterAll(() => database.close());

describe.each(['the main account', 'a sub-account'] as const)('the log that %s reads walks an index', (who) => {
  test.each([
    ['everything', () => ({})],
    ['a shop', () => ({ shopId })],
    ['a shop and a rare kind', () => ({ shopId, replyType: 'faq' })],
    ['a rare kind', () => ({ replyType: 'faq' })],
  ] as const)('of %s', async (_, asked) => {
    const member = who === 'the main account' ? main : subAccount;
    const plans = await plansOf(database, member, async (transaction) => {
      const input = CALLS.autoReply.autoReplyLog.input.parse(asked());
      expect(await autoReplyLog({ transaction }, input)).toMatchObject({ ok: true, data: { entries: { length: 50 } } });
    });
    expect(plans.flatMap(faultsOf)).toEqual([]);
    const read = plans.map((plan) => rowsRead(plan, ['auto_reply_queue']));
    // The planner may pass the rows of the other shops.
    expect(Math.max(...read)).toBeLessThanOrEqual(MOST_READ);
  });
});
