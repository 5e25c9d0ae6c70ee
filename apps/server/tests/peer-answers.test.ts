import { createServer, type RequestListener } from 'node:http';
import { Readable } from 'node:stream';
import type { SessionAnswer } from '@pasar/connector-kit';
import {
  asBuyerId,
  asConnectionId,
  asPlatformShopId,
  type OrderDetail,
  OWN_LIMITS,
  refusal,
  type Voucher,
} from '@pasar/domain';
import { pino } from 'pino';
import { afterEach, describe, expect, test } from 'vitest';
import { readConfig } from '../src/config.ts';
import { type PictureAnswer, unavailable } from '../src/engine/media.ts';
import { PeerClient } from '../src/live-session/peer-client.ts';
import { buildPeerServer, listenForPeers } from '../src/live-session/peer-server.ts';
import { type AskedEngine, QUESTIONS } from '../src/live-session/questions.ts';
import { PeerSignature } from '../src/live-session/signature.ts';
import { SecretBox } from '../src/storage/secrets.ts';
import { PNG } from './harness/picture-connector.ts';

/** The answers between processes, and how a process treats a peer that answers anything else. */
const CONNECTION = asConnectionId('019a0000-0000-7000-8000-000000000001');
const SHOP = asPlatformShopId('9007199254740993');
const PICTURE = { shop: SHOP, url: 'private://key' };
const signature = (byte = 7) => new PeerSignature(new SecretBox(() => [Buffer.alloc(32, byte)]), () => Date.now());
const ended: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const end of ended.splice(0).reverse()) await end();
});

/** A process whose engine gives this answer. */
function serverOf(answers: Partial<AskedEngine>) {
  const engine: AskedEngine = {
    holder: 'the peer',
    fetchPicture: async () => unavailable('not asked for'),
    callShop: async () => null,
    ...answers,
  };
  const app = buildPeerServer({ engine, signature: signature(), log: pino({ level: 'silent' }) });
  ended.push(() => app.close());
  return app;
}
const peer = async (answers: Partial<AskedEngine>) => ({
  origin: await listenForPeers(serverOf(answers), readConfig({})),
  client: aClient(),
});
function aClient(byte = 7): PeerClient {
  const client = new PeerClient(signature(byte));
  ended.push(() => client.close());
  return client;
}
/** Another program that listens at the peer's address. */
async function stranger(answer: RequestListener): Promise<string> {
  const server = createServer(answer);
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  ended.push(async () => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return `http://127.0.0.1:${address.port}`;
}
const drawn = (
  body: AsyncIterable<Uint8Array>,
  byteLength: number | null,
  cancel: () => void = () => undefined,
): PictureAnswer => ({
  kind: 'picture',
  contentType: 'image/png',
  byteLength,
  body,
  cancel,
});
const askPicture = async ({ origin, client }: Awaited<ReturnType<typeof peer>>): Promise<PictureAnswer> => {
  const told = await client.ask(origin, QUESTIONS.picture, CONNECTION, PICTURE);
  if (told.kind !== 'answered') throw new Error(JSON.stringify(told));
  return told.answer;
};
const bytesOf = async (picture: PictureAnswer): Promise<Buffer> => {
  if (picture.kind === 'refused') throw new Error(picture.refusal.reason);
  const parts: Uint8Array[] = [];
  for await (const part of picture.body) parts.push(part);
  return Buffer.concat(parts);
};

describe('a picture', () => {
  test.each([[PNG.length], [null]])('arrives unchanged, with %s bytes', async (byteLength) => {
    const asked: unknown[] = [];
    const answer = await askPicture(
      await peer({
        fetchPicture: async (...question) => {
          asked.push(question);
          return drawn(Readable.from([PNG]), byteLength);
        },
      }),
    );
    expect(answer).toMatchObject({ kind: 'picture', contentType: 'image/png', byteLength });
    expect((await bytesOf(answer)).equals(PNG)).toBe(true);
    expect(asked).toEqual([[CONNECTION, SHOP, 'private://key', 'picture']]);
  });

  test('that is refused keeps the words of the refusal', async () => {
    const why = unavailable('too-large: 99 bytes announced — für später');
    expect(await askPicture(await peer({ fetchPicture: async () => why }))).toEqual(why);
  });

  test('that breaks off is not taken for a complete one', async () => {
    async function* broken() {
      yield PNG;
      throw new Error('the line broke');
    }
    await expect(
      bytesOf(await askPicture(await peer({ fetchPicture: async () => drawn(broken(), null) }))),
    ).rejects.toThrow();
  });

  test('that exceeds the limit is cut off', async () => {
    const part = Buffer.alloc(1024 * 1024);
    let given = 0;
    async function* endless() {
      for (; ; given += part.length) yield part;
    }
    const answer = await askPicture(await peer({ fetchPicture: async () => drawn(endless(), null) }));
    await expect(bytesOf(answer)).rejects.toThrow();
    expect(given).toBeGreaterThanOrEqual(OWN_LIMITS.shownPictureBytes - part.length);
  });

  test('that nobody reads is not fetched further', async () => {
    const cancelled = Promise.withResolvers<void>();
    const never = new Readable({ read: () => undefined });
    never.push(PNG);
    const answer = await askPicture(await peer({ fetchPicture: async () => drawn(never, null, cancelled.resolve) }));
    if (answer.kind === 'picture') answer.cancel();
    await cancelled.promise;
    never.destroy();
  });
});

const money = { amount: '12.50', currency: 'SGD' };
const order: OrderDetail = {
  orderId: '9007199254740995',
  orderNumber: '2411AB',
  buyerId: asBuyerId('9007199254740997'),
  buyerName: 'Mei',
  status: 'wait_seller_send',
  wireStatus: 'READY_TO_SHIP',
  total: money,
  createdAt: 1_760_000_000_000,
  items: [
    { productId: '1', title: 'Cup', variant: null, sellerSku: 'CUP-1', imageUrl: null, quantity: 2, price: money },
  ],
  sellerNote: null,
  paymentMethod: 'COD',
  shippingFee: money,
  address: { receiver: 'Mei', phone: null, fullAddress: '1 Street' },
  parcels: [{ parcelId: '1', carrier: null, trackingNumber: 'T', events: [{ at: 1_760_000_000_000, text: 'packed' }] }],
  isRatable: false,
};
const voucher: Voucher = {
  voucherId: '9007199254740999',
  voucherCode: null,
  name: 'Ten off',
  discount: { kind: 'percent', percent: 10 },
  minimumSpend: money,
  startsAt: 1,
  endsAt: 2,
  status: 'ongoing',
  wireStatus: 'ONGOING',
  left: 3,
};

test('an address that cannot be used is one clear line that names the variable', async () => {
  const taken = await stranger(() => undefined);
  const listen = (env: Record<string, string>) => listenForPeers(serverOf({}), readConfig(env));
  const port = new URL(taken).port;
  await expect(listen({ PASAR_PEER_PORT: port })).rejects.toThrow(`Port ${port} is taken. Set PASAR_PEER_PORT`);
  await expect(listen({ PASAR_PEER_HOST: '203.0.113.1' })).rejects.toThrow(
    /at 203\.0\.113\.1:0: .* Set PASAR_PEER_HOST/,
  );
  expect(await listen({ PASAR_PEER_HOST: '[::1]' })).toMatch(/^http:\/\/\[::1\]:\d+$/);
});

describe('the answer of a live session', () => {
  test.each<['orders.orderDetail' | 'goods.voucherDetail', SessionAnswer<OrderDetail | Voucher>]>([
    ['orders.orderDetail', { ok: true, value: order }],
    ['goods.voucherDetail', { ok: true, value: voucher }],
    ['goods.voucherDetail', { ok: true, value: { ...voucher, discount: { kind: 'amount', off: money } } }],
    ['orders.orderDetail', { ok: false, refusal: refusal('not_found', 'no such order'), canRetry: false }],
    ['goods.voucherDetail', 'no session'],
  ])('arrives unchanged: %s %j', async (method, answer) => {
    const asked: unknown[] = [];
    const { origin, client } = await peer({
      callShop: async (...question) => {
        asked.push(question);
        return answer as never;
      },
    });
    const args = {
      'orders.orderDetail': [SHOP, '171'],
      'goods.voucherDetail': [SHOP, { voucherId: '9007199254740999', buyerId: asBuyerId('1') }],
    } as const;
    const told = await client.ask<unknown, unknown>(origin, QUESTIONS[method], CONNECTION, args[method]);
    expect(told).toEqual({ kind: 'answered', answer });
    expect(asked).toEqual([[CONNECTION, method, args[method]]]);
  });

  test('keeps a map of the parcels of each order', async () => {
    const parcels = new Map([
      ['9007199254740995', order.parcels],
      ['9007199254740994', []],
    ]);
    const { origin, client } = await peer({ callShop: async () => ({ ok: true, value: parcels }) as never });
    const args: [typeof SHOP, string[]] = [SHOP, [...parcels.keys()]];
    const told = await client.ask(origin, QUESTIONS['orders.logistics'], CONNECTION, args);
    expect(told).toEqual({ kind: 'answered', answer: { ok: true, value: parcels } });
  });

  test('is missing where the peer does not serve the connection', async () => {
    const { origin, client } = await peer({});
    expect(await client.ask(origin, QUESTIONS['affairs.shopStatus'], CONNECTION, [SHOP])).toEqual({
      kind: 'not served',
    });
  });
});

describe('a peer is silent', () => {
  const askStatus = (origin: string, client = aClient(), patienceMs = 15_000) =>
    client.ask(origin, { ...QUESTIONS['affairs.shopStatus'], patienceMs }, CONNECTION, [SHOP]);

  test('when it fails', async () => {
    const failing = await peer({ callShop: () => Promise.reject(new Error('a bug of ours')) });
    expect(await askStatus(failing.origin, failing.client)).toMatchObject({ kind: 'silent', detail: 'HTTP 500' });
  });

  test('when it has another master key', async () => {
    const { origin } = await peer({ callShop: async () => ({ ok: true, value: 'normal' }) as never });
    expect(await askStatus(origin, aClient(8))).toMatchObject({
      kind: 'silent',
      detail: expect.stringContaining('same master key'),
    });
  });

  test('when it is frozen', async () => {
    const origin = await stranger(() => undefined);
    expect(await askStatus(origin, aClient(), 100)).toMatchObject({
      kind: 'silent',
      detail: 'no answer within 100 ms',
    });
  });

  test.each<[string, RequestListener]>([
    ['answers something else', (_, response) => response.end('{"ok":true,"value":"melted"}')],
    ['answers a page', (_, response) => response.end('<html>')],
    ['leads elsewhere', (_, response) => response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end()],
    ['breaks off', (_, response) => response.destroy()],
  ])('when it %s', async (_, answer) => {
    expect(await askStatus(await stranger(answer))).toMatchObject({ kind: 'silent' });
  });

  test.each([
    [{ 'content-type': 'text/html' }],
    [{ 'content-type': 'image/svg+xml' }],
    [{ 'content-type': 'video/mp4' }],
    [{ 'content-type': 'image/png', 'content-length': String(OWN_LIMITS.shownPictureBytes + 1) }],
  ])('when its picture says %j', async (headers) => {
    const origin = await stranger((_, response) => void response.writeHead(200, headers).write('a'));
    expect(await aClient().ask(origin, QUESTIONS.picture, CONNECTION, PICTURE)).toMatchObject({ kind: 'silent' });
  });
});
