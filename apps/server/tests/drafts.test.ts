import { CALLS, type Call, type CallOutput } from '@pasar/api';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { ingest } from '../src/engine/ingest/ingest.ts';
import type { OwnedConnection } from '../src/engine/ingest/types.ts';
import { listing, makeTenant, messageAt, openTestDatabase, type TestDatabase } from './harness/database.ts';
import { openTestWeb, type TestWeb, Visitor } from './harness/web.ts';

const { together } = CALLS;
let database: TestDatabase;
let web: TestWeb;
let suda: Visitor;
let mei: Visitor;
let otto: Visitor;
let conversationId: string;
let connection: OwnedConnection;
const members = new Map<string, string>();

beforeAll(async () => {
  database = await openTestDatabase();
  const shops = (platformShopId: string) => [{ marketplace: 'shopee' as const, platformShopId }];
  const person = { password: 'right', permissionCodeList: ['chat' as const] };
  const ours = await makeTenant(
    database,
    'ours@x',
    [['11', '12']],
    [
      { ...person, username: 'ours:suda', name: 'Suda', shops: shops('11') },
      { ...person, username: 'ours:mei', name: 'Mei', shops: shops('11') },
      { ...person, username: 'ours:otto', name: 'Otto', shops: shops('12') },
    ],
  );
  [connection] = ours.connections as [OwnedConnection];
  await ingest(database.engine, ours.accountId, [
    { kind: 'event', owner: connection, event: { kind: 'conversation.listed', conversation: listing('11', 'c-11') } },
  ]);
  conversationId = (await database.owner.query('select conversation_id from conversation')).rows[0]?.conversation_id;
  const named = await database.owner.query<{ member_id: string; name: string }>('select member_id, name from member');
  for (const row of named.rows) members.set(row.name, row.member_id);
  web = await openTestWeb(database);
  const signIn = async (name: string) => {
    const visitor = new Visitor(web.origin);
    expect((await visitor.logIn(CALLS.account.login, name, 'right')).result).toBe('success');
    return visitor;
  };
  suda = await signIn('ours:suda');
  mei = await signIn('ours:mei');
  otto = await signIn('ours:otto');
});
beforeEach(async () => {
  await database.owner.query('delete from draft');
  await database.owner.query('update conversation set assignee_id = null');
});
afterAll(async () => {
  await web.close();
  await database.close();
});

async function ask<C extends Call>(who: Visitor, call: C, input: object = {}): Promise<CallOutput<C>> {
  const answer = await who.call(call, call.method === 'GET' ? (input as Record<string, string>) : input);
  if (answer.result !== 'success') throw new Error(`${call.path}: ${answer.code}`);
  return call.output.parse(answer.data) as CallOutput<C>;
}
const save = async (who: Visitor, text: string, changedAt: number) =>
  (await ask(who, together.saveDraft, { conversationId, text, changedAt })).draft;
const kept = async (who: Visitor) => (await ask(who, together.drafts)).drafts.map(({ text }) => text);
const left = async (who: Visitor) => (await ask(who, together.leftDraft, { conversationId })).left;

test('the latest change of a draft wins, in whatever order it comes; the other devices of the member are told', async () => {
  const { seq } = await ask(suda, CALLS.chat.snapshot);
  const mine = await suda.live(seq);
  const hers = await mei.live(seq);
  expect(await save(suda, 'second', 20)).toMatchObject({ text: 'second', changedAt: 20 });
  expect(await save(suda, 'first', 10)).toMatchObject({ text: 'second', changedAt: 20 });
  expect(await save(suda, 'second', 20)).toMatchObject({ text: 'second', changedAt: 20 });
  expect(await save(suda, '', 30)).toMatchObject({ text: '', changedAt: 30 });
  expect(await kept(suda)).toEqual(['']);
  expect(await kept(mei)).toEqual([]);
  await mine.until(({ changes }) => changes.filter(({ kind }) => kind === 'draft').length === 2);
  await ask(suda, together.assign, { conversationId, from: null, to: members.get('Suda') });
  await hers.until(({ changes }) => changes.some(({ kind }) => kind === 'conversation'));
  expect(hers.changes.filter(({ kind }) => kind === 'draft')).toEqual([]);
  mine.close();
  hers.close();
});

test('a time to come counts as now, so that a wrong clock does not win for ever', async () => {
  const { changedAt } = await save(suda, 'from a wrong clock', Date.now() + 86_400_000);
  expect(changedAt).toBeLessThanOrEqual(Date.now());
});

test('a draft is offered to the colleague who has the conversation now, until it was sent, and to nobody else', async () => {
  await save(suda, 'Half an answer', 10);
  expect(await left(mei)).toBeNull();
  await ask(mei, together.assign, { conversationId, from: null, to: members.get('Mei') });
  expect(await left(mei)).toMatchObject({ name: 'Suda', text: 'Half an answer' });
  // The own draft is no colleague's, and a member without the shop has no such conversation.
  expect(await left(suda)).toBeNull();
  expect(await otto.call(together.leftDraft, { conversationId })).toMatchObject({ code: 'not_found' });
  await save(suda, '', 20);
  expect(await left(mei)).toBeNull();
});

test('a draft from before the newest answer is offered to nobody: what it says was answered since', async () => {
  const { sentAt, ...answer } = messageAt('11', 'c-11', 2, 'seller');
  await save(suda, 'Half an answer', sentAt - 1);
  await ask(mei, together.assign, { conversationId, from: null, to: members.get('Mei') });
  expect(await left(mei)).toMatchObject({ text: 'Half an answer' });
  await ingest(database.engine, connection.accountId, [
    {
      kind: 'event',
      owner: connection,
      event: { kind: 'message.received', message: { ...answer, sentAt }, via: 'live' },
    },
  ]);
  expect(await left(mei)).toBeNull();
  await save(suda, 'What I meant to add', sentAt + 1);
  expect(await left(mei)).toMatchObject({ text: 'What I meant to add' });
});
