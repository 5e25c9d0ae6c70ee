/**
 * What the simulator answers has exactly the keys and types of the connector's samples, so that the two sides cannot
 * agree with each other on something invented.
 */
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import type { Bridge, Socket } from '@pasar/bridge';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { StreamLog } from '../src/stream-log.ts';
import { demand, findConversation, type LazadaWorld, openLazadaWorld, visitLazada } from './lazada-world.ts';

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
/** Keys that are data: user ids and namespaces. */
const isKeyedById = (key: string): boolean => ['userIdToSessionView'].includes(key);

/** Paths at which `actual` has another type than the sample, or other keys. A list's rows are like its first sample row. */
function differences(actual: unknown, expected: unknown, path = ''): readonly string[] {
  if (Array.isArray(expected)) {
    if (!Array.isArray(actual)) return [`${path}: no list`];
    return actual.flatMap((item, index) => differences(item, expected[0], `${path}[${index}]`));
  }
  if (isRecord(expected)) {
    if (!isRecord(actual)) return [`${path}: no object`];
    if (isKeyedById(path.split('.').at(-1) ?? '')) {
      const [row] = Object.values(expected);
      return Object.values(actual).flatMap((item) => differences(item, row, `${path}.*`));
    }
    const keys = new Set([...Object.keys(actual), ...Object.keys(expected)]);
    return [...keys].flatMap((key) => {
      if (!(key in actual)) return [`${path}.${key}: missing`];
      if (!(key in expected)) return [`${path}.${key}: not in the sample`];
      return differences(actual[key], expected[key], `${path}.${key}`);
    });
  }
  return typeof actual === typeof expected ? [] : [`${path}: ${typeof actual} instead of ${typeof expected}`];
}

const SAMPLES = new URL('../../connectors/lazada/src/samples/', import.meta.url);
const sampleSchema = z.object({ wire: z.unknown() });
const sample = (name: string): unknown =>
  sampleSchema.parse(JSON.parse(readFileSync(new URL(`${name}.json`, SAMPLES), 'utf8'))).wire;

/** Answers by the last part of the call's name or by path, and frames, as they came over the wire. */
const answers = new Map<string, string[]>();
const frames: unknown[] = [];

function record(bridge: Bridge): Bridge {
  return {
    ...bridge,
    http: {
      async request(request) {
        const response = await bridge.http.request(request);
        const api = /\/h5\/([^/]+)\//.exec(request.url)?.[1]?.split('.').at(-1);
        const code = /"ret":\["([A-Z_]+)::/.exec(response.text)?.[1] ?? '';
        const name = api === undefined ? new URL(request.url).pathname : `${api} ${code}`;
        answers.set(name, [...(answers.get(name) ?? []), response.text]);
        return response;
      },
    },
    sockets: {
      async open(options) {
        const socket = await bridge.sockets.open(options);
        const recorded: Socket = {
          closed: socket.closed,
          send: (message) => socket.send(message),
          close: () => socket.close(),
          onMessage: (listener) =>
            socket.onMessage((message) => {
              if (message.type === 'text') frames.push(JSON.parse(message.text));
              listener(message);
            }),
        };
        socket.send({ type: 'text', text: '{"protocol":"HEARTBEAT_ACCS_H5","type":"ACK","data":""}' });
        socket.send({ type: 'text', text: '{"protocol":"ACCS_H5","type":"DATA","serviceId":"h5_ping","dataId":"1"}' });
        return recorded;
      },
    },
  };
}

let lazada: LazadaWorld;

beforeAll(async () => {
  lazada = await openLazadaWorld();
  const visit = visitLazada(lazada, { wrap: record });
  await visit.start({ password: 'wrong' });
  const session = demand(await visit.start());
  const log = new StreamLog();
  demand(await session.listen(log));
  const conversation = await findConversation(session, lazada.place);
  demand(await session.reopen(conversation));
  const sent = await session.sendText({ conversation, text: 'x', quote: null, idempotencyKey: randomUUID() });
  expect(sent.kind).toBe('accepted');
  for (let count = 0; count < 12; count += 1) await lazada.buyerWrites(`m ${count}`);
  const { position } = await log.message(await lazada.buyerWrites('last'));
  await lazada.control.read(lazada.place, 'buyer');
  demand(await session.applySetting(conversation, { setting: 'pin', isPinned: true }));
  demand(await session.applySetting(conversation, { setting: 'pin', isPinned: false }));
  await log.waitFor((all) => all.of('conversation.readByBuyer').find((event) => event.position === position), 'read');
  await log.waitFor((all) => all.of('conversation.listed')[0], 'the session update');
  demand(await session.fetchHistory(conversation, null));
  const shop = conversation.platformShopId;
  demand(await session.calls.searchProducts(shop, { keyword: 'a', field: 'name', cursor: null }));
  const orders = { status: null, buyer: null, cursor: null };
  demand(await session.calls.listOrders(shop, { ...orders, keyword: null }));
  demand(await session.calls.listOrders(shop, { ...orders, keyword: '1' }));
  await lazada.fault('tokenExpired');
  expect((await session.sendText({ conversation, text: 'x', quote: null, idempotencyKey: randomUUID() })).kind).toBe(
    'refused',
  );
  await session.close();
  await visit.bridge.close();
});
afterAll(() => lazada.close());

const frameSchema = z.looseObject({ compressType: z.string().default(''), data: z.string() });
/** A push with its data unfolded; `bizDataV2`, where it is, as the text that it is. */
function unfold(frame: unknown): Readonly<Record<string, unknown>> {
  const { compressType, data, ...rest } = frameSchema.parse(frame);
  const bytes = Buffer.from(data, 'base64');
  return { ...rest, compressType, data: JSON.parse(String(compressType === 'GZIP' ? gunzipSync(bytes) : bytes)) };
}
const framesOf = (type: string, compressType: string): unknown[] =>
  frames.filter((frame) => isRecord(frame) && frame.type === type && (frame.compressType ?? '') === compressType);

describe('Lazada, simulator and samples', () => {
  it.each([
    ['user-info', 'getuserinfo SUCCESS'],
    ['socket-token', 'gettoken SUCCESS'],
    ['session-list', 'querysessionlist SUCCESS'],
    ['open-session', 'opensession SUCCESS'],
    ['sent', 'sendimmessage SUCCESS'],
    ['token-expired', 'sendimmessage FAIL_SYS_TOKEN_EXOIRED'],
    ['session-expired', 'sendimmessage FAIL_SYS_SESSION_EXPIRED'],
    ['message-list', 'querymessagelistbysessionid SUCCESS'],
    ['sync', 'sync SUCCESS'],
    ['order-cards', 'get SUCCESS'],
    ['product-manager-list', 'list SUCCESS'],
    ['order-data', '/apps/order/list'],
  ])('%s', (name, call) => {
    const texts = answers.get(call) ?? [];
    expect(texts.length).toBeGreaterThan(0);
    for (const text of texts) expect(differences(JSON.parse(text), sample(name))).toEqual([]);
  });

  it('the login steps', () => {
    const [refused, submitted] = answers.get('/apps/seller/login/submit') ?? [];
    expect(differences(JSON.parse(refused ?? ''), sample('login-refused'))).toEqual([]);
    expect(differences(JSON.parse(submitted ?? ''), sample('login-submitted'))).toEqual([]);
    const page = (text: unknown) =>
      String(text).replaceAll(/"[^"]*":("[^"]*"|[0-9]+)/g, (pair) => pair.split(':')[0] ?? '');
    expect(page(answers.get('/apps/im/window')?.[0])).toBe(page(sample('im-window')));
  });

  it('frames of every kind', () => {
    const [heartbeat] = framesOf('ACK', '');
    expect(differences(heartbeat, sample('heartbeat'))).toEqual([]);
    const [pong] = framesOf('RES', 'COMMON');
    expect(differences(unfold(pong), unfold(sample('ping-answer')))).toEqual([]);
    const withoutItem = { ...unfold(sample('push-gzip')) };
    const withItem = { ...unfold(sample('push-common')) };
    const pushes = [...framesOf('DATA', 'COMMON'), ...framesOf('DATA', 'GZIP')].map(unfold);
    const hasItem = ({ data }: Readonly<Record<string, unknown>>) => isRecord(data) && 'bizDataV2' in data;
    expect(new Set(pushes.map((push) => `${push.compressType} ${hasItem(push)}`)).size).toBe(4);
    for (const push of pushes) expect(differences(push, hasItem(push) ? withItem : withoutItem)).toEqual([]);
  });

  it('items of every type', () => {
    const expected = new Map([
      [1, firstMessage()],
      [4, sample('read-receipt')],
      [12, sample('session-update')],
    ]);
    const syncSchema = z.object({
      data: z.object({ syncDataValuesMap: z.object({ im: z.array(z.object({ bizData: z.string() })) }) }),
    });
    const pulled = (answers.get('sync SUCCESS') ?? []).flatMap((text) =>
      syncSchema.parse(JSON.parse(text)).data.syncDataValuesMap.im.map(({ bizData }) => bizData),
    );
    const pushed = [...framesOf('DATA', 'COMMON'), ...framesOf('DATA', 'GZIP')].flatMap((frame) => {
      const { data } = unfold(frame);
      return isRecord(data) && typeof data.bizDataV2 === 'string' ? [data.bizDataV2] : [];
    });
    const headerSchema = z.looseObject({ header: z.object({ type: z.int() }) });
    const items = [...pulled, ...pushed].map((text) => headerSchema.parse(JSON.parse(text)));
    expect(new Set(items.map((item) => item.header.type))).toEqual(new Set(expected.keys()));
    for (const item of items) expect(differences(item, expected.get(item.header.type))).toEqual([]);
  });

  const firstMessage = (): unknown =>
    z.object({ data: z.object({ result: z.array(z.unknown()) }) }).parse(sample('message-list')).data.result[0];
});
