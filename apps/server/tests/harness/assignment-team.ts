import { CALLS, type Call, type CallOutput } from '@pasar/api';
import { expect } from 'vitest';
import { ingest } from '../../src/engine/ingest/ingest.ts';
import { listing, makeTenant, messageAt, openTestDatabase } from './database.ts';
import { openTestWeb, Visitor } from './web.ts';

/** An account whose members share its shops, at two processes, and a stranger’s. */
export type AssignmentTeam = Awaited<ReturnType<typeof openAssignmentTeam>>;

/** Suda sees shop 11, Mei 11 and 12, Otto 12, and Ann 11 without the key of the chat. Shop 99 is the stranger’s. */
export async function openAssignmentTeam() {
  const database = await openTestDatabase();
  const { owner } = database;
  const seen = (...ids: string[]) => ids.map((platformShopId) => ({ marketplace: 'shopee' as const, platformShopId }));
  const person = { password: 'right', permissionCodeList: ['chat' as const] };
  const ours = await makeTenant(
    database,
    'ours@x',
    [['11', '12']],
    [
      { ...person, username: 'ours:suda', name: 'Suda', shops: seen('11') },
      { ...person, username: 'ours:mei', name: 'Mei', shops: seen('11', '12') },
      { ...person, username: 'ours:otto', name: 'Otto', shops: seen('12') },
      { ...person, permissionCodeList: ['order'], username: 'ours:ann', name: 'Ann', shops: seen('11') },
    ],
  );
  const theirs = await makeTenant(database, 'theirs@x', [['99']]);
  const named = await owner.query<{ id: string; name: string }>('select member_id as id, name from member');
  const members = new Map(named.rows.map((row) => [row.name, row.id]));
  const sold = await owner.query<{ id: string; name: string }>(
    'select shop_id as id, platform_shop_id as name from shop',
  );
  const shops = new Map(sold.rows.map((row) => [row.name, row.id]));
  const web = await openTestWeb(database, null, { isEverybodyOnline: true });
  const other = await openTestWeb(database, null, { isEverybodyOnline: true });
  const signIn = async (username: string, at = web): Promise<Visitor> => {
    const visitor = new Visitor(at.origin);
    expect((await visitor.logIn(CALLS.account.login, username, 'right')).result).toBe('success');
    return visitor;
  };
  let number = 0;
  return {
    database,
    other,
    ours,
    main: await signIn('ours@x'),
    id: (name: string) => members.get(name) ?? '',
    shop: (platformShopId: string) => shops.get(platformShopId) ?? '',
    signIn,
    /** Forgets all conversations and settings. */
    async clear(): Promise<void> {
      number = 0;
      const tables = ['conversation', 'assignment_rules', 'assignment_rule_change', 'assignment_turn', 'buyer_tag'];
      for (const table of [...tables, 'chat_setting']) await owner.query(`delete from ${table}`);
    },
    /** A buyer writes in a conversation, or is answered. */
    async hear(name: string, text = 'Hello', shop = '11', author: 'buyer' | 'seller' = 'buyer'): Promise<void> {
      const tenant = shop === '99' ? theirs : ours;
      const [connection] = tenant.connections;
      if (connection === undefined) throw new Error('no connection');
      number += 1;
      const message = messageAt(shop, name, number, author, { content: { type: 'text', text } });
      await ingest(database.engine, tenant.accountId, [
        {
          kind: 'event',
          owner: connection,
          event: { kind: 'conversation.listed', conversation: listing(shop, name) },
        },
        { kind: 'event', owner: connection, event: { kind: 'message.received', message, via: 'live' } },
      ]);
    },
    /** The names of the assignees, by conversation. */
    async whose(): Promise<Record<string, string | null>> {
      const found = await owner.query<{ conversation: string; name: string | null }>(
        `select platform_conversation_id as conversation, m.name from conversation
           left join member m on m.member_id = assignee_id order by 1`,
      );
      return Object.fromEntries(found.rows.map((row) => [row.conversation, row.name]));
    },
    /** How many conversations are assigned to each. */
    async counted(): Promise<Record<string, number>> {
      const found = await owner.query<{ name: string; count: number }>(
        `select m.name, count(*)::integer from conversation join member m on m.member_id = assignee_id
         group by 1 order by 1`,
      );
      return Object.fromEntries(found.rows.map((row) => [row.name, row.count]));
    },
    async limit(promiseLimit: number): Promise<void> {
      await owner.query(
        `insert into chat_setting (account_id, setting) values ($1, $2)
         on conflict (account_id) do update set setting = excluded.setting`,
        [ours.accountId, { promiseLimit }],
      );
    },
    async conversationId(name: string): Promise<string> {
      const found = await owner.query<{ id: string }>(
        'select conversation_id as id from conversation where platform_conversation_id = $1',
        [name],
      );
      return found.rows[0]?.id ?? '';
    },
    close: async () => {
      await web.close();
      await other.close();
      await database.close();
    },
  };
}

export async function ask<C extends Call>(who: Visitor, call: C, input: object = {}): Promise<CallOutput<C>> {
  const answer = await who.call(call, call.method === 'GET' ? (input as Record<string, string>) : input);
  if (answer.result !== 'success') throw new Error(`${call.path}: ${answer.code}`);
  return call.output.parse(answer.data) as CallOutput<C>;
}
export async function codeOf(who: Visitor, call: Call, input: object): Promise<unknown> {
  const answer = await who.call(call, input);
  return answer.result === 'fail' ? answer.code : 'success';
}
