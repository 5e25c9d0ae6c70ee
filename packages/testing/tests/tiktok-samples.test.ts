/**
 * The simulator's answers have exactly the fields of the connector's samples, and the connector's frames those of the
 * captured frame, so that the two cannot share an invented shape.
 */
import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { type Bridge, createBridge, type NodeBridge, type SocketMessage, systemClock } from '@pasar/bridge';
import { asPlatformShopId } from '@pasar/domain';
import {
  decodeFrame,
  decodeRequest,
  decodeResponse,
  type Frame,
  FrameSchema,
  fromJson,
  type JsonValue,
  MessagesPerUserInitV2ResponseBodySchema,
  NewMessageNotifySchema,
  type Request,
  RequestSchema,
  type Response,
  ResponseSchema,
  requestIn,
  responseIn,
  toJson,
} from '@pasar/im-protocol';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { StreamLog } from '../src/stream-log.ts';
import {
  demand,
  NOBODY_WATCHES,
  openTiktokHarness,
  refOf,
  type TiktokHarness,
  visitTiktok,
  won,
} from './tiktok-harness.ts';

const SAMPLES = new URL('../../connectors/tiktok/samples/', import.meta.url);
const sample = (name: string): JsonValue =>
  z.object({ wire: z.json() }).parse(JSON.parse(readFileSync(new URL(`${name}.json`, SAMPLES), 'utf8'))).wire;
const sampleFrame = (name: string): Frame =>
  decodeFrame(Uint8Array.from(Buffer.from(z.string().parse(sample(name)), 'hex')));

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
/** Objects whose keys are data: ids, and the free keys of `ext`. */
const KEYED_BY_DATA = new Set(['userInfoMap', 'metaInfoMap', 'ext']);

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
    if (KEYED_BY_DATA.has(path.split('.').at(-1) ?? '')) {
      const [row] = Object.values(expected);
      return Object.values(actual).flatMap((item) => differences(item, row, `${path}.*`));
    }
    return [...new Set([...Object.keys(actual), ...Object.keys(expected)])].flatMap((key) => {
      if (!(key in actual)) return [`${path}.${key}: missing`];
      if (!(key in expected)) return [`${path}.${key}: not in the sample`];
      return differences(actual[key], expected[key], `${path}.${key}`);
    });
  }
  const kindOf = (value: unknown): string => (value === null ? 'null' : typeof value);
  return kindOf(actual) === kindOf(expected) ? [] : [`${path}: ${kindOf(actual)} instead of ${kindOf(expected)}`];
}

/** The traffic of one bridge. */
interface Wire {
  /** Answers by path, in order. */
  readonly answers: Map<string, string[]>;
  readonly heads: Map<string, string>;
  readonly protobuf: Map<string, Response>;
  readonly sent: Frame[];
  readonly received: Frame[];
  readonly httpRequests: Request[];
}
const createWire = (): Wire => ({
  answers: new Map(),
  heads: new Map(),
  protobuf: new Map(),
  sent: [],
  received: [],
  httpRequests: [],
});

function recording<Recorded extends Bridge>(bridge: Recorded, wire: Wire): Recorded {
  const { answers, heads, protobuf, sent, received, httpRequests } = wire;
  const keep = (frames: Frame[], message: SocketMessage): void => {
    if (message.type === 'binary') frames.push(decodeFrame(message.bytes));
  };
  return {
    ...bridge,
    http: {
      async request(request) {
        const response = await bridge.http.request(request);
        const { pathname } = new URL(request.url);
        if (request.body.type === 'bytes') {
          httpRequests.push(decodeRequest(request.body.bytes));
          protobuf.set(pathname, decodeResponse(response.bytes));
        } else if (request.method === 'HEAD') heads.set(pathname, response.headers['x-ware-csrf-token'] ?? '');
        else answers.set(pathname, [...(answers.get(pathname) ?? []), response.text]);
        return response;
      },
    },
    sockets: {
      async open(options) {
        const socket = await bridge.sockets.open(options);
        return {
          ...socket,
          send(message) {
            keep(sent, message);
            socket.send(message);
          },
          onMessage: (listener) =>
            socket.onMessage((message) => {
              keep(received, message);
              listener(message);
            }),
        };
      },
    },
  };
}

let tiktok: TiktokHarness;
/** Cookie jars of the single shop, of the merchant, and of refused logins. */
const [bridge, merchants, nobodys] = [openBridge(), openBridge(), openBridge()];
function openBridge(): NodeBridge {
  return createBridge({ route: { kind: 'direct' }, storedCookies: null, clock: systemClock, uuid: randomUUID });
}
/** Traffic of a session whose shop has plain frames. */
const plain = createWire();
/** Traffic of a session of shops of which one has compressed frames. */
const packed = createWire();
/** Traffic of refused logins and of a refused message. */
const refused = createWire();

beforeAll(async () => {
  tiktok = await openTiktokHarness();
  await refuseLogins();
  await playPlain();
  await playPacked();
  await ask(recording(nobodys, refused), '/chat/api/seller/token');
});
afterAll(async () => {
  await Promise.all([bridge, merchants, nobodys].map((each) => each.close()));
  await tiktok.close();
});

const start = (wire: Wire, credentials: { readonly identifier?: string; readonly password?: string } = {}) =>
  tiktok.connector.startSession({
    bridge: recording(bridge, wire),
    media: bridge.media,
    shops: [{ platformShopId: asPlatformShopId(tiktok.conversation().shopId), country: 'MY', isCb: false }],
    credentials: {
      identifier: tiktok.login.identifier,
      password: tiktok.login.password,
      country: 'MY',
      ...credentials,
    },
    saveSession: async () => undefined,
    storedSession: null,
    ...NOBODY_WATCHES,
  });

/** A wrong password, an unknown account, and an account with a demanded captcha, in this order. */
async function refuseLogins(): Promise<void> {
  const { identifier } = tiktok.login;
  expect((await start(refused, { password: 'wrong' })).ok).toBe(false);
  expect((await start(refused, { identifier: 'nobody@nowhere.example' })).ok).toBe(false);
  tiktok.demands.set('tiktok', identifier, { demands: ['captcha'], remaining: null, refusal: null });
  expect((await start(refused)).ok).toBe(false);
  tiktok.demands.set('tiktok', identifier, { demands: [], remaining: null, refusal: null });
}

async function playPlain(): Promise<void> {
  const conversation = tiktok.conversation();
  const shopId = asPlatformShopId(conversation.shopId);
  const session = won(await start(plain));
  const log = new StreamLog();
  won(await session.listen(log));
  won(await session.fetchConversations(shopId, null));
  won(await session.fetchHistory(refOf(conversation), null));
  const letter = { text: 'x', quote: null };
  const outcome = await session.sendText({
    ...letter,
    conversation: refOf(conversation),
    idempotencyKey: randomUUID(),
  });
  if (outcome.kind !== 'accepted') throw new Error(outcome.kind);
  tiktok.world.readByBuyer('tiktok', conversation.conversationId, outcome.platformMessageId);
  await log.waitFor((seen) => seen.of('conversation.readByBuyer')[0], 'the read mark of the buyer');
  await log.message(tiktok.write(conversation, 'hello'));
  await readHistoryPages(shopId, conversation.buyer.buyerId);
  await session.close();

  const closed = tiktok.conversation(tiktok.login, 0, 1);
  tiktok.world.setStatus('tiktok', closed.conversationId, 'closed');
  const again = won(await start(refused));
  won(await again.listen(new StreamLog()));
  const said = await again.sendText({ ...letter, conversation: refOf(closed), idempotencyKey: randomUUID() });
  expect(said.kind).toBe('refused');
  await again.close();
}

/** Plays the merchant's shops: every second shop of the world has compressed frames. */
async function playPacked(): Promise<void> {
  const { session } = await visitTiktok(tiktok, tiktok.merchant, systemClock, { bridge: recording(merchants, packed) });
  const log = new StreamLog();
  won(await session.listen(log));
  for (const shop of tiktok.merchant.shopIds.keys()) {
    await log.message(tiktok.write(tiktok.conversation(tiktok.merchant, shop), 'hello'));
  }
  await session.close();
}

/** Makes the two calls that the connector does not use. */
async function readHistoryPages(shopId: string, pigeonUid: string): Promise<void> {
  const [told] = plain.answers.get('/chat/api/seller/getShopAndCsInfo') ?? [];
  const info: unknown = JSON.parse(demand(told, 'shop answer'));
  const { pigeonShopId } = z.object({ data: z.object({ pigeonShopId: z.string() }) }).parse(info).data;
  const calls = [
    ['getHistoryConversation', { pageSize: '20', direction: '1', timeIndex: '0' }],
    ['getHistoryMsg', { pigeonUid, pigeonShopId, cursor: '0', direction: '1', size: '20' }],
  ] as const;
  for (const [name, query] of calls) {
    const params = new URLSearchParams({ ...query, oec_seller_id: shopId });
    await ask(recording(bridge, plain), `/chat/api/seller/${name}?${params}`);
  }
}
const ask = (by: Bridge, path: string) =>
  by.http.request({
    method: 'GET',
    url: `${tiktok.server.origin}${path}`,
    headers: {},
    body: { type: 'none' },
    timeoutMs: 5_000,
  });

const LOGIN = '/passport/web/user/login/';
const jsonAt = (path: string, wire = plain): readonly unknown[] =>
  (wire.answers.get(path) ?? []).map((text): unknown => JSON.parse(text));
const bodyIn = (response: Response, slot: string): unknown =>
  z.object({ body: z.record(z.string(), z.unknown()) }).parse(toJson(ResponseSchema, response)).body[slot];
/** The reply's body as JSON, which shows the fields that are set. */
const bodiesAt = (path: string, slot: string): readonly unknown[] => {
  const response = plain.protobuf.get(path);
  return response === undefined ? [] : [bodyIn(response, slot)];
};
const repliesTo = (command: number, slot: string, wire = plain): readonly unknown[] =>
  wire.received
    .map(responseIn)
    .filter(({ cmd }) => cmd === command)
    .map((response) => bodyIn(response, slot));
const isPush = (frame: Frame): boolean => responseIn(frame).sequenceId === 0n;
const pushes = (encoding: string): readonly Frame[] =>
  [...plain.received, ...packed.received].filter((frame) => isPush(frame) && frame.payloadEncoding === encoding);
const notifyOf = (frame: Frame) => demand(responseIn(frame).body?.hasNewMessageNotify, 'notify');
/** The frame as JSON without its payload, which is compared separately. */
const bare = (frame: Frame): object => ({ ...(toJson(FrameSchema, frame) as object), payload: '' });

interface Compared {
  /** Everything of this kind that came over the wire. */
  readonly told: () => readonly unknown[];
  /** The sample in the form of the traffic; when absent, the sample unchanged. */
  readonly expected?: () => unknown;
}

/** The answers or requests that correspond to each sample. */
const TOLD: Readonly<Record<string, Compared>> = {
  'passport-refused': { told: () => jsonAt(LOGIN, refused).slice(0, 1) },
  'passport-unknown': { told: () => jsonAt(LOGIN, refused).slice(1, 2) },
  'passport-captcha': { told: () => jsonAt(LOGIN, refused).slice(2, 3) },
  'passport-success': { told: () => jsonAt(LOGIN) },
  'not-logged-in': { told: () => jsonAt('/chat/api/seller/token', refused).slice(-1) },
  'shop-list': { told: () => jsonAt('/api/v1/shop_im/multi_shop/user/get_info_list') },
  'shop-and-cs-info': { told: () => jsonAt('/chat/api/seller/getShopAndCsInfo') },
  token: { told: () => jsonAt('/chat/api/seller/token') },
  'user-info': { told: () => jsonAt('/chat/api/seller/getUserInfo') },
  'meta-info': { told: () => jsonAt('/chat/api/seller/mgetConversationMetaInfo') },
  'history-conversation': { told: () => jsonAt('/chat/api/seller/getHistoryConversation') },
  'history-msg': { told: () => jsonAt('/chat/api/seller/getHistoryMsg') },
  'csrf-header': { told: () => [...plain.heads.values()].map((value) => ({ 'x-ware-csrf-token': value })) },
  'init-page': {
    told: () => bodiesAt('/v2/message/get_by_user_init', 'messagesPerUserInitV2Body'),
    expected: () =>
      toJson(
        MessagesPerUserInitV2ResponseBodySchema,
        fromJson(MessagesPerUserInitV2ResponseBodySchema, sample('init-page')),
      ),
  },
  'history-page': { told: () => bodiesAt('/v1/message/get_by_conversation', 'messagesInConversationBody') },
  'send-reply': { told: () => repliesTo(100, 'sendMessageBody') },
  'send-closed': { told: () => repliesTo(100, 'sendMessageBody', refused) },
  'read-indexes': { told: () => repliesTo(2000, 'participantsReadIndexBody') },
  'frame-push': { told: () => pushes('').map(bare), expected: () => bare(sampleFrame('frame-push')) },
  'frame-push-lz4': { told: () => pushes('__lz4').map(bare), expected: () => bare(sampleFrame('frame-push-lz4')) },
  'push-read': {
    told: () =>
      pushes('')
        .map(notifyOf)
        .filter(({ message }) => message?.messageType === 50_013)
        .map((notify) => toJson(NewMessageNotifySchema, notify)),
  },
  'frame-read-index': {
    told: () => plain.sent.filter((frame) => requestIn(frame).cmd === 2000).map((frame) => toJson(FrameSchema, frame)),
    expected: () => toJson(FrameSchema, sampleFrame('frame-read-index')),
  },
};

describe('simulator and samples', () => {
  it('covers every sample', () => {
    const names = readdirSync(SAMPLES).flatMap((file) => (file.endsWith('.json') ? file.slice(0, -5) : []));
    expect(Object.keys(TOLD).sort()).toEqual(names.sort());
  });

  it.each(Object.entries(TOLD))('%s', (name, { told, expected = () => sample(name) }) => {
    const all = told();
    expect(all).not.toEqual([]);
    for (const one of all) expect(differences(one, expected())).toEqual([]);
  });

  it('the three refused logins have the error codes of their samples', () => {
    const codeOf = (answer: unknown): number =>
      z.object({ data: z.object({ error_code: z.number() }) }).parse(answer).data.error_code;
    const names = ['passport-refused', 'passport-unknown', 'passport-captcha'];
    expect(jsonAt(LOGIN, refused).slice(0, 3).map(codeOf)).toEqual(names.map((name) => codeOf(sample(name))));
  });

  it('the CSRF header has the five parts of the sample', () => {
    const header = z.object({ 'x-ware-csrf-token': z.string() }).parse(sample('csrf-header'))['x-ware-csrf-token'];
    const told = demand(plain.heads.get('/chat/api/seller/getUserInfo'), 'header');
    const [code, token, life, word, session] = told.split(',');
    expect([code, word]).toEqual([header.split(',')[0], header.split(',')[3]]);
    expect(demand(token, 'token')).toHaveLength(demand(header.split(',')[1], 'token').length);
    expect(Number(life)).toBeGreaterThan(0);
    expect(session).not.toBe('');
  });

  it.each([
    ['', 'frame-push'],
    ['__lz4', 'frame-push-lz4'],
  ])(
    'pushes of encoding "%s" say what sample %s says, but for the sender’s text id and the counts',
    (encoding, name) => {
      const messages = pushes(encoding)
        .map(notifyOf)
        .filter(({ message }) => message?.messageType === 1000);
      expect(messages).not.toEqual([]);
      const shown = toJson(NewMessageNotifySchema, notifyOf(sampleFrame(name)));
      for (const notify of messages) {
        expect(differences(toJson(NewMessageNotifySchema, notify), shown)).toEqual([
          '.message.orderInConversation: not in the sample',
          '.message.secSender: not in the sample',
          '.indexInConversation: not in the sample',
          '.badgeCount: not in the sample',
        ]);
      }
    },
  );
});

describe('what the connector sends', () => {
  const withoutBody = (request: Request): unknown => ({ ...(toJson(RequestSchema, request) as object), body: null });
  const { sent, httpRequests } = plain;

  it('sets the fields of the captured frame, and no other', () => {
    const captured = sampleFrame('frame-read-index');
    expect(sent.length).toBeGreaterThan(1);
    const request = withoutBody(requestIn(captured));
    for (const frame of sent) {
      expect(differences(toJson(FrameSchema, frame), toJson(FrameSchema, captured))).toEqual([]);
      expect(differences(withoutBody(requestIn(frame)), request)).toEqual([]);
    }
    for (const other of httpRequests) expect(differences(withoutBody(other), request)).toEqual([]);
  });

  it('asks for read indexes in the slot and with the ids of the captured frame', () => {
    const captured = toJson(RequestSchema, requestIn(sampleFrame('frame-read-index')));
    const asked = sent.map(requestIn).filter(({ cmd }) => cmd === 2000);
    expect(asked.length).toBeGreaterThan(0);
    for (const request of asked) expect(differences(toJson(RequestSchema, request), captured)).toEqual([]);
  });

  it('numbers frames upwards from 10001, the frame like the request inside', () => {
    // Requests over HTTP take numbers from the same counter, so there are gaps.
    expect(sent.length).toBeGreaterThan(0);
    for (const [index, { seqid }] of sent.entries()) expect(seqid).toBeGreaterThan(sent[index - 1]?.seqid ?? 10_000n);
    for (const frame of sent) expect(requestIn(frame).sequenceId).toBe(frame.seqid);
  });
});
