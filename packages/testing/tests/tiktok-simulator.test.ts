/**
 * The simulated TikTok Shop without the connector: its refusals, its limits, and its faults on the socket and over
 * HTTP.
 */
import { randomUUID } from 'node:crypto';
import { createBridge, type Socket, type SocketMessage, systemClock } from '@pasar/bridge';
import {
  accessKey,
  buildHttpCall,
  buildRequest,
  COMMANDS,
  type Command,
  type CommandBody,
  type CommandSchema,
  decodeFrame,
  decodeResponse,
  frameRequest,
  MessageDirection,
  readHttpReply,
  responseIn,
  STATUS,
} from '@pasar/im-protocol';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { Login } from '../../../apps/simulator/src/world/types.ts';
import { eventually, within } from '../src/wait.ts';
import { demand, openTiktokHarness, TIKTOK_IDS, TIKTOK_KEYS, type TiktokHarness } from './tiktok-harness.ts';

let tiktok: TiktokHarness;
let cookie = '';
const bridge = createBridge({ route: { kind: 'direct' }, storedCookies: null, clock: systemClock, uuid: randomUUID });
const sockets: Socket[] = [];
beforeAll(async () => {
  tiktok = await openTiktokHarness();
});
beforeEach(async () => {
  cookie = await signIn(tiktok.login);
});
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.close();
  tiktok.faults.clear();
});
afterAll(async () => {
  await bridge.close();
  await tiktok.close();
});

const mix = (text: string): string =>
  Buffer.from(new TextEncoder().encode(text).map((byte) => byte ^ 5)).toString('hex');
async function signIn({ identifier, password }: Login): Promise<string> {
  const response = await fetch(`${tiktok.server.origin}/passport/web/user/login/`, {
    method: 'POST',
    body: new URLSearchParams({ mix_mode: '1', email: mix(identifier), password: mix(password) }),
  });
  await response.text();
  return response.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ');
}

const envelope = z.object({
  code: z.number(),
  message: z.string(),
  data: z.record(z.string(), z.unknown()).nullable(),
});
async function call(path: string, init: RequestInit = {}) {
  const response = await fetch(`${tiktok.server.origin}${path}`, { headers: { cookie }, ...init });
  return { status: response.status, ...envelope.parse(await response.json()) };
}
const shopId = (login = tiktok.login, index = 0): string => demand(login.shopIds[index], 'shop');

async function tokenOf(shop = shopId()): Promise<{ token: string; pigeonCid: string; wsUrl: string; apiUrl: string }> {
  const { data } = await call(`/chat/api/seller/token?oec_seller_id=${shop}`);
  return z.object({ token: z.string(), pigeonCid: z.string(), wsUrl: z.string(), apiUrl: z.string() }).parse(data);
}
const profileOf = (token: string, deviceId: string) => ({
  service: 10_002,
  method: 1,
  sdkVersion: '0.3.8',
  buildNumber: 'test',
  deviceId,
  devicePlatform: 'web',
  token: () => token,
});

describe('seller site', () => {
  it('gives no token without a login, and none for another seller’s shop', async () => {
    const path = '/chat/api/seller/token';
    expect(await call(path, { headers: {} })).toMatchObject({ status: 200, code: 10_001, data: null });
    expect((await call(`${path}?oec_seller_id=${shopId(tiktok.merchant)}`)).code).toBe(10_003);
    expect((await call(`${path}?oec_seller_id=${shopId()}`)).code).toBe(0);
  });

  it('names every shop of a merchant', async () => {
    cookie = await signIn(tiktok.merchant);
    const { data } = await call('/api/v1/shop_im/multi_shop/user/get_info_list');
    const { shop_infos: shops } = z
      .object({ shop_infos: z.array(z.object({ outer_shop_id: z.string() })) })
      .parse(data);
    expect(shops.map(({ outer_shop_id: id }) => id)).toEqual(tiktok.merchant.shopIds);
  });

  it('demands a CSRF token of the same session for a change', async () => {
    const path = '/chat/api/seller/msetConversationMetaInfo';
    const { conversationId, isPinned } = tiktok.conversation();
    const body = JSON.stringify({ conversationShortIdList: [conversationId], setStar: !isPinned });
    const post = (token: string) =>
      call(path, {
        method: 'POST',
        body,
        headers: { cookie, 'content-type': 'application/json', 'x-csrf-token': token },
      });
    const head = await fetch(`${tiktok.server.origin}${path}`, { method: 'HEAD', headers: { cookie } });
    const token = demand(head.headers.get('x-ware-csrf-token')?.split(',')[1], 'csrf token');
    expect((await post('made up')).status).toBe(403);
    const own = cookie;
    cookie = await signIn(tiktok.login);
    expect((await post(token)).status).toBe(403);
    cookie = own;
    expect(await post(token)).toMatchObject({ status: 200, code: 0 });
    expect(tiktok.conversation().isPinned).toBe(!isPinned);
  });

  it('protects trade by the session, the shop and, for a POST, the CSRF token', async () => {
    const path = '/api/v1/product/local/products/list';
    expect(await call(path, { headers: {} })).toMatchObject({ code: 10_001 });
    expect((await call(`${path}?oec_seller_id=${shopId(tiktok.merchant)}`)).code).toBe(10_003);
    expect((await call(`${path}?page_size=51`)).code).toBe(10_004);
    const post = { method: 'POST', headers: { cookie, 'content-type': 'application/json' }, body: '{}' };
    expect((await call('/api/v2/trade/orders/list', post)).status).toBe(403);
    expect((await call('/chat/api/seller/getOrderDetail?orderId=1')).message).toBe('order not found');
  });

  it('pages through history as JSON, newest first', async () => {
    const { buyer } = tiktok.conversation();
    const info = await call('/chat/api/seller/getShopAndCsInfo');
    const { pigeonShopId } = z.object({ pigeonShopId: z.string() }).parse(info.data);
    const page = z.object({
      messageList: z.array(z.object({ serverMessageId: z.string() })),
      cursor: z.string(),
      hasMore: z.boolean(),
    });
    const seen: string[] = [];
    for (let cursor = '0', hasMore = true; hasMore; ) {
      const query = new URLSearchParams({ pigeonUid: buyer.buyerId, pigeonShopId, cursor, direction: '1', size: '20' });
      const read = page.parse((await call(`/chat/api/seller/getHistoryMsg?${query}`)).data);
      seen.push(...read.messageList.map(({ serverMessageId }) => serverMessageId));
      ({ cursor, hasMore } = read);
    }
    expect(seen).toEqual(
      tiktok
        .conversation()
        .messages.map(({ messageId }) => messageId)
        .reverse(),
    );
  });

  it.each([
    ['tooManyRequests', 429],
    ['forbidden', 403],
  ] as const)('%s strikes a call of its shop once', async (kind, status) => {
    tiktok.fault(kind, shopId());
    const path = `/chat/api/seller/token?oec_seller_id=${shopId()}`;
    expect((await call(path)).status).toBe(status);
    expect((await call(path)).status).toBe(200);
  });

  it('does not answer a call with a timeout fault, and can close anyway', async () => {
    const other = await openTiktokHarness();
    other.faults.add({ kind: 'timeout', marketplace: 'tiktok', shopId: null, count: 1, forMs: null, delayMs: 0 });
    const hanging = fetch(`${other.server.origin}/chat/api/seller/token`).then(
      () => 'answered',
      () => 'cut',
    );
    await eventually(async () => (other.faults.list().length === 0 ? true : null), 'the fault to strike');
    await within(other.close(), 'the server to close');
    expect(await hanging).toBe('cut');
  });
});

describe('protobuf over HTTP', () => {
  it('tells an unknown token from an expired token', async () => {
    const { token, pigeonCid, apiUrl } = await tokenOf();
    const post = async (word: string) => {
      const read = buildHttpCall(profileOf(word, pigeonCid), COMMANDS.messagesPerUserInit, 10_001n, { cursor: 0n });
      const response = await fetch(`${apiUrl}${read.path}`, {
        method: 'POST',
        headers: { 'content-type': read.contentType },
        body: Buffer.from(read.bytes),
      });
      return readHttpReply(COMMANDS.messagesPerUserInit, new Uint8Array(await response.arrayBuffer()));
    };
    expect(await post('made up')).toMatchObject({ kind: 'refused', statusCode: STATUS.INVALID_TOKEN, status: 'token' });
    expect(await post(token)).toMatchObject({ kind: 'replied' });
    tiktok.fault('tokenExpired', shopId());
    expect(await post(token)).toMatchObject({ kind: 'refused', statusCode: STATUS.EXPIRED_TOKEN, status: 'token' });
  });

  it('treats the body of another command as empty, and a body that is not protobuf as a bad request', async () => {
    const { token, pigeonCid, apiUrl } = await tokenOf();
    const read = buildHttpCall(profileOf(token, pigeonCid), COMMANDS.readIndex, 10_001n, {});
    const headers = { 'content-type': read.contentType };
    const wrong = await fetch(`${apiUrl}${COMMANDS.markRead.path}`, {
      method: 'POST',
      headers,
      body: Buffer.from(read.bytes),
    });
    const answer = readHttpReply(COMMANDS.markRead, new Uint8Array(await wrong.arrayBuffer()));
    expect(answer).toMatchObject({
      kind: 'refused',
      statusCode: STATUS.INVALID_REQUEST,
      detail: expect.stringContaining('body is empty'),
    });
    const bad = await fetch(`${apiUrl}${read.path}`, { method: 'POST', headers, body: '<html>' });
    expect(bad.status).toBe(400);
    await bad.arrayBuffer();
  });

  it('pages through all conversations without losing one, and through messages in both directions', async () => {
    const { token, pigeonCid, apiUrl } = await tokenOf();
    const profile = profileOf(token, pigeonCid);
    const ask = async (built: { path: string; contentType: string; bytes: Uint8Array }) => {
      const response = await fetch(`${apiUrl}${built.path}`, {
        method: 'POST',
        headers: { 'content-type': built.contentType },
        body: Buffer.from(built.bytes),
      });
      return new Uint8Array(await response.arrayBuffer());
    };
    const seen: string[] = [];
    for (let cursor = 0n, hasMore = true; hasMore; ) {
      const bytes = await ask(buildHttpCall(profile, COMMANDS.messagesPerUserInit, 10_001n, { cursor }));
      const reply = readHttpReply(COMMANDS.messagesPerUserInit, bytes);
      if (reply.kind !== 'replied') throw new Error(reply.kind);
      seen.push(...reply.body.conversations.map(({ conversationId }) => conversationId));
      cursor = reply.body.nextCursor;
      hasMore = reply.body.hasMore;
    }
    const known = tiktok.world.conversations('tiktok', shopId()).map(({ conversationId }) => conversationId);
    expect(seen.toSorted()).toEqual(known.toSorted());

    const { conversationId, messages } = tiktok.conversation();
    const page = async (direction: MessageDirection, anchorIndex: bigint, limit: number) => {
      const body = { conversationId, direction, anchorIndex, limit };
      const bytes = await ask(buildHttpCall(profile, COMMANDS.messagesInConversation, 10_002n, body));
      const reply = readHttpReply(COMMANDS.messagesInConversation, bytes);
      if (reply.kind !== 'replied') throw new Error(reply.kind);
      return reply.body.messages;
    };
    const [newest, second, third] = await page(MessageDirection.FROM_LATEST, 0n, 3);
    expect(String(newest?.serverMessageId)).toBe(messages.at(-1)?.messageId);
    const anchor = demand(second, 'second message').indexInConversation;
    expect(await page(MessageDirection.OLDER, anchor, 1)).toMatchObject([{ serverMessageId: third?.serverMessageId }]);
    expect(await page(MessageDirection.NEWER, anchor, 5)).toMatchObject([{ serverMessageId: newest?.serverMessageId }]);
  });
});

describe('the rest of the protocol over HTTP', () => {
  const ask = async <Req extends CommandSchema, Reply>(command: Command<Req, Reply>, body: CommandBody<Req>) => {
    const { token, pigeonCid, apiUrl } = await tokenOf();
    const built = buildHttpCall(profileOf(token, pigeonCid), command, 10_001n, body);
    const init = { method: 'POST', headers: { 'content-type': built.contentType }, body: Buffer.from(built.bytes) };
    const response = await fetch(`${apiUrl}${built.path}`, init);
    expect(response.status, built.path).toBe(200);
    return readHttpReply(command, new Uint8Array(await response.arrayBuffer()));
  };

  it('knows every command of the table', async () => {
    const { token, pigeonCid, apiUrl } = await tokenOf();
    const { bytes, contentType } = buildHttpCall(profileOf(token, pigeonCid), COMMANDS.readIndex, 10_001n, {});
    const commands = Object.values<Command>(COMMANDS);
    expect(commands.length).toBeGreaterThan(60);
    for (const command of commands) {
      const init = { method: 'POST', headers: { 'content-type': contentType }, body: Buffer.from(bytes) };
      const response = await fetch(`${apiUrl}${command.path}`, init);
      expect(response.status, command.path).toBe(200);
      const answer = decodeResponse(new Uint8Array(await response.arrayBuffer()));
      // An unknown command has another status than an unusable body.
      expect(answer, command.path).toMatchObject({ cmd: command.number, statusCode: STATUS.INVALID_REQUEST });
    }
  });

  it('accepts bytes with a token and serves them at the signed address', async () => {
    const granted = await ask(COMMANDS.uploadToken, { tokenType: 1 });
    if (granted.kind !== 'replied') throw new Error(granted.kind);
    const put = (token: string, body: string) =>
      fetch(`${granted.body.hosts[0]}/upload`, {
        method: 'POST',
        headers: { 'x-upload-token': token, 'content-type': 'image/png' },
        body,
      });
    expect((await put('made up', 'a picture')).status).toBe(401);
    expect((await put(granted.body.token, '')).status).toBe(400);
    const stored = await put(granted.body.token, 'a picture');
    const { uri } = z.object({ uri: z.string() }).parse(await stored.json());
    const urls = await ask(COMMANDS.mediaUrls, { uri, mediaType: 1 });
    if (urls.kind !== 'replied') throw new Error(urls.kind);
    const url = demand(urls.body.imgOptions[0]?.urls[0], 'address');
    const got = await fetch(url);
    expect([got.status, got.headers.get('content-type'), await got.text()]).toEqual([200, 'image/png', 'a picture']);
    expect((await fetch(url.replace(/s=../, 's=xx'))).status).toBe(403);
  });

  it('sets the sender of a message, whatever its client claims', async () => {
    const conversation = tiktok.conversation();
    const { conversationId } = conversation;
    const ext = { sender_role: '1', shop_region: 'XX' };
    const sent = await ask(COMMANDS.sendMessage, { conversationId, content: 'hello', messageType: 1000, ext });
    if (sent.kind !== 'replied') throw new Error(sent.kind);
    expect(conversation.messages.at(-1)).toMatchObject({ from: 'seller', kind: 'text', content: { text: 'hello' } });
    const page = await ask(COMMANDS.messageById, { conversationId, serverMessageId: sent.body.serverMessageId });
    if (page.kind !== 'replied') throw new Error(page.kind);
    const shop = demand(tiktok.world.shop('tiktok', conversation.shopId), 'shop');
    expect(page.body.msgInfo?.body?.ext).toMatchObject({
      type: 'text',
      sender_role: '2',
      shop_region: shop.country,
      sender_im_id: shop.userId,
    });
  });
});

describe('the socket', () => {
  const url = (wsUrl: string, token: string, deviceId: string, key: string): string =>
    `${wsUrl}?${new URLSearchParams({ token, device_id: deviceId, access_key: key, aid: '5341', fpid: '92' })}`;
  const keyOf = (deviceId: string, appKey = TIKTOK_KEYS.appKey): string =>
    accessKey({ fpid: TIKTOK_IDS.fpid, appKey, deviceId, salt: TIKTOK_KEYS.salt });
  const open = async (address: string): Promise<Socket> => {
    const protocols = ['binary', 'base64', 'pbbp2'];
    const socket = await bridge.sockets.open({ url: address, protocols, headers: {}, connectTimeoutMs: 5_000 });
    sockets.push(socket);
    return socket;
  };
  const nextMessage = (socket: Socket): Promise<SocketMessage> =>
    within(new Promise((resolve) => socket.onMessage(resolve)), 'a message');
  const refusal = (status: number) => expect.objectContaining({ code: 'handshake', status });

  it('accepts a token with the access key that belongs to it', async () => {
    const { token, pigeonCid, wsUrl } = await tokenOf();
    await expect(open(url(wsUrl, 'made up', pigeonCid, keyOf(pigeonCid)))).rejects.toThrow(refusal(401));
    await expect(open(url(wsUrl, token, pigeonCid, keyOf(pigeonCid, 'wrong')))).rejects.toThrow(refusal(403));
    await expect(open(url(wsUrl, token, '1', keyOf('1')))).rejects.toThrow(refusal(403));
    const elsewhere = wsUrl.replace('/v2', '/v3');
    await expect(open(url(elsewhere, token, pigeonCid, keyOf(pigeonCid)))).rejects.toThrow(refusal(404));
    await open(url(wsUrl, token, pigeonCid, keyOf(pigeonCid)));
  });

  it('answers `hi` with `hi`, ignores unreadable frames, and names an unknown command', async () => {
    const { token, pigeonCid, wsUrl } = await tokenOf();
    const socket = await open(url(wsUrl, token, pigeonCid, keyOf(pigeonCid)));
    socket.send({ type: 'binary', bytes: new TextEncoder().encode('<html>') });
    const hello = nextMessage(socket);
    socket.send({ type: 'text', text: 'hi' });
    expect(await hello).toEqual({ type: 'text', text: 'hi' });

    const unknown = { ...COMMANDS.readIndex, number: 9_999 };
    const request = buildRequest(profileOf(token, pigeonCid), unknown, 10_001n, {});
    const answer = nextMessage(socket);
    socket.send({ type: 'binary', bytes: frameRequest(profileOf(token, pigeonCid), request, Date.now(), {}) });
    const message = await answer;
    if (message.type !== 'binary') throw new Error('a text');
    expect(responseIn(decodeFrame(message.bytes))).toMatchObject({
      cmd: 9_999,
      sequenceId: 10_001n,
      statusCode: STATUS.INVALID_CMD,
    });
  });

  it('is cut by socketDropped as often as the fault’s count, even after a reconnect', async () => {
    const { token, pigeonCid, wsUrl } = await tokenOf();
    const address = url(wsUrl, token, pigeonCid, keyOf(pigeonCid));
    const first = await open(address);
    tiktok.fault('socketDropped', shopId(), { count: 2 });
    expect((await within(first.closed, 'the socket to be cut')).code).toBe(1006);
    const again = await open(address);
    expect((await within(again.closed, 'the next socket to be cut')).code).toBe(1006);
    await open(address);
    expect(tiktok.faults.list()).toEqual([]);
  });
});
