import { CALLS } from '@pasar/api';
import { systemClock } from '@pasar/bridge';
import { asPlatformMessageId, refusal } from '@pasar/domain';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { Engine } from '../src/engine/engine.ts';
import { HANDSHAKES_AT_ONCE, HANDSHAKES_OF_ONE, Handshakes } from '../src/engine/handshakes.ts';
import {
  listing,
  makeTenant,
  messageAt,
  openTestDatabase,
  type TestDatabase,
  type TestTenant,
} from './harness/database.ts';
import { DIRECT } from './harness/routing.ts';
import { ScriptedConnector } from './harness/scripted-connector.ts';
import { type LiveWindow, openTestWeb, type TestWeb, Visitor } from './harness/web.ts';

const PATIENT = { timeout: 15_000, interval: 20 };
const IN_CONVERSATION = {
  platformShopId: listing('11', 'talk').platformShopId,
  platformConversationId: listing('11', 'talk').platformConversationId,
};
const bought = messageAt('11', 'talk', 1, 'buyer');
const answered = messageAt('11', 'talk', 2, 'seller');

let database: TestDatabase;
let web: TestWeb;
let engine: Engine;
let tenant: TestTenant;
let visitor: Visitor;
let window: LiveWindow;
const tiktok = new ScriptedConnector(20, 'tiktok');

beforeAll(async () => {
  database = await openTestDatabase();
  tenant = await makeTenant(database, 'features@x', [['11']], [], 'tiktok');
  await makeTenant(database, 'elsewhere@x', [['12']], [], 'tiktok');
  await database.owner.query(
    "update connection_lease set holder = null, expires_at = '-infinity' where account_id = $1",
    [tenant.accountId],
  );
  tiktok.listed = [
    listing('11', 'talk', {
      lastMessageId: answered.platformMessageId,
      lastMessageAt: answered.sentAt,
      unreadCount: 0,
    }),
  ];
  tiktok.histories.set('talk', [answered, bought]);
  web = await openTestWeb(database);
  engine = new Engine({
    onBatch: () => undefined,
    database: database.engine,
    secrets: database.secrets,
    connectors: { shopee: new ScriptedConnector(), lazada: new ScriptedConnector(20, 'lazada'), tiktok },
    routing: DIRECT,
    handshakes: new Handshakes(HANDSHAKES_AT_ONCE, HANDSHAKES_OF_ONE),
    clock: systemClock,
    log: pino({ level: 'silent' }),
    onStep: () => undefined,
    doubt: { windowMs: 1_000, lookIntervalMs: 100 },
  });
  await engine.start();
  await vi.waitFor(async () => {
    const found = await database.owner.query("select from connection where account_id = $1 and state = 'live'", [
      tenant.accountId,
    ]);
    expect(found.rowCount).toBe(1);
  }, PATIENT);
  visitor = new Visitor(web.origin);
  await visitor.logIn(CALLS.account.login, 'features@x', 'right');
  window = await visitor.live(0);
});
afterAll(async () => {
  window.close();
  await engine.stop();
  await web.close();
  await database.close();
});
beforeEach(() => {
  tiktok.settings = { ok: true, value: null };
  tiktok.asked.settings.length = 0;
});

async function page() {
  const found = await database.owner.query<{ conversation_id: string }>(
    'select conversation_id from conversation where account_id = $1',
    [tenant.accountId],
  );
  const conversationId = found.rows[0]?.conversation_id ?? '';
  const answer = await visitor.call(CALLS.chat.messages, { conversationId, limit: 50 });
  if (answer.result !== 'success') throw new Error('no page');
  return CALLS.chat.messages.output.parse(answer.data);
}
const messageOf = async (platformMessageId: string) => {
  const found = (await page()).messages.find((message) => message.platformMessageId === platformMessageId);
  if (!found) throw new Error(`no message ${platformMessageId}`);
  return found;
};
const statusOf = async (platformMessageId: string) => (await messageOf(platformMessageId)).status;

describe('at a marketplace that has the feature', () => {
  test('a favourite, a mute and marks of a message show at once and reach the marketplace', async () => {
    const { conversation } = await page();
    const { conversationId } = conversation;
    const { messageId, platformMessageId } = await messageOf(bought.platformMessageId);
    await visitor.call(CALLS.chat.muteConversation, { conversationId, isMuted: true });
    await visitor.call(CALLS.chat.favoriteConversation, { conversationId, isFavorite: true });
    await visitor.call(CALLS.chat.markMessage, { messageId, mark: 'favorite', isMarked: true });
    expect((await page()).conversation).toMatchObject({ isMuted: true, isFavorite: true });
    expect((await messageOf(platformMessageId)).marks).toEqual(['favorite']);
    await expect
      .poll(() => [...tiktok.asked.settings].sort((left, right) => left.setting.localeCompare(right.setting)), PATIENT)
      .toEqual([
        { setting: 'favorite', isFavorite: true },
        { setting: 'mark', platformMessageId, mark: 'favorite', isMarked: true },
        { setting: 'mute', isMuted: true },
      ]);
  });

  test('a mark that the marketplace refuses is removed again, and its author is told', async () => {
    tiktok.settings = { ok: false, refusal: refusal('marketplace_error', 'no marks today'), canRetry: false };
    const { messageId, platformMessageId } = await messageOf(bought.platformMessageId);
    await visitor.call(CALLS.chat.markMessage, { messageId, mark: 'pin', isMarked: true });
    await window.until(({ moments }) => moments.some(({ wish }) => wish === 'mark'));
    expect(window.moments.at(-1)).toMatchObject({
      kind: 'wishRefused',
      refusal: { reason: 'marketplace_error', detail: 'no marks today' },
    });
    await expect.poll(async () => (await messageOf(platformMessageId)).marks, PATIENT).not.toContain('pin');
  });

  test('a message that is recalled too late stays, and the member is told', async () => {
    tiktok.settings = { ok: false, refusal: refusal('recall_too_late', 'status 17'), canRetry: false };
    const { messageId, platformMessageId } = await messageOf(answered.platformMessageId);
    expect((await visitor.call(CALLS.chat.recallMessage, { messageId })).result).toBe('success');
    await window.until(({ moments }) => moments.some(({ wish }) => wish === 'recall'));
    expect(await statusOf(platformMessageId)).toBe('available');
  });

  test('a message of the shop is recalled when the marketplace has recalled it; a buyer’s cannot be', async () => {
    const own = await messageOf(answered.platformMessageId);
    const theirs = await messageOf(bought.platformMessageId);
    expect((await visitor.call(CALLS.chat.recallMessage, { messageId: theirs.messageId })).result).toBe('fail');
    await visitor.call(CALLS.chat.recallMessage, { messageId: own.messageId });
    await expect.poll(() => statusOf(own.platformMessageId), PATIENT).toBe('recalled');
    expect((await page()).conversation.lastMessage).toMatchObject({ status: 'recalled', text: null });
  });

  test('a deleted message stays while the marketplace refuses, and disappears from every window once the marketplace has deleted it', async () => {
    const late = messageAt('11', 'talk', 10, 'buyer');
    const { platformMessageId } = late;
    tiktok.tell({ kind: 'message.received', message: late, via: 'live' });
    await expect.poll(async () => (await page()).conversation.unreadCount, PATIENT).toBe(1);
    const { messageId } = await messageOf(platformMessageId);

    tiktok.settings = { ok: false, refusal: refusal('marketplace_error', 'not this one'), canRetry: false };
    expect((await visitor.call(CALLS.chat.deleteMessage, { messageId })).result).toBe('success');
    await window.until(({ moments }) => moments.some(({ wish }) => wish === 'delete'));
    expect(await statusOf(platformMessageId)).toBe('available');

    tiktok.settings = { ok: true, value: null };
    tiktok.asked.settings.length = 0;
    expect((await visitor.call(CALLS.chat.deleteMessage, { messageId })).result).toBe('success');
    await expect.poll(() => statusOf(platformMessageId), PATIENT).toBe('deleted');
    expect(tiktok.asked.settings).toEqual([{ setting: 'delete', platformMessageId }]);
    const { conversation } = await page();
    expect(conversation).toMatchObject({ unreadCount: 0, lastMessage: { status: 'deleted', text: null } });
    const told = { kind: 'message', message: expect.objectContaining({ messageId, status: 'deleted' }) };
    await expect.poll(() => window.changes, PATIENT).toContainEqual(expect.objectContaining(told));

    expect((await visitor.call(CALLS.chat.deleteMessage, { messageId })).result).toBe('success');
    const wishes = () => database.owner.query('select from setting_outbox where account_id = $1', [tenant.accountId]);
    await expect.poll(async () => (await wishes()).rowCount, PATIENT).toBe(0);
    expect(tiktok.asked.settings).toHaveLength(1);
  });

  test('messages that the buyer recalls no longer count, whether told by push or by history', async () => {
    const late = [messageAt('11', 'talk', 11, 'buyer'), messageAt('11', 'talk', 12, 'buyer')] as const;
    tiktok.tell(...late.map((message) => ({ kind: 'message.received' as const, message, via: 'live' as const })));
    await expect.poll(async () => (await page()).conversation.unreadCount, PATIENT).toBe(2);
    const { platformMessageId } = late[0];
    tiktok.tell({ kind: 'message.withdrawn', ...IN_CONVERSATION, platformMessageId, status: 'recalled' });
    await expect.poll(async () => (await page()).conversation.unreadCount, PATIENT).toBe(1);
    const recalled = { ...late[1], status: 'recalled' as const };
    tiktok.tell({ kind: 'message.received', message: recalled, via: 'history' });
    await expect.poll(async () => (await page()).conversation.unreadCount, PATIENT).toBe(0);
    expect((await page()).conversation.isUnreply).toBe(false);
  });

  test('an answer to a message quotes it', async () => {
    const { conversation } = await page();
    const { messageId } = await messageOf(bought.platformMessageId);
    const clientId = crypto.randomUUID();
    await visitor.call(CALLS.chat.sendText, {
      conversationId: conversation.conversationId,
      clientId,
      text: 'this one?',
      quoteMessageId: messageId,
    });
    const quote = { platformMessageId: asPlatformMessageId(bought.platformMessageId), hint: 'text 1' };
    await expect.poll(() => tiktok.asked.sent.map((command) => command.quote), PATIENT).toEqual([quote]);
    await expect
      .poll(async () => (await page()).messages.find((message) => message.clientId === clientId)?.quote, PATIENT)
      .toEqual(quote);
  });

  test('typing is shown both ways for a moment, and to no member who may not see the shop', async () => {
    const stranger = new Visitor(web.origin);
    await stranger.logIn(CALLS.account.login, 'elsewhere@x', 'right');
    const elsewhere = await stranger.live(0);
    const { conversation } = await page();
    tiktok.tell({ kind: 'conversation.typing', ...IN_CONVERSATION, isTyping: true });
    await window.until(({ moments }) => moments.some(({ kind }) => kind === 'typing'));
    expect(window.moments.at(-1)).toEqual({
      kind: 'typing',
      conversationId: conversation.conversationId,
      isTyping: true,
    });
    const { conversationId } = conversation;
    await visitor.call(CALLS.chat.showTyping, { conversationId, isTyping: true });
    await expect.poll(() => tiktok.asked.typing, PATIENT).toEqual([true]);
    expect(elsewhere.moments).toEqual([]);
    elsewhere.close();
  });
});

describe('at a marketplace that lacks the feature', () => {
  test('the call is refused, and nothing changes, but what Pasar keeps by itself', async () => {
    const other = await makeTenant(database, 'lacking@x', [['21']]);
    const owner = other.connections[0];
    if (!owner) throw new Error('no connection');
    const { ingest } = await import('../src/engine/ingest/ingest.ts');
    await ingest(database.engine, other.accountId, [
      { kind: 'event', owner, event: { kind: 'conversation.listed', conversation: listing('21', 'plain') } },
      {
        kind: 'event',
        owner,
        event: { kind: 'message.received', message: messageAt('21', 'plain', 1, 'seller'), via: 'live' },
      },
    ]);
    const person = new Visitor(web.origin);
    await person.logIn(CALLS.account.login, 'lacking@x', 'right');
    const found = await database.owner.query<{ conversation_id: string; message_id: string }>(
      'select conversation_id, message_id from message where account_id = $1',
      [other.accountId],
    );
    const { conversation_id: conversationId, message_id: messageId } = found.rows[0] ?? {};
    const asked = await Promise.all([
      person.call(CALLS.chat.favoriteConversation, { conversationId, isFavorite: true }),
      person.call(CALLS.chat.recallMessage, { messageId }),
      person.call(CALLS.chat.deleteMessage, { messageId }),
      person.call(CALLS.chat.markMessage, { messageId, mark: 'pin', isMarked: true }),
      person.call(CALLS.chat.showTyping, { conversationId, isTyping: true }),
      person.call(CALLS.chat.sendText, {
        conversationId,
        clientId: crypto.randomUUID(),
        text: 'x',
        quoteMessageId: messageId,
      }),
    ]);
    expect(asked.map(({ result }) => result)).toEqual(Array.from({ length: 6 }, () => 'fail'));
    const left = await database.owner.query(
      `select (select count(*)::int from setting_outbox where account_id = $1) as wishes,
         (select count(*)::int from delivery where account_id = $1) as deliveries`,
      [other.accountId],
    );
    expect(left.rows).toEqual([{ wishes: 0, deliveries: 0 }]);
    // What Pasar can keep by itself is kept, and no comparison with the marketplace takes it away.
    await person.call(CALLS.chat.muteConversation, { conversationId, isMuted: true });
    await ingest(database.engine, other.accountId, [
      { kind: 'event', owner, event: { kind: 'conversation.listed', conversation: listing('21', 'plain') } },
    ]);
    expect(await person.call(CALLS.chat.messages, { conversationId })).toMatchObject({
      data: { conversation: { isMuted: true } },
    });
  });
});
