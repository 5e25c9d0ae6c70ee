import { CALLS, type CallInput } from '@pasar/api';
import { asBuyerId } from '@pasar/domain';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ingest } from '../src/engine/ingest/ingest.ts';
import type { OwnedConnection } from '../src/engine/ingest/types.ts';
import {
  listing,
  makeTenant,
  messageAt,
  openTestDatabase,
  type TestDatabase,
  type TestTenant,
} from './harness/database.ts';
import { type AnyAnswer, openTestWeb, type TestWeb, Visitor } from './harness/web.ts';

const { buyerTags, chat, audit } = CALLS;
let database: TestDatabase;
let web: TestWeb;
let tenants = 0;
let tenant: TestTenant;
let owner: OwnedConnection;
let main: Visitor;
/** Sees shop 11 only. */
let sub: Visitor;
let stranger: Visitor;
let at: ReadonlyMap<string, string>;

beforeAll(async () => {
  database = await openTestDatabase();
  web = await openTestWeb(database);
  await makeTenant(database, 'stranger@x', [['91']]);
  stranger = new Visitor(web.origin);
  await stranger.logIn(CALLS.account.login, 'stranger@x', 'right');
});
/** Ann writes to both shops, Bo to shop 11 and Cy to shop 12; Ann was the last, then Bo, then Cy. */
beforeEach(async () => {
  tenants += 1;
  const shops = [{ marketplace: 'shopee' as const, platformShopId: '11' }];
  const username = `tags${tenants}:sub`;
  const person = { password: 'right', permissionCodeList: ['chat' as const], username, name: 'Suda', shops };
  tenant = await makeTenant(database, `tags${tenants}@x`, [['11', '12']], [person]);
  const [connection] = tenant.connections;
  if (connection === undefined) throw new Error('no connection');
  owner = connection;
  for (const [number, [shop, name]] of (
    [
      ['12', 'Cy'],
      ['11', 'Bo'],
      ['12', 'Ann'],
      ['11', 'Ann'],
    ] as const
  ).entries()) {
    await listed(shop, name);
    await writes(shop, name, number + 1);
  }
  const found = await database.owner.query<{ id: string; place: string }>(
    'select conversation_id as id, platform_conversation_id as place from conversation where account_id = $1',
    [tenant.accountId],
  );
  at = new Map(found.rows.map((row) => [row.place, row.id]));
  main = new Visitor(web.origin);
  sub = new Visitor(web.origin);
  await main.logIn(CALLS.account.login, `tags${tenants}@x`, 'right');
  await sub.logIn(CALLS.account.login, username, 'right');
});
afterAll(async () => {
  await web.close();
  await database.close();
});

const listed = (shop: string, name: string) =>
  ingest(database.engine, tenant.accountId, [
    {
      kind: 'event',
      owner,
      event: {
        kind: 'conversation.listed',
        conversation: listing(shop, `${name} ${shop}`, {
          buyer: { buyerId: asBuyerId(`id-${name}`), name, avatarUrl: null },
        }),
      },
    },
  ]);
const writes = (shop: string, name: string, number: number, author: 'buyer' | 'seller' = 'buyer') =>
  ingest(database.engine, tenant.accountId, [
    {
      kind: 'event',
      owner,
      event: {
        kind: 'message.received',
        via: 'live',
        message: messageAt(shop, `${name} ${shop}`, number, author, { sentAt: number * 1_000 }),
      },
    },
  ]);
const id = (place: string): string => {
  const found = at.get(place);
  if (found === undefined) throw new Error(`no conversation ${place}`);
  return found;
};
const codeOf = (answer: AnyAnswer) => (answer.result === 'fail' ? answer.code : answer.result);
function dataOf(answer: AnyAnswer): unknown {
  if (answer.result !== 'success') throw new Error(answer.reason);
  return answer.data;
}
const add = (place: string, buyerTagName: string, visitor = main) =>
  visitor.call(buyerTags.addBuyerTagToBuyer, { conversationId: id(place), buyerTagName });
const added = async (place: string, name: string, visitor = main) =>
  buyerTags.addBuyerTagToBuyer.output.parse(dataOf(await add(place, name, visitor)));
const tags = async (visitor = main) =>
  buyerTags.getTagList.output
    .parse(dataOf(await visitor.call(buyerTags.getTagList, {})))
    .tags.map(({ buyerTagName, usageCount }) => [buyerTagName, usageCount]);
const tagsOf = async (place: string, visitor = main) =>
  buyerTags.getBuyerTagsInfo.output
    .parse(dataOf(await visitor.call(buyerTags.getBuyerTagsInfo, { conversationId: id(place) })))
    .relations.map(({ buyerTagName }) => buyerTagName);
const list = async (filter: Partial<Record<keyof CallInput<typeof chat.conversations>, string>>, visitor = main) => {
  const answer = chat.conversations.output.parse(dataOf(await visitor.call(chat.conversations, filter)));
  return answer.conversations.map(({ conversationId }) => [...at].find(([, one]) => one === conversationId)?.[0]);
};
const kinds = async (): Promise<readonly string[]> => {
  const found = await database.owner.query<{ kind: string }>(
    "select kind from change where account_id = $1 and kind = 'buyerTags' order by seq",
    [tenant.accountId],
  );
  return found.rows.map((row) => row.kind);
};

describe('tags of buyers', () => {
  test('are made by their name, found again whatever the size of its letters, and counted', async () => {
    const first = await added('Ann 11', 'Pays late');
    const again = await added('Ann 11', 'pays LATE');
    expect(again).toEqual(first);
    await added('Bo 11', 'PAYS late');
    await added('Bo 11', 'Loyal', sub);
    expect(await tags()).toEqual([
      ['Loyal', 1],
      ['Pays late', 2],
    ]);
    expect(await tagsOf('Bo 11')).toEqual(['Loyal', 'Pays late']);
    // A relation belongs to the buyer at one shop.
    expect(await tagsOf('Ann 12')).toEqual([]);
    expect(await kinds()).toHaveLength(3);
  });

  test('are taken by the relation or by the tag, and deleted from all buyers', async () => {
    const { relationId, buyerTagId } = await added('Ann 11', 'A');
    await added('Bo 11', 'A');
    await added('Cy 12', 'A');
    const take = (visitor = main) => visitor.call(buyerTags.removeBuyerTagRelationByRelationId, { relationId });
    expect(codeOf(await take(stranger))).toBe('not_found');
    expect(codeOf(await take())).toBe('success');
    expect(codeOf(await take())).toBe('not_found');
    const byTag = { conversationId: id('Bo 11'), buyerTagId };
    expect(codeOf(await main.call(buyerTags.removeBuyerTagRelation, byTag))).toBe('success');
    expect(codeOf(await main.call(buyerTags.removeBuyerTagRelation, byTag))).toBe('not_found');
    expect(await tags()).toEqual([['A', 1]]);
    expect(codeOf(await stranger.call(buyerTags.deleteTag, { buyerTagId }))).toBe('not_found');
    expect(codeOf(await main.call(buyerTags.deleteTag, { buyerTagId }))).toBe('success');
    expect(await tagsOf('Cy 12')).toEqual([]);
    expect(await tags()).toEqual([]);
    const trail = audit.auditTrail.output.parse(dataOf(await main.call(audit.auditTrail)));
    expect(trail.entries[0]).toMatchObject({ action: 'buyer_tag_deleted', subject: 'A' });
  });

  test('are added without a buyer, renamed and recoloured; a name is there once', async () => {
    const save = (more: object, visitor = main) =>
      visitor.call(buyerTags.saveTag, { buyerTagName: 'Loyal', color: 'red', ...more });
    const { buyerTagId } = buyerTags.saveTag.output.parse(dataOf(await save({})));
    await added('Bo 11', 'Late');
    expect(codeOf(await save({ buyerTagName: 'LATE' }))).toBe('buyer_tag_name_taken');
    expect(codeOf(await save({ buyerTagId, buyerTagName: 'late' }))).toBe('buyer_tag_name_taken');
    expect(codeOf(await save({ buyerTagName: '  ' }))).toBe('buyer_tag_name_missing');
    expect(codeOf(await save({ buyerTagName: 'x'.repeat(31) }))).toBe('buyer_tag_name_long');
    expect(codeOf(await save({ buyerTagId, buyerTagName: 'Loyal!', color: 'teal' }))).toBe('success');
    expect(codeOf(await save({ buyerTagId }, stranger))).toBe('not_found');
    const { tags: all } = buyerTags.getTagList.output.parse(dataOf(await main.call(buyerTags.getTagList, {})));
    expect(all.find((tag) => tag.buyerTagId === buyerTagId)).toMatchObject({ buyerTagName: 'Loyal!', color: 'teal' });
  });

  test('are 100 in an account and 20 at a buyer', async () => {
    for (let number = 0; number < 20; number += 1) await added('Bo 11', `tag ${number}`);
    expect(codeOf(await add('Bo 11', 'one more'))).toBe('buyer_tags_of_buyer_full');
    expect(codeOf(await add('Bo 11', 'tag 7'))).toBe('success');
    await database.owner.query(
      "insert into buyer_tag (account_id, name, color) select $1, 'n' || number, 'red' from generate_series(1, 80) number",
      [tenant.accountId],
    );
    expect(codeOf(await add('Cy 12', 'a new one'))).toBe('buyer_tags_full');
    expect(codeOf(await main.call(buyerTags.saveTag, { buyerTagName: 'new', color: 'red' }))).toBe('buyer_tags_full');
    expect(codeOf(await add('Cy 12', 'N80'))).toBe('success');
  });

  test('of one name that several windows add at once are one tag', async () => {
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, index) => add(index % 2 === 0 ? 'Bo 11' : 'Cy 12', 'Same')),
    );
    expect(answers.map(codeOf)).toEqual(Array.from({ length: 6 }, () => 'success'));
    expect(await tags()).toEqual([['Same', 2]]);
  });

  test('go with their shop, and the counter follows', async () => {
    await added('Ann 11', 'A');
    await added('Ann 12', 'A');
    await database.owner.query("delete from shop where account_id = $1 and platform_shop_id = '12'", [
      tenant.accountId,
    ]);
    expect(await tags()).toEqual([['A', 1]]);
  });
});

describe('buyers by tag', () => {
  const buyersOf = async (buyerTagId: string, more: object = {}, visitor = main) => {
    const answer = await visitor.call(buyerTags.getBuyerListByBuyerTagId, { buyerTagId, ...more });
    return buyerTags.getBuyerListByBuyerTagId.output.parse(dataOf(answer));
  };

  test('come newest first, page by page, and only of shops that the member sees', async () => {
    const { buyerTagId } = await added('Cy 12', 'A');
    await added('Bo 11', 'A');
    await added('Ann 12', 'A');
    const names = (page: Awaited<ReturnType<typeof buyersOf>>) => page.buyers.map(({ buyerName }) => buyerName);
    const first = await buyersOf(buyerTagId, { limit: 2 });
    expect(names(first)).toEqual(['Ann', 'Bo']);
    const second = await buyersOf(buyerTagId, { limit: 2, before: first.next });
    expect([names(second), second.next]).toEqual([['Cy'], null]);
    expect(names(await buyersOf(buyerTagId, {}, sub))).toEqual(['Bo']);
    expect(codeOf(await stranger.call(buyerTags.getBuyerListByBuyerTagId, { buyerTagId }))).toBe('not_found');
    const bad = { buyerTagId, before: 'x' };
    expect(codeOf(await main.call(buyerTags.getBuyerListByBuyerTagId, bad))).toBe('invalid_request');
  });

  test('of several tags are listed once, with the tags that they have', async () => {
    const { buyerTagId: a } = await added('Cy 12', 'A');
    const { buyerTagId: b } = await added('Bo 11', 'B');
    await added('Cy 12', 'B');
    const answer = await main.call(buyerTags.getBuyerTagBuyerList, { buyerTagIds: JSON.stringify([a, b, a]) });
    const { buyers } = buyerTags.getBuyerTagBuyerList.output.parse(dataOf(answer));
    expect(buyers.map((buyer) => [buyer.buyerName, buyer.relations.map((one) => one.buyerTagId).toSorted()])).toEqual([
      ['Bo', [b]],
      ['Cy', [a, b].toSorted()],
    ]);
  });
});

describe('the conversation list of a tag', () => {
  test('has its conversations in the order of the tab, as messages come and are read', async () => {
    const { buyerTagId } = await added('Cy 12', 'A');
    await added('Bo 11', 'A');
    await added('Ann 12', 'B');
    expect(await list({ buyerTagId })).toEqual(['Bo 11', 'Cy 12']);
    expect(await list({ buyerTagId, tab: 'waiting' })).toEqual(['Cy 12', 'Bo 11']);
    expect(await list({ buyerTagId }, sub)).toEqual(['Bo 11']);
    expect(await list({ buyerTagId, search: 'cy' })).toEqual(['Cy 12']);
    await writes('12', 'Cy', 30, 'seller');
    expect(await list({ buyerTagId })).toEqual(['Cy 12', 'Bo 11']);
    expect(await list({ buyerTagId, tab: 'waiting' })).toEqual(['Bo 11']);
    const pin = { conversationId: id('Bo 11'), pinned: true };
    expect(codeOf(await main.call(chat.pinnedConversation, pin))).toBe('success');
    await database.owner.query('update conversation set is_pinned = true where conversation_id = $1', [id('Bo 11')]);
    expect(await list({ buyerTagId, tab: 'pinned' })).toEqual(['Bo 11']);
    await database.owner.query('update conversation set unread_count = 0 where conversation_id = $1', [id('Cy 12')]);
    expect(await list({ buyerTagId, tab: 'unread' })).toEqual(['Bo 11']);
  });

  test('of a tag that the account does not have is empty', async () => {
    const { buyerTagId } = await added('Cy 12', 'A');
    const answer = await stranger.call(chat.conversations, { buyerTagId });
    expect(dataOf(answer)).toEqual({ conversations: [], next: null });
  });
});

describe('a bulk add', () => {
  const batch = async (buyerTagId: string, rows: string, mark?: string, visitor = main) => {
    const file = Buffer.from(rows).toString('base64');
    const input = { buyerTagId, file, ...(mark === undefined ? {} : { mark }) };
    const answer = await visitor.call(buyerTags.batchAddBuyerTagToBuyer, input);
    return buyerTags.batchAddBuyerTagToBuyer.output.parse(dataOf(answer));
  };
  const verdicts = ({ rows }: Awaited<ReturnType<typeof batch>>) =>
    rows.map(({ verdict }) => (verdict.kind === 'fault' ? verdict.fault : verdict.kind));

  test('judges first, and then adds what was judged, at every shop of the buyer', async () => {
    const { buyerTagId } = await added('Cy 12', 'A');
    const rows = 'ann\nid-Bo\nCy\nnobody\nANN';
    const judged = await batch(buyerTagId, rows);
    expect([judged.isApplied, verdicts(judged)]).toEqual([false, ['add', 'add', 'same', 'unknown', 'repeated']]);
    expect(await tags()).toEqual([['A', 1]]);
    expect((await batch(buyerTagId, rows, judged.mark)).isApplied).toBe(true);
    expect(await tags()).toEqual([['A', 4]]);
    expect(await tagsOf('Ann 12')).toEqual(['A']);
  });

  test('is judged again when the buyers have changed meanwhile', async () => {
    const { buyerTagId } = await added('Cy 12', 'A');
    const { mark } = await batch(buyerTagId, 'Bo');
    await added('Bo 11', 'A');
    const again = await batch(buyerTagId, 'Bo', mark);
    expect([again.isApplied, verdicts(again)]).toEqual([false, ['same']]);
  });

  test('takes columns with headings, and a shop by its id or name', async () => {
    const { buyerTagId } = await added('Cy 12', 'A');
    const judged = await batch(buyerTagId, 'Shop ID\tUsername\n12\tAnn\nshop 11\tAnn\n11\tCy\n\tid-Bo\n12\t');
    expect(verdicts(judged)).toEqual(['add', 'add', 'unknown', 'add', 'incomplete']);
    expect(judged.rows.map(({ rowNumber }) => rowNumber)).toEqual([2, 3, 4, 5, 6]);
  });

  test('means no buyer of a shop that the member does not see, and tells names of two buyers apart', async () => {
    const { buyerTagId } = await added('Bo 11', 'A');
    expect(verdicts(await batch(buyerTagId, 'Cy\nAnn', undefined, sub))).toEqual(['unknown', 'add']);
    await database.owner.query("update conversation set buyer_id = 'other' where conversation_id = $1", [id('Ann 12')]);
    expect(verdicts(await batch(buyerTagId, 'Ann'))).toEqual(['ambiguous']);
    for (let number = 0; number < 20; number += 1) await added('Ann 11', `tag ${number}`);
    expect(verdicts(await batch(buyerTagId, 'id-Ann,11'))).toEqual(['full']);
  });

  test('is refused as a whole without rows, and for a tag of another account', async () => {
    const { buyerTagId } = await added('Bo 11', 'A');
    const file = Buffer.from('Buyer\n').toString('base64');
    const ask = (visitor: Visitor, text: string) =>
      visitor.call(buyerTags.batchAddBuyerTagToBuyer, { buyerTagId, file: text });
    expect(codeOf(await ask(main, file))).toBe('buyer_tag_file_empty');
    expect(codeOf(await ask(stranger, Buffer.from('Bo').toString('base64')))).toBe('not_found');
    const many = Array.from({ length: 2_001 }, (_, number) => `b${number}`).join('\n');
    expect(codeOf(await ask(main, Buffer.from(many).toString('base64')))).toBe('buyer_tag_rows_too_many');
    const broken = Buffer.from('PK no workbook').toString('base64');
    expect(codeOf(await ask(main, broken))).toBe('spreadsheet_unreadable');
  });
});
