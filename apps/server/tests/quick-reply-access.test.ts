import { CALLS, type Call } from '@pasar/api';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { PNG } from './harness/picture-connector.ts';
import {
  ask,
  codeOf,
  makeGroup,
  makeReply,
  makeVideo,
  openReplyWorld,
  type ReplyWorld,
  shopIdOf,
  text,
  titlesOf,
} from './harness/quick-replies.ts';

const { quickReplies } = CALLS;

let world: ReplyWorld;
beforeAll(async () => {
  world = await openReplyWorld();
});
afterAll(() => world.close());
beforeEach(() => world.empty());

describe('who sees what', () => {
  test('a personal group is its member’s alone, and hidden from the main account', async () => {
    const { main, sub, reader, stranger } = world;
    const groupId = await makeGroup(sub, 'Mine', true);
    const { replyId } = await makeReply(sub, groupId);
    expect(await titlesOf(sub)).toEqual(['Hello']);
    for (const other of [main, reader, stranger]) {
      expect(await titlesOf(other)).toEqual([]);
      expect((await ask(other, quickReplies.getGroupList)).groups).toEqual([]);
      expect(await codeOf(other, quickReplies.countUse, { replyId })).toBe('not_found');
    }
    expect(await codeOf(main, quickReplies.saveContent, { groupId, parts: [text('x')] })).toBe('not_found');
  });

  test('a reply for a shop is seen by the members of the shop, and stays limited when the shop is unbound', async () => {
    const { ours, main, sub } = world;
    const groupId = await makeGroup(main, 'Greetings');
    const [eleven, twelve] = [shopIdOf(ours, '11'), shopIdOf(ours, '12')];
    await makeReply(main, groupId, { title: 'of 12', shopIds: [twelve] });
    const both = await makeReply(main, groupId, { title: 'of both', shopIds: [eleven, twelve] });
    expect(await titlesOf(main)).toEqual(['of 12', 'of both']);
    expect(await titlesOf(sub)).toEqual(['of both']);
    const [seen] = (await ask(sub, quickReplies.getContentList)).replies;
    expect(seen?.shopIds).toEqual([eleven]);
    // A change by a member who sees only one of the shops leaves the other one.
    await makeReply(sub, groupId, { replyId: both.replyId, title: 'of both', shopIds: [eleven] });
    const replyOf = async (title: string) =>
      (await ask(main, quickReplies.getContentList)).replies.find((reply) => reply.title === title);
    expect(new Set((await replyOf('of both'))?.shopIds)).toEqual(new Set([eleven, twelve]));
    await makeReply(main, groupId, { title: 'of 13', shopIds: [shopIdOf(ours, '13')] });
    await ask(main, CALLS.shops.deleteUser, { userId: '13', platform: 'shopee' });
    expect((await replyOf('of 13'))?.shopIds).toEqual([]);
  });

  const ASKED: readonly [Call, (ids: { groupId: string; replyId: string; shopId: string }) => object][] = [
    [quickReplies.saveGroup, ({ groupId }) => ({ groupId, name: 'taken' })],
    [quickReplies.deleteGroup, ({ groupId }) => ({ groupId })],
    [quickReplies.saveContent, ({ groupId }) => ({ groupId, parts: [text('x')] })],
    [quickReplies.deleteContent, ({ replyId }) => ({ replyId })],
    [quickReplies.countUse, ({ replyId }) => ({ replyId })],
    [quickReplies.getShortcuts, ({ shopId }) => ({ shopId })],
    [quickReplies.saveShopeeShortcuts, ({ shopId }) => ({ shopId, shortcuts: [] })],
    [quickReplies.saveLazadaShortcuts, ({ shopId }) => ({ shopId, shortcuts: [] })],
  ];
  test.each(ASKED.map(([call, input]) => ({ path: call.path, call, input })))(
    '$path: the ids of another account do not exist, and nothing changes',
    async ({ call, input }) => {
      const { database, theirs, main, stranger } = world;
      const groupId = await makeGroup(stranger, 'Theirs');
      const { replyId } = await makeReply(stranger, groupId);
      const before = await database.owner.query('select * from quick_reply join quick_reply_group using (group_id)');
      expect(await codeOf(main, call, input({ groupId, replyId, shopId: shopIdOf(theirs, '99') }))).toBe('not_found');
      const after = await database.owner.query('select * from quick_reply join quick_reply_group using (group_id)');
      expect(after.rows).toEqual(before.rows);
    },
  );

  test('a reply cannot name another account’s reply, shop or picture', async () => {
    const { theirs, main, stranger } = world;
    const groupId = await makeGroup(main, 'Ours');
    const foreign = await makeReply(stranger, await makeGroup(stranger, 'Theirs'));
    const { pictureId } = await ask(stranger, quickReplies.savePicture, {
      type: 'image/png',
      file: PNG.toString('base64'),
    });
    const shopId = shopIdOf(theirs, '99');
    const saving = (more: object) => codeOf(main, quickReplies.saveContent, { groupId, parts: [text('x')], ...more });
    expect(await saving({ replyId: foreign.replyId })).toBe('not_found');
    expect(await saving({ shopIds: [shopId] })).toBe('not_found');
    expect(await saving({ parts: [{ kind: 'product', shopId, itemId: '1', title: 'x' }] })).toBe('not_found');
    const picture = { kind: 'image', pictureId, fileName: 'a.png', type: 'image/png', width: 1, height: 1 };
    expect(await saving({ parts: [picture] })).toBe('not_found');
    expect(await titlesOf(main)).toEqual([]);
  });

  test('only a member with the key changes replies', async () => {
    const { main, sub, reader } = world;
    const groupId = await makeGroup(main, 'Greetings');
    expect(await codeOf(reader, quickReplies.saveContent, { groupId, parts: [text('x')] })).toBe('no_permission');
    expect(await codeOf(reader, quickReplies.setIsLazadaEnable, { isEnable: false })).toBe('no_permission');
    expect(await codeOf(sub, quickReplies.saveContent, { groupId, parts: [text('x')] })).toBe('success');
  });

  test('row security alone shows one account its own rows only', async () => {
    const { database, ours, theirs, main, stranger } = world;
    const scope = { accountId: ours.accountId, shops: 'all', memberId: ours.mainId } as const;
    for (const [who, tenant, shop] of [
      [main, ours, '11'],
      [stranger, theirs, '99'],
    ] as const) {
      const { replyId, groupId } = await makeReply(who, await makeGroup(who, 'G'), {
        shopIds: [shopIdOf(tenant, shop)],
      });
      await ask(who, quickReplies.countUse, { replyId });
      const { pictureId } = await ask(who, quickReplies.savePicture, {
        type: 'image/png',
        file: PNG.toString('base64'),
      });
      const picture = { kind: 'image', pictureId, fileName: 'a.png', type: 'image/png', width: 1, height: 1 };
      await makeReply(who, groupId, { parts: [picture, await makeVideo(who)] });
      await ask(who, quickReplies.setIsEnable, { isEnable: false });
      const shortcuts = [{ shortcutId: null, group: 'G', text: 'x', baseText: null }];
      await ask(who, quickReplies.saveShopeeShortcuts, { shopId: shopIdOf(tenant, shop), shortcuts });
    }
    const tables = [
      'quick_reply_group',
      'quick_reply',
      'quick_reply_shop',
      'quick_reply_use',
      'quick_reply_picture',
      'quick_reply_video',
      'quick_reply_video_part',
      'quick_reply_config',
      'shop_shortcuts',
    ];
    for (const table of tables) {
      const stored = await database.owner.query(`select count(*)::int as n from ${table} where account_id = $1`, [
        ours.accountId,
      ]);
      const seen = await database.app.within(scope, (transaction) =>
        transaction.query(`select account_id from ${table}`),
      );
      expect(stored.rows[0]?.n, table).toBeGreaterThan(0);
      expect(seen.rows, table).toEqual(
        Array.from({ length: stored.rows[0]?.n }, () => ({ account_id: ours.accountId })),
      );
      expect(await database.app.query(`bare-${table}`, `select 1 from ${table}`, [])).toEqual([]);
    }
  });
});

describe('open windows', () => {
  test('are told of shared replies, of their own personal ones, and of no others', async () => {
    const { database, ours, main, sub, reader } = world;
    const counter = await database.owner.query('select seq from account_counter where account_id = $1', [
      ours.accountId,
    ]);
    const seq = Number(counter.rows[0]?.seq);
    const [theReaders, theSubs] = await Promise.all([reader.live(seq), sub.live(seq)]);
    await makeGroup(sub, 'Mine', true);
    await makeGroup(main, 'Shared');
    const kinds = ({ changes }: typeof theSubs) => changes.map(({ kind }) => kind);
    await Promise.all([
      theSubs.until((open) => open.changes.length === 2),
      theReaders.until((open) => open.frames.some(({ upTo }) => upTo === seq + 2)),
    ]);
    expect(kinds(theSubs)).toEqual(['quickReplies', 'quickReplies']);
    expect(kinds(theReaders)).toEqual(['quickReplies']);
    theReaders.close();
    theSubs.close();
  });
});
