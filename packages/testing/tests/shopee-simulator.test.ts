/** The simulated Shopee's own behaviour: faults of the socket and of keys, tabs, pages, and access rights. */
import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { Place } from '../src/control.ts';
import { eventually } from '../src/wait.ts';
import { type ChatStream, Chatter, ShopeeSite } from './shopee-site.ts';

let site: ShopeeSite;
let chatter: Chatter;
const streams: ChatStream[] = [];
beforeAll(async () => {
  site = await ShopeeSite.open(60_000);
  chatter = await Chatter.enter(site, 'shop');
});
afterEach(async () => {
  for (const { socket } of streams.splice(0)) socket.close();
  await site.control.clearFaults();
});
afterAll(() => site.close());

async function listen(): Promise<ChatStream> {
  const stream = await chatter.listen();
  streams.push(stream);
  return stream;
}
const fault = (kind: string, count: number, delayMs = 0): Promise<string> =>
  site.control.addFault({ kind, marketplace: 'shopee', shopId: chatter.shopId, count, delayMs });
const post = (place: Place, text: string): Promise<string> => site.control.post(place, text);

/**
 * The indexes of these messages in the order in which the stream told them: every form of a push has the id in its
 * text.
 */
const told = ({ frames }: ChatStream, ids: readonly string[]): readonly number[] =>
  frames.flatMap((frame) => {
    const index = ids.findIndex((id) => frame.includes(id) && frame.startsWith('42'));
    return index < 0 ? [] : [index];
  });
async function tellings(stream: ChatStream, ids: readonly string[], count: number): Promise<readonly number[]> {
  await stream.waitFor(() => told(stream, ids).length >= count, `${count} tellings`);
  return told(stream, ids);
}

describe('faults of the socket', () => {
  it('muted: a push is lost, the next push is not', async () => {
    const stream = await listen();
    await fault('socketMuted', 1);
    const ids = [await post(chatter.place(0), 'lost'), await post(chatter.place(0), 'told')];
    expect(await tellings(stream, ids, 1)).toEqual([1]);
  });

  it('duplicated: a push comes twice', async () => {
    const stream = await listen();
    await fault('socketDuplicated', 1);
    const ids = [await post(chatter.place(0), 'twice'), await post(chatter.place(0), 'once')];
    expect(await tellings(stream, ids, 3)).toEqual([0, 0, 1]);
  });

  it('reordered: a push follows the next push', async () => {
    const stream = await listen();
    await fault('socketReordered', 1);
    const ids = [await post(chatter.place(0), 'second'), await post(chatter.place(0), 'first')];
    expect(await tellings(stream, ids, 2)).toEqual([1, 0]);
  });

  it('delayed: the next push overtakes a push', async () => {
    const stream = await listen();
    await fault('socketDelayed', 1, 300);
    const ids = [await post(chatter.place(0), 'slow'), await post(chatter.place(0), 'quick')];
    expect(await tellings(stream, ids, 2)).toEqual([1, 0]);
  });

  it('dropped: one socket after the other, as often as the fault’s count', async () => {
    const first = await listen();
    await fault('socketDropped', 2);
    await first.socket.closed;
    const second = await listen();
    await second.socket.closed;
    const third = await listen();
    const ids = [await post(chatter.place(0), 'still here')];
    expect(await tellings(third, ids, 1)).toEqual([0]);
  });

  it('answers a ping, and closes a socket of an expired login with 41', async () => {
    const stream = await listen();
    stream.socket.send({ type: 'text', text: '2' });
    await stream.waitFor((frames) => frames.includes('3'), 'the pong');
    await fault('tokenExpired', 1);
    await stream.socket.closed;
    expect(stream.frames.at(-1)).toBe('41');
    await expect(chatter.listen()).rejects.toMatchObject({ code: 'handshake', status: 403 });
    expect(await chatter.ask('GET', 'user/sync')).toEqual({ status: 401, json: { message: 'token not found' } });
    chatter = await Chatter.enter(site, 'shop');
  });
});

describe('request_id', () => {
  const sentId = z.object({ id: z.string() });
  const accepted = async (place: Place, key: string) =>
    (await site.control.ledger(place)).filter(({ idempotencyKey }) => idempotencyKey === key);

  it('is accepted once, however often it is sent', async () => {
    const [place, key] = [chatter.place(1), randomUUID()];
    const first = sentId.parse(await chatter.send(place, key));
    expect(sentId.parse(await chatter.send(place, key))).toEqual(first);
    expect(await accepted(place, key)).toHaveLength(1);
  });

  it('keyNotHonoured: a repeat is accepted again, a first send does not use up the fault', async () => {
    const [place, key] = [chatter.place(1), randomUUID()];
    const faultId = await fault('keyNotHonoured', 1);
    const first = sentId.parse(await chatter.send(place, key));
    const second = sentId.parse(await chatter.send(place, key));
    expect(second).not.toEqual(first);
    await site.control.faultIsSpent(faultId);
    expect(await accepted(place, key)).toHaveLength(2);
  });

  it('keyNotEchoed: the message is told without it, in the push and in the history', async () => {
    const [place, key] = [chatter.place(1), randomUUID()];
    const stream = await listen();
    await fault('keyNotEchoed', 1);
    const { id } = sentId.parse(await chatter.send(place, key));
    await tellings(stream, [id], 1);
    expect(stream.frames.some((frame) => frame.includes(key))).toBe(false);
    const { conversationId } = await site.control.conversation(place);
    const history = await chatter.get(`conversations/${conversationId}/messages`, { offset: '0', limit: '20' });
    expect(JSON.stringify(history, (_key, value) => (typeof value === 'bigint' ? String(value) : value))).toContain(id);
    expect(JSON.stringify(history, (_key, value) => (typeof value === 'bigint' ? '' : value))).not.toContain(key);
  });
});

describe('sendLimits', () => {
  const outcome = z.union([z.object({ error_code: z.string() }), z.object({ id: z.string() })]);
  const words = async (place: Place, text?: string) => {
    const answered = outcome.parse(await chatter.send(place, undefined, text));
    return 'id' in answered ? 'sent' : answered.error_code;
  };

  it('allows five messages in a row, and more once the buyer has written', async () => {
    const place = chatter.place(2);
    await post(place, 'hello');
    const faultId = await fault('sendLimits', 7);
    for (let count = 0; count < 5; count += 1) expect(await words(place)).toBe('sent');
    expect(await words(place)).toBe('reach_5_message_limit');
    await post(place, 'still there');
    expect(await words(place)).toBe('sent');
    await site.control.faultIsSpent(faultId);
  });

  it('takes texts of 600 characters', async () => {
    const place = chatter.place(2);
    await post(place, 'hello');
    const faultId = await fault('sendLimits', 2);
    expect(await words(place, '字'.repeat(601))).toBe('message_too_long');
    expect(await words(place, '字'.repeat(600))).toBe('sent');
    await site.control.faultIsSpent(faultId);
  });
});

describe('lists', () => {
  const rowSchema = z.looseObject({
    id: z.string(),
    unread_count: z.number(),
    pinned: z.boolean(),
    next_timestamp_nano: z.string(),
  });
  const rows = async (query: Readonly<Record<string, string>>) =>
    z.array(rowSchema).parse(await chatter.get('conversations', query));

  it('pages by the last row, without losing or repeating a row', async () => {
    const all: string[] = [];
    let cursor = '0';
    for (;;) {
      const page = await rows({ next_timestamp_nano: cursor });
      if (page.length === 0) break;
      expect(page.length).toBeLessThanOrEqual(20);
      all.push(...page.map(({ id }) => id));
      cursor = page.at(-1)?.next_timestamp_nano ?? '';
    }
    const shop = (await site.control.shops('shopee')).find(({ shopId }) => shopId === chatter.shopId);
    expect(new Set(all).size).toBe(all.length);
    expect(all).toHaveLength(shop?.buyers.length ?? 0);
  });

  it('keeps the tabs', async () => {
    await post(chatter.place(2), 'unread');
    const { conversationId } = await site.control.conversation(chatter.place(2));
    expect((await chatter.put(`conversations/${conversationId}/pin`)).status).toBe(204);
    for (const [type, isRight] of [
      ['unread', ({ unread_count }) => unread_count > 0],
      ['pinned', ({ pinned }) => pinned],
    ] satisfies [string, (row: z.infer<typeof rowSchema>) => boolean][]) {
      const tab = await rows({ type });
      expect(tab.map(({ id }) => id)).toContain(conversationId);
      expect(tab.every(isRight)).toBe(true);
    }
  });
});

describe('access rights', () => {
  const foreign = (): string => {
    const own = new Set(chatter.login.shopIds);
    const shopId = site.logins.flatMap(({ shopIds }) => shopIds).find((each) => !own.has(each));
    if (shopId === undefined) throw new Error('no other shop');
    return shopId;
  };

  it('refuses the shop of another login', async () => {
    const place = site.place(foreign(), 0);
    const before = await site.control.conversation(place);
    expect((await chatter.ask('GET', 'conversations', { query: { shop_id: place.shopId } })).status).toBe(403);
    expect((await chatter.ask('PUT', `conversations/${before.conversationId}/pin`)).status).toBe(404);
    const content = { text: 'not mine' };
    const body = { shop_id: place.shopId, to_id: place.buyerId, type: 'text', content, request_id: randomUUID() };
    expect(await chatter.post('messages', body)).toEqual({ error: 'user_is_unauthorized' });
    expect(await site.control.conversation(place)).toEqual(before);
  });

  it('refuses a call without a token, with a forged token, or in another user’s name', async () => {
    for (const token of ['', 'x', 'a.b.c', `${'e30'}.${'e30'}.x`]) {
      expect((await chatter.ask('GET', 'conversations', { token })).status).toBe(401);
    }
    expect((await chatter.ask('GET', 'conversations', { query: { _uid: '0-1' } })).status).toBe(403);
  });

  it('refuses input that it cannot read', async () => {
    const { conversationId } = await site.control.conversation(chatter.place(3));
    const history = `conversations/${conversationId}/messages`;
    for (const query of [{ limit: '0' }, { limit: '1e9' }, { offset: '-1' }, { limit: 'x' }]) {
      expect((await chatter.ask('GET', history, { query })).status).toBe(400);
    }
    const notJson = { type: 'bytes', bytes: new TextEncoder().encode('{'), contentType: 'application/json' } as const;
    expect((await chatter.ask('POST', 'messages', { body: notJson })).status).toBe(400);
    expect((await chatter.put(`conversations/${conversationId}/read`, { last_read_message_id: '1' })).status).toBe(400);
  });
});

describe('a timeout', () => {
  it('neither answers nor carries out', async () => {
    const [place, key] = [chatter.place(4), randomUUID()];
    const faultId = await fault('timeout', 1);
    const impatient = chatter.send(place, key).then(
      () => 'answered',
      () => 'cut',
    );
    await site.control.faultIsSpent(faultId);
    await chatter.browser.bridge.close();
    expect(await impatient).toBe('cut');
    expect(await site.control.ledger(place)).toEqual([]);
    chatter = await Chatter.enter(site, 'shop');
    await eventually(async () => ((await chatter.ask('GET', 'user/sync')).status === 200 ? true : null), 'an answer');
  });
});
