/**
 * The simulator's answers have exactly the keys and types of the connector's samples, so that simulator and connector
 * cannot both rely on the same invented shape.
 */
import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import type { Bridge, Socket } from '@pasar/bridge';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { StreamLog } from '../src/stream-log.ts';
import { demand, findConversation, type LazadaHarness, openLazadaHarness, visitLazada } from './lazada-harness.ts';

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
/** Keys of this object are data: user ids and namespaces. */
const isKeyedById = (key: string): boolean => ['userIdToSessionView'].includes(key);

/**
 * Paths where `actual` has another type than the sample, or other keys. Rows of a list are compared with its first
 * sample row.
 */
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

const SAMPLES = new URL('../../connectors/lazada/samples/', import.meta.url);
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

let lazada: LazadaHarness;

beforeAll(async () => {
  lazada = await openLazadaHarness();
  const visit = visitLazada(lazada, { wrap: record });
  await visit.start({ password: 'wrong' });
  const session = demand(await visit.start());
  const log = new StreamLog();
  demand(await session.listen(log));
  const conversation = await findConversation(session, lazada.place);
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
  demand(await session.calls.goods.searchProducts(shop, { keyword: 'a', field: 'name', cursor: null }));
  const orders = { status: null, buyer: null, cursor: null };
  demand(await session.calls.orders.listOrders(shop, { ...orders, keyword: null }));
  demand(await session.calls.orders.listOrders(shop, { ...orders, keyword: '1' }));
  await lazada.fault('tokenExpired');
  expect((await session.sendText({ conversation, text: 'x', quote: null, idempotencyKey: randomUUID() })).kind).toBe(
    'refused',
  );
  await session.close();
  await visit.bridge.close();
});
afterAll(() => lazada.close());

const frameSchema = z.looseObject({ compressType: z.string().default(''), data: z.string() });
/** A push with its data decoded; `bizDataV2`, if present, stays text. */
function unfold(frame: unknown): Readonly<Record<string, unknown>> {
  const { compressType, data, ...rest } = frameSchema.parse(frame);
  const bytes = Buffer.from(data, 'base64');
  return { ...rest, compressType, data: JSON.parse(String(compressType === 'GZIP' ? gunzipSync(bytes) : bytes)) };
}
const framesOf = (type: string, compressType: string): unknown[] =>
  frames.filter((frame) => isRecord(frame) && frame.type === type && (frame.compressType ?? '') === compressType);

const answersOf = (call: string): readonly unknown[] =>
  (answers.get(call) ?? []).map((text): unknown => JSON.parse(text));
/** The data inside a push. */
const dataIn = (push: unknown): Readonly<Record<string, unknown>> => z.looseObject({}).parse(unfold(push).data);
const pushes = (hasItem: boolean): readonly unknown[] =>
  [...framesOf('DATA', 'COMMON'), ...framesOf('DATA', 'GZIP')].filter(
    (push) => 'bizDataV2' in dataIn(push) === hasItem,
  );

const syncSchema = z.object({
  data: z.object({ syncDataValuesMap: z.object({ im: z.array(z.object({ bizData: z.string() })) }) }),
});
const headerSchema = z.looseObject({ header: z.object({ type: z.int() }) });
/** Items from `sync` and from pushes. */
function items(): readonly z.infer<typeof headerSchema>[] {
  const pulled = (answers.get('sync SUCCESS') ?? []).flatMap((text) =>
    syncSchema.parse(JSON.parse(text)).data.syncDataValuesMap.im.map(({ bizData }) => bizData),
  );
  const pushed = pushes(true).map((push) => z.string().parse(dataIn(push).bizDataV2));
  return [...pulled, ...pushed].map((text) => headerSchema.parse(JSON.parse(text)));
}
const itemsOf = (type: number): readonly unknown[] => items().filter(({ header }) => header.type === type);

/** The names of the values that a page sets, without the values: its other text differs from the sample. */
const namesIn = (page: unknown): string =>
  String(page).replaceAll(/"[^"]*":("[^"]*"|[0-9]+)/g, (pair) => pair.split(':')[0] ?? '');

interface Told {
  /** Everything of this kind that came over the wire. */
  readonly told: () => readonly unknown[];
  /** Converts both sides into the form of the comparison. */
  readonly as?: (wire: unknown) => unknown;
}

/** The simulator's answers or frames that correspond to each sample. */
const TOLD: Readonly<Record<string, Told>> = {
  'user-info': { told: () => answersOf('getuserinfo SUCCESS') },
  'socket-token': { told: () => answersOf('gettoken SUCCESS') },
  'session-list': { told: () => answersOf('querysessionlist SUCCESS') },
  sent: { told: () => answersOf('sendimmessage SUCCESS') },
  'token-expired': { told: () => answersOf('sendimmessage FAIL_SYS_TOKEN_EXOIRED') },
  'session-expired': { told: () => answersOf('sendimmessage FAIL_SYS_SESSION_EXPIRED') },
  'message-list': { told: () => answersOf('querymessagelistbysessionid SUCCESS') },
  sync: { told: () => answersOf('sync SUCCESS') },
  'order-cards': { told: () => answersOf('get SUCCESS') },
  'product-manager-list': { told: () => answersOf('list SUCCESS') },
  'order-data': { told: () => answersOf('/apps/order/list') },
  'login-refused': { told: () => answersOf('/apps/seller/login/submit').slice(0, 1) },
  'login-submitted': { told: () => answersOf('/apps/seller/login/submit').slice(1) },
  'im-window': { told: () => answers.get('/apps/im/window') ?? [], as: namesIn },
  heartbeat: { told: () => framesOf('ACK', '') },
  'ping-answer': { told: () => framesOf('RES', 'COMMON'), as: unfold },
  'push-common': { told: () => pushes(true), as: unfold },
  'push-gzip': { told: () => pushes(false), as: unfold },
  'read-receipt': { told: () => itemsOf(4) },
  'session-update': { told: () => itemsOf(12) },
};
/** Samples that the simulator has no answer for, with the reason. */
const NOT_TOLD: Readonly<Record<string, string>> = {
  captcha: 'the simulator is suspicious of logins only, and words that with a page',
  status: 'nobody takes a message back in this chat',
  'session-update-nested': 'a second form of the item; the simulator tells the first',
};

describe('Lazada, simulator and samples', () => {
  it('covers every sample', () => {
    const names = readdirSync(SAMPLES).flatMap((file) => (file.endsWith('.json') ? file.slice(0, -5) : []));
    expect([...Object.keys(TOLD), ...Object.keys(NOT_TOLD)].sort()).toEqual(names.sort());
  });

  it.each(Object.entries(TOLD))('%s', (name, { told, as = (wire) => wire }) => {
    const all = told();
    expect(all).not.toEqual([]);
    const expected = as(sample(name));
    for (const one of all) {
      if (typeof expected === 'string') expect(as(one)).toBe(expected);
      else expect(differences(as(one), expected)).toEqual([]);
    }
  });

  it('pushes with and without their item, plain and compressed', () => {
    const forms = [true, false].flatMap((hasItem) =>
      pushes(hasItem).map((push) => `${String(unfold(push).compressType)} ${hasItem}`),
    );
    expect([...new Set(forms)].sort()).toEqual(['COMMON false', 'COMMON true', 'GZIP false', 'GZIP true']);
  });

  it('items of three types, messages like the messages of the list', () => {
    expect(new Set(items().map(({ header }) => header.type))).toEqual(new Set([1, 4, 12]));
    const list = z.object({ data: z.object({ result: z.array(z.unknown()) }) }).parse(sample('message-list'));
    for (const item of itemsOf(1)) expect(differences(item, list.data.result[0])).toEqual([]);
  });
});
