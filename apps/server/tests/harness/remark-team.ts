import { CALLS } from '@pasar/api';
import { expect } from 'vitest';
import { ingest } from '../../src/engine/ingest/ingest.ts';
import { ask } from './assignment-team.ts';
import { listing, makeTenant, openTestDatabase } from './database.ts';
import { openTestWeb, Visitor } from './web.ts';

const { remarks } = CALLS;
const PASSWORD = 'a long enough one';

/** Shops 11 and 12 of one account, each with a conversation of the same buyer, and a stranger’s shop 11. */
export type RemarkTeam = Awaited<ReturnType<typeof openRemarkTeam>>;

export async function openRemarkTeam() {
  const database = await openTestDatabase();
  const shops = (platformShopId: string) => [{ marketplace: 'shopee' as const, platformShopId }];
  const person = { password: 'right', permissionCodeList: ['remark' as const] };
  const ours = await makeTenant(
    database,
    'ours@x',
    [['11', '12']],
    [
      { ...person, username: 'ours:suda', name: 'Suda', shops: shops('11') },
      { ...person, username: 'ours:otto', name: 'Otto', shops: shops('12') },
      { ...person, permissionCodeList: ['chat'], username: 'ours:chatter', name: 'Chai', shops: shops('11') },
    ],
  );
  const theirs = await makeTenant(database, 'theirs@x', [['11']]);
  const conversations = new Map<string, string>();
  const members = new Map<string, string>();
  for (const [name, tenant, ids] of [
    ['ours', ours, ['11', '12']],
    ['theirs', theirs, ['11']],
  ] as const) {
    const [owner] = tenant.connections;
    if (owner === undefined) throw new Error('no connection');
    const buyer = { buyerId: listing('11', 'any').buyer.buyerId, name: 'Ann Lim', avatarUrl: null };
    await ingest(
      database.engine,
      tenant.accountId,
      ids.map((shop) => ({
        kind: 'event',
        owner,
        event: { kind: 'conversation.listed', conversation: listing(shop, `c-${shop}`, { buyer }) },
      })),
    );
    const found = await database.owner.query<{ id: string; platform: string }>(
      'select conversation_id as id, platform_conversation_id as platform from conversation where account_id = $1',
      [tenant.accountId],
    );
    for (const { id, platform } of found.rows) conversations.set(`${name} ${platform.slice(2)}`, id);
  }
  const found = await database.owner.query<{ member_id: string; name: string }>('select member_id, name from member');
  for (const row of found.rows) members.set(row.name, row.member_id);
  const web = await openTestWeb(database);
  const signIn = async (name: string): Promise<Visitor> => {
    const visitor = new Visitor(web.origin);
    expect((await visitor.logIn(CALLS.account.login, name, 'right')).result).toBe('success');
    return visitor;
  };
  const about = (place: string, more: object = {}) => ({
    conversationId: conversations.get(place),
    kind: 'pre_sales',
    content: 'Ask for the size',
    ...more,
  });
  const main = await signIn('ours@x');
  return {
    database,
    web,
    ours,
    members,
    conversations,
    main,
    /** Sees shop 11 only. */
    suda: await signIn('ours:suda'),
    /** Sees shop 12 only. */
    otto: await signIn('ours:otto'),
    /** Sees every shop that Suda sees, without the key of remarks. */
    chatter: await signIn('ours:chatter'),
    stranger: await signIn('theirs@x'),
    /** What adds a remark to the buyer of a place, as `ours 11`. */
    about,
    add: async (who: Visitor, place: string, more: object = {}): Promise<string> =>
      (await ask(who, remarks.addBuyerRemark, about(place, more))).remarkId,
    /** The number of the account's last change. */
    async seq(): Promise<number> {
      const found = await database.owner.query<{ seq: string }>(
        'select seq from account_counter where account_id = $1',
        [ours.accountId],
      );
      return Number(found.rows[0]?.seq);
    },
    /** A new sub-account of the name New, who sees the shops and may work on remarks. */
    async hire(places: readonly string[]) {
      const found = await database.owner.query<{ shop_id: string; place: string }>(
        'select shop_id, platform_shop_id as place from shop where account_id = $1',
        [ours.accountId],
      );
      const responsibility = (of: readonly string[]) => ({
        kind: 'shops' as const,
        shopIds: found.rows.filter(({ place }) => of.includes(place)).map((row) => row.shop_id),
      });
      const { memberId, username } = await ask(main, CALLS.team.saveChildAccount, {
        ...{
          username: 'newcomer',
          name: 'New',
          groupName: '',
          password: PASSWORD,
          permissionCodeList: ['chat', 'remark'],
        },
        responsibility: responsibility(places),
      });
      const visitor = new Visitor(web.origin);
      expect((await visitor.logIn(CALLS.account.login, username, PASSWORD)).result).toBe('success');
      return { memberId, visitor, responsibility };
    },
    async clear(): Promise<void> {
      await database.owner.query('delete from remark');
      await database.owner.query('delete from remark_picture');
    },
    async close(): Promise<void> {
      await web.close();
      await database.close();
    },
  };
}
