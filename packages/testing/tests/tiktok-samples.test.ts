/**
 * What the simulator answers has exactly the fields of the connector's samples, and what the connector sends has those of
 * the captured frame, so that the two sides cannot agree with each other on something invented.
 */
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { type Bridge, createBridge, type SocketMessage, systemClock } from '@pasar/bridge';
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
import { demand, NOBODY_WATCHES, openTiktokWorld, refOf, type TiktokWorld, won } from './tiktok-world.ts';

const SAMPLES = new URL('../../connectors/tiktok/src/samples/', import.meta.url);
const sample = (name: string): JsonValue =>
  z.object({ wire: z.json() }).parse(JSON.parse(readFileSync(new URL(`${name}.json`, SAMPLES), 'utf8'))).wire;
const sampleFrame = (name: string): Frame =>
  decodeFrame(Uint8Array.from(Buffer.from(z.string().parse(sample(name)), 'hex')));

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
/** Objects whose keys are data: ids, and the free keys of `ext`. */
const KEYED_BY_DATA = new Set(['userInfoMap', 'metaInfoMap', 'ext']);

/** Paths at which `actual` has another type than the sample, or other keys. A list's rows are like its first sample row. */
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

/** What went over the wires of one session. */
const answers = new Map<string, string>();
const heads = new Map<string, string>();
const protobuf = new Map<string, Response>();
const sent: Frame[] = [];
const received: Frame[] = [];
const httpRequests: Request[] = [];

function recording(bridge: Bridge): Bridge {
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
        else answers.set(`${pathname}${answers.has(pathname) ? ' again' : ''}`, response.text);
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

let tiktok: TiktokWorld;
const bridge = createBridge({ route: { kind: 'direct' }, storedCookies: null, clock: systemClock, uuid: randomUUID });

beforeAll(async () => {
  tiktok = await openTiktokWorld();
  const conversation = tiktok.conversation();
  const shopId = asPlatformShopId(conversation.shopId);
  const { identifier, password } = tiktok.login;
  const start = (secret: string) =>
    tiktok.connector.startSession({
      bridge: recording(bridge),
      media: bridge.media,
      shops: [{ platformShopId: shopId, country: 'MY', isCb: false }],
      credentials: { identifier, password: secret, country: 'MY' },
      saveSession: async () => undefined,
      storedSession: null,
      ...NOBODY_WATCHES,
    });
  expect((await start('wrong')).ok).toBe(false);
  const session = won(await start(password));
  const log = new StreamLog();
  won(await session.listen(log));
  won(await session.fetchConversations(shopId, null));
  won(await session.fetchHistory(refOf(conversation), null));
  const outcome = await session.sendText({
    conversation: refOf(conversation),
    text: 'x',
    quote: null,
    idempotencyKey: randomUUID(),
  });
  if (outcome.kind !== 'accepted') throw new Error(outcome.kind);
  tiktok.world.readByBuyer('tiktok', conversation.conversationId, outcome.platformMessageId);
  await log.waitFor((seen) => seen.of('conversation.readByBuyer')[0], 'the read mark of the buyer');
  await log.message(tiktok.write(conversation, 'hello'));
  won(await session.reopen(refOf(conversation)));
  await readHistoryPages(shopId, conversation.buyer.buyerId);
  await session.close();
});
afterAll(async () => {
  await bridge.close();
  await tiktok.close();
});

/** The two calls that the connector has no use for yet. */
async function readHistoryPages(shopId: string, pigeonUid: string): Promise<void> {
  const info = JSON.parse(demand(answers.get('/chat/api/seller/getShopAndCsInfo'), 'shop answer'));
  const { pigeonShopId } = z.object({ data: z.object({ pigeonShopId: z.string() }) }).parse(info).data;
  const calls = [
    ['getHistoryConversation', { pageSize: '20', direction: '1', timeIndex: '0' }],
    ['getHistoryMsg', { pigeonUid, pigeonShopId, cursor: '0', direction: '1', size: '20' }],
  ] as const;
  for (const [name, query] of calls) {
    const params = new URLSearchParams({ ...query, oec_seller_id: shopId });
    await recording(bridge).http.request({
      method: 'GET',
      url: `${tiktok.server.origin}/chat/api/seller/${name}?${params}`,
      headers: {},
      body: { type: 'none' },
      timeoutMs: 5_000,
    });
  }
}

describe('JSON answers', () => {
  it.each([
    ['/passport/web/user/login/', 'passport-refused'],
    ['/passport/web/user/login/ again', 'passport-success'],
    ['/api/v1/shop_im/multi_shop/user/get_info_list', 'shop-list'],
    ['/chat/api/seller/getShopAndCsInfo', 'shop-and-cs-info'],
    ['/chat/api/seller/token', 'token'],
    ['/chat/api/seller/getUserInfo', 'user-info'],
    ['/chat/api/seller/mgetConversationMetaInfo', 'meta-info'],
    ['/chat/api/seller/createGroupChat', 'create-group-chat'],
    ['/chat/api/seller/getHistoryConversation', 'history-conversation'],
    ['/chat/api/seller/getHistoryMsg', 'history-msg'],
  ])('%s is like sample %s', (path, name) => {
    expect(differences(JSON.parse(demand(answers.get(path), `answer of ${path}`)), sample(name))).toEqual([]);
  });

  it('the CSRF header has the five parts of the sample', () => {
    const header = z.object({ 'x-ware-csrf-token': z.string() }).parse(sample('csrf-header'))['x-ware-csrf-token'];
    const [code, token, life, word, session] = demand(heads.get('/chat/api/seller/getUserInfo'), 'header').split(',');
    expect([code, word]).toEqual([header.split(',')[0], header.split(',')[3]]);
    expect(demand(token, 'token')).toHaveLength(demand(header.split(',')[1], 'token').length);
    expect(Number(life)).toBeGreaterThan(0);
    expect(session).not.toBe('');
  });

  it('a call without a session is told so as in the sample', async () => {
    const response = await fetch(`${tiktok.server.origin}/chat/api/seller/token`);
    expect(differences(await response.json(), sample('not-logged-in'))).toEqual([]);
  });
});

describe('protobuf answers', () => {
  /** The reply's body in JSON, which shows the fields that are set. */
  const bodyAt = (path: string, slot: string): unknown => {
    const json = toJson(ResponseSchema, demand(protobuf.get(path), `answer of ${path}`));
    return z.object({ body: z.record(z.string(), z.unknown()) }).parse(json).body[slot];
  };

  it('a page of conversations is like its sample', () => {
    const page = bodyAt('/v2/message/get_by_user_init', 'messagesPerUserInitV2Body');
    const expected = toJson(
      MessagesPerUserInitV2ResponseBodySchema,
      fromJson(MessagesPerUserInitV2ResponseBodySchema, sample('init-page')),
    );
    expect(differences(page, expected)).toEqual([]);
  });

  it('a page of history is like its sample', () => {
    const page = bodyAt('/v1/message/get_by_conversation', 'messagesInConversationBody');
    expect(differences(page, sample('history-page'))).toEqual([]);
  });

  const repliesTo = (command: number): unknown[] =>
    received.flatMap((frame) => {
      const response = responseIn(frame);
      return response.cmd === command ? [toJson(ResponseSchema, response)] : [];
    });
  const slotOf = (reply: unknown, slot: string): unknown =>
    z.object({ body: z.record(z.string(), z.unknown()) }).parse(reply).body[slot];

  it('the reply to a send and the read indexes are like their samples', () => {
    expect(differences(slotOf(repliesTo(100)[0], 'sendMessageBody'), sample('send-reply'))).toEqual([]);
    expect(differences(slotOf(repliesTo(2000)[0], 'participantsReadIndexBody'), sample('read-indexes'))).toEqual([]);
  });

  it('pushes have the frame of sample C, and its fields but for the sender’s text id and the counts', () => {
    const pushes = received.filter((frame) => responseIn(frame).sequenceId === 0n);
    const bare = (frame: Frame) => ({ ...(toJson(FrameSchema, frame) as object), payload: '', payloadEncoding: '' });
    for (const push of pushes) expect(differences(bare(push), bare(sampleFrame('frame-push')))).toEqual([]);
    const told = pushes.map((push) => demand(responseIn(push).body?.hasNewMessageNotify, 'notify'));
    const expected = demand(responseIn(sampleFrame('frame-push')).body?.hasNewMessageNotify, 'notify');
    const shown = toJson(NewMessageNotifySchema, expected);
    for (const notify of told.filter(({ message }) => message?.messageType === 1000)) {
      expect(differences(toJson(NewMessageNotifySchema, notify), shown)).toEqual([
        '.message.orderInConversation: not in the sample',
        '.message.secSender: not in the sample',
        '.indexInConversation: not in the sample',
        '.badgeCount: not in the sample',
      ]);
    }
    const read = demand(
      told.find(({ message }) => message?.messageType === 50_013),
      'read push',
    );
    expect(differences(toJson(NewMessageNotifySchema, read), sample('push-read'))).toEqual([]);
  });
});

describe('what the connector sends', () => {
  const withoutBody = (request: Request): unknown => ({ ...(toJson(RequestSchema, request) as object), body: null });

  it('sets the fields of the captured frame, and no other', () => {
    const captured = sampleFrame('frame-read-index');
    expect(sent.length).toBeGreaterThan(1);
    for (const frame of sent) {
      expect(differences(toJson(FrameSchema, frame), toJson(FrameSchema, captured))).toEqual([]);
      expect(differences(withoutBody(requestIn(frame)), withoutBody(requestIn(captured)))).toEqual([]);
    }
    for (const request of httpRequests) {
      expect(differences(withoutBody(request), withoutBody(requestIn(captured)))).toEqual([]);
    }
  });

  it('asks for read indexes in the slot and with the ids of the captured frame', () => {
    const captured = toJson(RequestSchema, requestIn(sampleFrame('frame-read-index')));
    const asked = sent.map(requestIn).filter(({ cmd }) => cmd === 2000);
    expect(asked.length).toBeGreaterThan(0);
    for (const request of asked) expect(differences(toJson(RequestSchema, request), captured)).toEqual([]);
  });

  it('numbers frames upwards from 10001, the frame as the request inside', () => {
    // note: what goes over HTTP takes its numbers from the same counter, so that there are gaps.
    expect(sent.length).toBeGreaterThan(0);
    for (const [index, { seqid }] of sent.entries()) expect(seqid).toBeGreaterThan(sent[index - 1]?.seqid ?? 10_000n);
    for (const frame of sent) expect(requestIn(frame).sequenceId).toBe(frame.seqid);
  });
});
