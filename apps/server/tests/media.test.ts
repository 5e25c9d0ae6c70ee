import { createServer, type RequestListener } from 'node:http';
import { buyerMediaPath, CALLS, cardMediaPath, deliveryMediaPath, messageMediaPath, videoMediaPath } from '@pasar/api';
import { createAddressGuard, createBridge, type NodeBridge, systemClock } from '@pasar/bridge';
import { type MessageContent, refusal, SCREEN_LIMITS } from '@pasar/domain';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ingest } from '../src/engine/ingest/ingest.ts';
import type { OwnedConnection } from '../src/engine/ingest/types.ts';
import { fetchPicture, unavailable } from '../src/engine/media.ts';
import type { PictureFetcher } from '../src/http/media.ts';
import {
  listing,
  makeTenant,
  messageAt,
  openTestDatabase,
  type TestDatabase,
  type TestTenant,
} from './harness/database.ts';
import { PictureConnector, PNG } from './harness/picture-connector.ts';
import { openTestWeb, type TestWeb, Visitor } from './harness/web.ts';

let database: TestDatabase;
let ours: TestTenant;
let theirs: TestTenant;
let web: TestWeb;
let bridge: NodeBridge;
let connector: PictureConnector;
let main: Visitor;
let marketplace: { readonly origin: string; answer: RequestListener; close(): void };
const asked: string[] = [];

/** A process holds the connections of `ours`; no process holds others. */
const pictures: PictureFetcher = {
  fetchPicture: async (_scope, connectionId, shop, url, as) => {
    asked.push(`${shop} ${url}`);
    if (connectionId !== ours.connections[0]?.connectionId) return unavailable('held elsewhere');
    return fetchPicture({ session: connector.session(), media: bridge.media }, shop, url, as);
  },
};

beforeAll(async () => {
  database = await openTestDatabase();
  const sub = { password: 'right', name: 'sub', permissionCodeList: ['chat' as const] };
  const shops = [{ marketplace: 'shopee' as const, platformShopId: '11' }];
  ours = await makeTenant(
    database,
    'ours@x',
    [['11', '12']],
    [
      { ...sub, username: 'ours:chat', shops },
      { ...sub, username: 'ours:orders', permissionCodeList: ['order' as const], shops },
    ],
  );
  theirs = await makeTenant(database, 'theirs@x', [['11']]);
  const guard = createAddressGuard({ allowLoopback: true });
  bridge = createBridge({
    route: { kind: 'direct' },
    storedCookies: null,
    clock: systemClock,
    uuid: () => crypto.randomUUID(),
    guard,
  });
  marketplace = await startMarketplace();
  web = await openTestWeb(database, pictures);
  main = await visitor('ours@x');
});
beforeEach(() => {
  connector = new PictureConnector();
  asked.length = 0;
});
afterAll(async () => {
  await web.close();
  await bridge.close();
  marketplace.close();
  await database.close();
});

async function startMarketplace() {
  const state = { answer: ((_, response) => response.end()) as RequestListener };
  const server = createServer((request, response) => state.answer(request, response));
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return Object.assign(state, {
    origin: `http://127.0.0.1:${address.port}`,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  });
}

async function visitor(username: string): Promise<Visitor> {
  const made = new Visitor(web.origin);
  const answer = await made.logIn(CALLS.account.login, username, 'right');
  expect(answer.result).toBe('success');
  return made;
}

let numbers = 0;
/** Stores a buyer's message with this content at a shop; returns its message id. */
async function tell(tenant: TestTenant, shop: string, content: MessageContent): Promise<string> {
  numbers += 1;
  const [owner] = tenant.connections as [OwnedConnection];
  const message = messageAt(shop, `c-${shop}`, numbers, 'buyer', { content });
  await ingest(database.engine, tenant.accountId, [
    { kind: 'event', owner, event: { kind: 'conversation.listed', conversation: listing(shop, `c-${shop}`) } },
    { kind: 'event', owner, event: { kind: 'message.received', message, via: 'live' } },
  ]);
  const found = await database.owner.query<{ message_id: string }>(
    'select message_id from message where account_id = $1 and platform_message_id = $2',
    [tenant.accountId, message.platformMessageId],
  );
  return found.rows[0]?.message_id ?? '';
}
const picture = (url: string): MessageContent => ({
  type: 'image',
  picture: { url, thumbUrl: null, width: 1, height: 1 },
  wireType: 'image',
  raw: null,
});
const get = (path: string, who: Visitor | null) =>
  fetch(web.origin + path, { headers: { cookie: who?.cookie ?? '', 'accept-language': 'en' } });
const reasonOf = async (response: Response) => ({
  status: response.status,
  code: ((await response.json()) as { code: unknown }).code,
});

describe('the video of a message', () => {
  const video = (url: string): MessageContent => ({
    type: 'video',
    video: { url, coverUrl: `${marketplace.origin}/cover`, width: 320, height: 180, durationSeconds: 4 },
    wireType: 'video',
    raw: null,
  });

  test('is passed on as a video, and its cover as the picture of the message', async () => {
    marketplace.answer = (request, response) => {
      const isCover = request.url === '/cover';
      response.writeHead(200, { 'content-type': isCover ? 'image/png' : 'video/mp4' });
      response.end(PNG);
    };
    const id = await tell(ours, '11', video(`${marketplace.origin}/film`));
    const film = await get(videoMediaPath(id), main);
    expect([film.status, film.headers.get('content-type')]).toEqual([200, 'video/mp4']);
    expect(film.headers.get('content-security-policy')).toBe("default-src 'none'; sandbox");
    const cover = await get(messageMediaPath(id), main);
    expect([cover.status, cover.headers.get('content-type')]).toEqual([200, 'image/png']);
  });

  test('is nothing but a video, and no picture is', async () => {
    marketplace.answer = (_, response) => response.writeHead(200, { 'content-type': 'image/png' }).end(PNG);
    const id = await tell(ours, '11', video(`${marketplace.origin}/film`));
    expect(await reasonOf(await get(videoMediaPath(id), main))).toMatchObject({ code: 'picture_unavailable' });
    const drawn = await tell(ours, '11', picture(`${marketplace.origin}/p`));
    expect(await reasonOf(await get(videoMediaPath(drawn), main))).toMatchObject({ code: 'not_found' });
    const foreign = await tell(theirs, '11', video(`${marketplace.origin}/film`));
    expect(await reasonOf(await get(videoMediaPath(foreign), main))).toMatchObject({ code: 'not_found' });
  });
});

describe('the picture of a message', () => {
  test('is fetched in the name of its shop, at the address that the login knows, and passed on', async () => {
    connector.onMediaUrl = (url) => ({ ok: true, value: `${marketplace.origin}/signed?${url}` });
    const paths: (string | undefined)[] = [];
    marketplace.answer = (request, response) => {
      paths.push(request.url);
      response.writeHead(200, { 'content-type': 'image/png', 'content-length': PNG.length });
      response.end(PNG);
    };
    const id = await tell(ours, '11', picture('private://key'));
    const response = await get(messageMediaPath(id), main);
    expect(response.status).toBe(200);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'image/png',
      'content-length': String(PNG.length),
      'content-disposition': 'inline; filename="picture.png"',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
      'cache-control': 'private, max-age=3600',
      'cross-origin-resource-policy': 'same-origin',
    });
    expect(Buffer.from(await response.arrayBuffer()).equals(PNG)).toBe(true);
    expect(asked).toEqual(['11 private://key']);
    expect(paths).toEqual(['/signed?private://key']);
  });

  test('of another tenant, of an ungranted shop or of an unknown message is not found, and no process is asked', async () => {
    const chat = await visitor('ours:chat');
    const foreign = await tell(theirs, '11', picture('https://pictures.example/theirs.png'));
    const ungranted = await tell(ours, '12', picture('https://pictures.example/12.png'));
    const missing = { status: 404, code: 'not_found' };
    expect(await reasonOf(await get(messageMediaPath(foreign), main))).toEqual(missing);
    expect(await reasonOf(await get(messageMediaPath(ungranted), chat))).toEqual(missing);
    expect(await reasonOf(await get(messageMediaPath(crypto.randomUUID()), main))).toEqual(missing);
    expect(await reasonOf(await get(messageMediaPath('..%2f11'), main))).toEqual(missing);
    const text = await tell(ours, '11', { type: 'text', text: 'no picture' });
    expect(await reasonOf(await get(messageMediaPath(text), main))).toEqual(missing);
    expect(asked).toEqual([]);
  });

  test('is for members who may chat', async () => {
    const id = await tell(ours, '11', picture('https://pictures.example/a.png'));
    const orders = await visitor('ours:orders');
    expect(await reasonOf(await get(messageMediaPath(id), orders))).toEqual({ status: 403, code: 'no_permission' });
    expect(await reasonOf(await get(messageMediaPath(id), null))).toEqual({ status: 401, code: 50_001 });
    expect(asked).toEqual([]);
  });

  test.each<[string, RequestListener]>([
    ['is a document', (_, response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<script>')],
    ['is an SVG', (_, response) => response.writeHead(200, { 'content-type': 'image/svg+xml' }).end('<svg/>')],
    ['is a video', (_, response) => response.writeHead(200, { 'content-type': 'video/mp4' }).end('mp4')],
    [
      'is too large',
      (_, response) => response.writeHead(200, { 'content-type': 'image/png', 'content-length': 1e9 }).end(),
    ],
    ['is gone', (_, response) => response.writeHead(404).end()],
    ['leads elsewhere', (_, response) => response.writeHead(302, { location: 'http://169.254.169.254/' }).end()],
  ])('that %s is refused in words', async (_, answer) => {
    marketplace.answer = answer;
    const id = await tell(ours, '11', picture(`${marketplace.origin}/a`));
    const response = await get(messageMediaPath(id), main);
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(await reasonOf(response)).toEqual({ status: 503, code: 'picture_unavailable' });
  });

  test('that its login may not fetch, or whose connection no reachable process holds, is refused with the reason', async () => {
    connector.onMediaUrl = () => ({ ok: false, refusal: refusal('shop_login_expired'), canRetry: false });
    const id = await tell(ours, '11', picture('private://key'));
    const refused = { status: 503, code: 'picture_unavailable' };
    expect(await reasonOf(await get(messageMediaPath(id), main))).toEqual(refused);
    const elsewhere = await openTestWeb(database);
    const response = await fetch(elsewhere.origin + messageMediaPath(id), { headers: { cookie: main.cookie } });
    expect(await reasonOf(response)).toEqual(refused);
    await elsewhere.close();
  });
});

describe('the pictures of cards and buyers', () => {
  const product = (itemId: string, iconUrl: string | null) => ({
    ...{ itemId, iconUrl, title: null, price: null, oldPrice: null, actionUrl: null },
  });
  const drawn = (_: unknown, response: Parameters<RequestListener>[1]) =>
    response.writeHead(200, { 'content-type': 'image/png' }).end(PNG);

  test('are fetched in the name of their shop, each by its index', async () => {
    marketplace.answer = drawn;
    const { origin } = marketplace;
    const kept = { wireType: 'card', raw: null };
    const products = [product('1', `${origin}/1`), product('2', null), product('3', `${origin}/3`)];
    const cards = await tell(ours, '11', { type: 'products', products, ...kept });
    const order = { orderId: '9', orderNumber: null, status: null, total: null, iconUrl: `${origin}/9` };
    const ordered = await tell(ours, '11', { type: 'order', order, ...kept });
    const statusOf = async (path: string, who = main) => (await get(path, who)).status;
    expect(await statusOf(cardMediaPath(messageMediaPath(cards), 0))).toBe(200);
    expect(await statusOf(cardMediaPath(messageMediaPath(cards), 1))).toBe(404);
    expect(await statusOf(cardMediaPath(messageMediaPath(cards), 2))).toBe(200);
    expect(await statusOf(cardMediaPath(messageMediaPath(cards), 3))).toBe(404);
    expect(await statusOf(cardMediaPath(messageMediaPath(cards), '-1'))).toBe(404);
    expect(await statusOf(messageMediaPath(cards))).toBe(404);
    expect(await statusOf(cardMediaPath(messageMediaPath(ordered), 0))).toBe(200);
    expect(await statusOf(cardMediaPath(messageMediaPath(ordered), 1))).toBe(404);
    expect(await statusOf(cardMediaPath(messageMediaPath(cards), 0), await visitor('theirs@x'))).toBe(404);
    expect(asked).toEqual([`11 ${origin}/1`, `11 ${origin}/3`, `11 ${origin}/9`]);
  });

  test('of a buyer are for members who see the shop', async () => {
    marketplace.answer = drawn;
    await tell(ours, '12', { type: 'text', text: 'hello' });
    const url = `${marketplace.origin}/face`;
    const found = await database.owner.query<{ conversation_id: string }>(
      'update conversation set buyer_avatar_url = $1 where platform_conversation_id = $2 returning conversation_id',
      [url, 'c-12'],
    );
    const path = buyerMediaPath(found.rows[0]?.conversation_id ?? '');
    expect((await get(path, main)).status).toBe(200);
    expect((await get(path, await visitor('ours:chat'))).status).toBe(404);
    await database.owner.query('update conversation set buyer_avatar_url = null where platform_conversation_id = $1', [
      'c-12',
    ]);
    expect((await get(path, main)).status).toBe(404);
    expect(asked).toEqual([`12 ${url}`]);
  });
});

describe('an outgoing picture', () => {
  test('is shown to members who see its shop until it is settled', async () => {
    await tell(ours, '12', { type: 'text', text: 'hello' });
    const found = await database.owner.query(
      'select conversation_id from conversation where platform_conversation_id = $1',
      ['c-12'],
    );
    const conversationId = found.rows[0]?.conversation_id;
    const input = { conversationId, clientId: crypto.randomUUID(), fileName: '../a".png', type: 'image/png' };
    const answer = await main.call(CALLS.chat.sendImage, { ...input, file: PNG.toString('base64') });
    if (answer.result !== 'success') throw new Error(answer.reason);
    const { delivery } = CALLS.chat.sendImage.output.parse(answer.data);
    expect(delivery.content).toEqual({
      type: 'image',
      image: { fileName: '.._a_.png', type: 'image/png', width: 1, height: 1 },
    });
    const shown = await get(deliveryMediaPath(delivery.deliveryId), main);
    expect([shown.status, shown.headers.get('content-type')]).toEqual([200, 'image/png']);
    expect(Buffer.from(await shown.arrayBuffer()).equals(PNG)).toBe(true);
    const missing = { status: 404, code: 'not_found' };
    for (const other of ['ours:chat', 'theirs@x']) {
      expect(await reasonOf(await get(deliveryMediaPath(delivery.deliveryId), await visitor(other)))).toEqual(missing);
    }
    const stranger = await (await visitor('theirs@x')).call(CALLS.chat.sendImage, {
      ...input,
      clientId: crypto.randomUUID(),
      file: PNG.toString('base64'),
    });
    expect(stranger).toMatchObject({ result: 'fail', code: 'not_found' });
  });

  test.each([[SCREEN_LIMITS.chatImageBytes + 1], [3 * SCREEN_LIMITS.chatImageBytes]])(
    'of %i bytes is refused as too large, whatever way it came in',
    async (size) => {
      const input = {
        conversationId: crypto.randomUUID(),
        clientId: crypto.randomUUID(),
        fileName: 'a',
        type: 'image/png',
      };
      const answer = await main.call(CALLS.chat.sendImage, { ...input, file: Buffer.alloc(size).toString('base64') });
      expect(answer).toMatchObject({ result: 'fail', code: 'file_too_large' });
    },
  );

  test('of an unsupported type is refused as such', async () => {
    const input = {
      conversationId: crypto.randomUUID(),
      clientId: crypto.randomUUID(),
      fileName: 'a',
      type: 'image/gif',
    };
    const answer = await main.call(CALLS.chat.sendImage, { ...input, file: '' });
    expect(answer).toMatchObject({ result: 'fail', code: 'file_unsupported' });
  });
});
