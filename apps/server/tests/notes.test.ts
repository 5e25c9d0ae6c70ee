import { CALLS, type Call, type CallOutput } from '@pasar/api';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { ingest } from '../src/engine/ingest/ingest.ts';
import { listing, makeTenant, messageAt, openTestDatabase, type TestDatabase } from './harness/database.ts';
import { openTestWeb, type TestWeb, Visitor } from './harness/web.ts';

const { together } = CALLS;
let database: TestDatabase;
let web: TestWeb;
let suda: Visitor;
let mei: Visitor;
let otto: Visitor;
let conversationId: string;
const members = new Map<string, string>();
const id = (name: string) => members.get(name) ?? '';

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
  const [owner] = ours.connections;
  if (owner === undefined) throw new Error('no connection');
  await ingest(database.engine, ours.accountId, [
    { kind: 'event', owner, event: { kind: 'conversation.listed', conversation: listing('11', 'c-11') } },
    {
      kind: 'event',
      owner,
      event: { kind: 'message.received', message: messageAt('11', 'c-11', 7, 'buyer'), via: 'live' },
    },
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
  await database.owner.query('delete from conversation_note');
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
async function codeOf(who: Visitor, call: Call, input: object): Promise<unknown> {
  const answer = await who.call(call, input);
  return answer.result === 'fail' ? answer.code : 'success';
}
const write = (who: Visitor, text: string, mentions: readonly string[] = [], noteId: string = crypto.randomUUID()) =>
  ask(who, together.writeNote, { conversationId, noteId, text, mentions });
const listed = async (who: Visitor) => (await ask(who, together.notes, { conversationId })).notes;
const unseen = async (who: Visitor) => (await ask(who, together.mentionsOfMe)).unseen;

test('a note stands behind the newest message, is told live, and is written once; nothing of it goes to the buyer', async () => {
  const { seq } = await ask(mei, CALLS.chat.snapshot);
  const window = await mei.live(seq);
  const noteId = crypto.randomUUID();
  await write(suda, ' Wants a refund ', [], noteId);
  await write(suda, 'Wants a refund', [], noteId);
  await window.until(({ changes }) =>
    changes.some((change) => change.kind === 'notes' && change.conversationId === conversationId),
  );
  window.close();
  const all = await listed(mei);
  expect(all).toMatchObject([{ author: 'Suda', text: 'Wants a refund', changedAt: null, mentions: [] }]);
  const { messages } = await ask(mei, CALLS.chat.messages, { conversationId });
  expect(all[0]?.anchorPosition).toBe(messages[0]?.position);
  expect((await database.owner.query('select from delivery')).rowCount).toBe(0);
  expect((await database.owner.query('select from setting_outbox')).rowCount).toBe(0);
});

test('all notes are read, page by page, also of one moment', async () => {
  await database.owner.query(
    `insert into conversation_note (note_id, account_id, shop_id, conversation_id, author_id, author_name, text, written_at)
     select gen_random_uuid(), account_id, shop_id, conversation_id, $2, 'Suda', number::text, number / 3
     from conversation, generate_series(1, 401) number where conversation_id = $1`,
    [conversationId, id('Suda')],
  );
  const pages = [await ask(mei, together.notes, { conversationId })];
  for (let cursor = pages[0]?.next ?? null; cursor !== null; cursor = pages.at(-1)?.next ?? null) {
    pages.push(await ask(mei, together.notes, { conversationId, cursor }));
  }
  expect(pages.map(({ notes }) => notes.length)).toEqual([200, 200, 1]);
  const read = pages.toReversed().flatMap(({ notes }) => notes);
  expect(new Set(read.map(({ text }) => text)).size).toBe(401);
  expect(read.map(({ writtenAt }) => writtenAt)).toEqual(
    Array.from({ length: 401 }, (_, index) => Math.floor((index + 1) / 3)),
  );
  expect(await codeOf(mei, together.notes, { conversationId, cursor: 'x' })).toBe('invalid_request');
});

test('a note whose answer was lost has the words of the last try, until it is changed', async () => {
  const noteId = crypto.randomUUID();
  await write(suda, 'Wants a refund', [], noteId);
  const { note } = await write(suda, 'Wants a refund, @Mei', [id('Mei')], noteId);
  expect(note).toMatchObject({ text: 'Wants a refund, @Mei', mentions: [id('Mei')], changedAt: null });
  expect(await unseen(mei)).toBe(1);
  await write(suda, 'Wants her money', [], noteId);
  expect(await listed(mei)).toMatchObject([{ text: 'Wants her money', mentions: [] }]);
  expect(await unseen(mei)).toBe(0);
  await ask(suda, together.changeNote, { noteId, text: 'Has it', mentions: [] });
  await write(suda, 'Wants her money', [], noteId);
  expect((await listed(mei)).map(({ text }) => text)).toEqual(['Has it']);
});

test('a mention is told to the member alone, is seen once, and goes with the note', async () => {
  const { seq } = await ask(mei, CALLS.chat.snapshot);
  const window = await mei.live(seq);
  const { note } = await write(suda, 'Please look @Mei', [id('Mei')]);
  await window.until(({ changes }) => changes.some(({ kind }) => kind === 'mentions'));
  window.close();
  expect(await unseen(mei)).toBe(1);
  expect(await unseen(suda)).toBe(0);
  expect((await ask(mei, together.mentionsOfMe)).mentions).toMatchObject([{ note: { text: 'Please look @Mei' } }]);
  await ask(mei, together.seeMentions, { conversationId });
  expect(await unseen(mei)).toBe(0);
  // A change of the words tells nobody again; a new name is told.
  await ask(suda, together.changeNote, { noteId: note.noteId, text: 'Please look, @Mei!', mentions: [id('Mei')] });
  expect(await unseen(mei)).toBe(0);
  await ask(suda, together.changeNote, { noteId: note.noteId, text: 'Never mind', mentions: [] });
  expect((await ask(mei, together.mentionsOfMe)).mentions).toEqual([]);
  await ask(suda, together.changeNote, { noteId: note.noteId, text: '@Mei again', mentions: [id('Mei')] });
  expect(await unseen(mei)).toBe(1);
  await ask(suda, together.deleteNote, { noteId: note.noteId });
  expect(await unseen(mei)).toBe(0);
  expect(await listed(mei)).toEqual([]);
});

test('only its author changes or deletes a note; a member who cannot read it is not mentioned', async () => {
  const { note } = await write(suda, 'Mine');
  expect(await codeOf(mei, together.changeNote, { noteId: note.noteId, text: 'x', mentions: [] })).toBe('not_found');
  expect(await codeOf(mei, together.deleteNote, { noteId: note.noteId })).toBe('not_found');
  const again = { conversationId, noteId: note.noteId, text: 'x', mentions: [] };
  expect(await codeOf(mei, together.writeNote, again)).toBe('invalid_request');
  const toOtto = { conversationId, noteId: crypto.randomUUID(), text: '@Otto', mentions: [id('Otto')] };
  expect(await codeOf(suda, together.writeNote, toOtto)).toBe('not_found');
  expect(await codeOf(otto, together.notes, { conversationId })).toBe('not_found');
  expect((await listed(suda)).map(({ text }) => text)).toEqual(['Mine']);
});
