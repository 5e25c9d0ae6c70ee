import type { MemberId } from '@pasar/domain';
import { findMember, type Member } from '../../src/records/members.ts';
import { makeTenant, type TestDatabase } from './database.ts';
import { deleteSome, fillConversations, fillMemberLists, repeatForNeighbour } from './fill-conversations.ts';
import { fillLists, fillSearch } from './fill-lists.ts';
import { tagEverybody } from './tagged.ts';

/** Many more rows than a page, in each table that grows. */
const ROWS = 5_000;
/** The shop with the newest and the longest waiting conversations, which the sub-account does not see. */
const LOUD = '14';

/** An account whose lists are long, beside another of the same size. */
interface LongLists {
  readonly main: Member;
  readonly subAccount: Member;
  readonly shopId: string;
  readonly conversationId: string;
  readonly lastConversationId: string;
  /** Two tags, which all buyers of the account have. */
  readonly tagIds: readonly string[];
}

export async function fillLongLists(database: TestDatabase): Promise<LongLists> {
  const granted = ['11', '12'].map((platformShopId) => ({ marketplace: 'shopee' as const, platformShopId }));
  const subAccounts = [{ username: 'sub', password: 'right', name: 'sub', permissionCodeList: [], shops: granted }];
  const { accountId, mainId } = await makeTenant(database, 'owner', [['11', '12', '13', LOUD]], subAccounts);
  const { owner } = database;
  await owner.query("update shop set marketplace = 'lazada' where platform_shop_id = $1", [LOUD]);
  const shops = await owner.query<{ shop_id: string }>('select shop_id from shop order by platform_shop_id');
  const shopId = shops.rows[0]?.shop_id ?? '';
  await fillConversations(owner, ROWS, LOUD);
  const made = await owner.query<{ conversation_id: string; last: string }>(
    `select min(conversation_id::text) as conversation_id, max(conversation_id::text) as last
     from conversation where shop_id = $1`,
    [shopId],
  );
  const conversationId = made.rows[0]?.conversation_id ?? '';
  const lastConversationId = made.rows[0]?.last ?? '';
  await owner.query(
    `insert into message (account_id, shop_id, conversation_id, platform_message_id, position, sent_at, author, content)
     select account_id, shop_id, conversation_id, number::text, number, number, 'buyer', '{"type": "text", "text": "t"}'
     from conversation, generate_series(1, ${ROWS}) number where conversation_id = $1`,
    [conversationId],
  );
  await owner.query(
    `insert into delivery (account_id, shop_id, conversation_id, member_id, client_id, content, state, created_at)
     select account_id, shop_id, conversation_id, $1, gen_random_uuid(), '{"type":"text","text":"t"}', case when number % 2 = 0 and (is_pinned or conversation_id = $2) then 'refused' else 'confirmed' end,
       last_message_at + number
     from conversation join shop using (account_id, shop_id), generate_series(1, case when conversation_id = $2 then 50 else 2 end) number`,
    [mainId, lastConversationId],
  );
  await fillMemberLists(owner, ROWS, { accountId, mainId });
  const tagIds = await tagEverybody(owner, accountId);
  // Another account of the same size: a walk along an index of all accounts would read its rows too.
  await makeTenant(database, 'neighbour', [['99']]);
  await repeatForNeighbour(owner);
  await fillLists(owner, ROWS / 2, LOUD);
  await deleteSome(owner);
  await fillSearch(owner, accountId);
  await owner.query('analyze');
  const memberOf = async (isMain: boolean): Promise<Member> => {
    const found = await owner.query<{ member_id: MemberId }>(
      'select member_id from member where account_id = $1 and is_main = $2',
      [accountId, isMain],
    );
    const id = found.rows[0]?.member_id;
    const member = id === undefined ? null : await findMember(database.app, accountId, id, true);
    if (member === null) throw new Error('no such member');
    return member;
  };
  const [main, subAccount] = [await memberOf(true), await memberOf(false)];
  return { main, subAccount, shopId, conversationId, lastConversationId, tagIds };
}
