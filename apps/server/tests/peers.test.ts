import { createHash } from 'node:crypto';
import { createServer, type RequestListener } from 'node:http';
import { CALLS, messageMediaPath } from '@pasar/api';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { PeerSignature } from '../src/live-session/signature.ts';
import { SecretBox } from '../src/storage/secrets.ts';
import { type EngineProcess, PeerHarness } from './harness/peer-harness.ts';
import { PNG } from './harness/picture-connector.ts';
import type { Visitor } from './harness/web.ts';

/** A process without an engine serves the desk; another process serves every shop. */
const PATIENT = { timeout: 30_000, interval: 50 };
let harness: PeerHarness;
let engine: EngineProcess;
let ours: Visitor;
let theirs: Visitor;
beforeAll(async () => {
  harness = await PeerHarness.open(['shopee', 'lazada']);
  engine = await harness.startEngine();
  ours = await harness.signIn('ours@x');
  theirs = await harness.signIn('theirs@x');
  for (const marketplace of ['shopee', 'lazada'] as const) {
    await vi.waitFor(async () => expect((await harness.shopOf(marketplace)).state).toBe('live'), PATIENT);
  }
});
afterAll(() => harness.close());

const checkStatus = async (who = ours) =>
  who.call(CALLS.shops.checkStatus, { shopId: (await harness.shopOf('shopee')).shopId });
const get = (path: string, who = ours) =>
  fetch(harness.origin + path, { headers: { cookie: who.cookie, 'accept-language': 'en' } });
const NORMAL = { result: 'success', data: { status: 'normal' } };

/** The media path of a message whose picture has this address. */
async function shown(marketplace: 'shopee' | 'lazada', url: string): Promise<string> {
  const content = {
    type: 'image',
    picture: { url, thumbUrl: null, width: 1, height: 1 },
    wireType: 'image',
    raw: null,
  };
  const { shopId } = await harness.shopOf(marketplace);
  const one = async () =>
    (
      await harness.database.owner.query<{ message_id: string }>(
        `update message set content = $2 where message_id = (select message_id from message where shop_id = $1
           and status = 'available' limit 1) returning message_id`,
        [shopId, content],
      )
    ).rows[0]?.message_id;
  await expect.poll(one, PATIENT).toBeDefined();
  return messageMediaPath((await one()) ?? '');
}

/** Puts a picture at the marketplace through the desk, and returns an address that only a seller's login may read. */
async function privatePicture(): Promise<string> {
  const { shopId } = await harness.shopOf('lazada');
  const { owner } = harness.database;
  const found = await owner.query(
    "select conversation_id from conversation where shop_id = $1 and status = 'activated'",
    [shopId],
  );
  const input = { conversationId: found.rows[0]?.conversation_id, clientId: crypto.randomUUID(), fileName: 'a.png' };
  const answer = await ours.call(CALLS.chat.sendImage, { ...input, type: 'image/png', file: PNG.toString('base64') });
  expect(answer.result).toBe('success');
  const state = async () =>
    (await owner.query('select state from delivery where client_id = $1', [input.clientId])).rows[0]?.state;
  await expect.poll(state, PATIENT).toBe('confirmed');
  return `${harness.simulator.origins.lazada}/im/private/${createHash('md5').update(PNG).digest('hex')}.png`;
}

async function withPictures<Value>(answer: RequestListener, run: (origin: string) => Promise<Value>): Promise<Value> {
  const server = createServer(answer);
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  try {
    return await run(`http://127.0.0.1:${address.port}`);
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

describe('a process without the session', () => {
  test('tells the status of a shop', async () => {
    expect(await checkStatus()).toEqual(NORMAL);
  });

  test('shows a private picture', async () => {
    const url = await privatePicture();
    expect((await fetch(url)).status).toBe(403);
    const response = await get(await shown('lazada', url));
    expect(response.status).toBe(200);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'image/png',
      'content-length': String(PNG.length),
      'content-security-policy': "default-src 'none'; sandbox",
    });
    expect(Buffer.from(await response.arrayBuffer()).equals(PNG)).toBe(true);
  });

  test('passes on the refusal of the process that serves the shop', async () => {
    const answer: RequestListener = (_, response) => response.writeHead(200, { 'content-type': 'image/svg+xml' }).end();
    await withPictures(answer, async (origin) => {
      const response = await get(await shown('shopee', `${origin}/a.svg`));
      expect(response.status).toBe(503);
      expect(await response.json()).toMatchObject({
        code: 'picture_unavailable',
        detail: expect.stringContaining('svg'),
      });
    });
  });

  test('ends a picture at the marketplace when the browser goes away', async () => {
    const closed = Promise.withResolvers<void>();
    const answer: RequestListener = (_, response) => {
      response.writeHead(200, { 'content-type': 'image/png' }).write(PNG);
      response.on('close', () => closed.resolve());
    };
    await withPictures(answer, async (origin) => {
      const leaving = new AbortController();
      const response = await fetch(harness.origin + (await shown('shopee', `${origin}/endless.png`)), {
        headers: { cookie: ours.cookie },
        signal: leaving.signal,
      });
      expect((await response.body?.getReader().read())?.value?.byteLength).toBe(PNG.length);
      leaving.abort();
      await closed.promise;
    });
  });

  test('asks nothing for a member of another tenant', async () => {
    let asked = 0;
    await withPictures(
      (_, response) => {
        asked += 1;
        response.writeHead(200, { 'content-type': 'image/png' }).end(PNG);
      },
      async (origin) => {
        const path = await shown('shopee', `${origin}/ours.png`);
        expect((await get(path, theirs)).status).toBe(404);
        expect(await checkStatus(theirs)).toMatchObject({ result: 'fail', code: 'not_found' });
        expect(asked).toBe(0);
        expect((await get(path)).status).toBe(200);
      },
    );
  });
});

describe('a process with an engine', () => {
  const keyed = (byte: number, now = Date.now()) =>
    new PeerSignature(new SecretBox(() => [Buffer.alloc(32, byte)]), () => now);
  const path = '/affairs.shopStatus';
  const question = async () => {
    const found = await harness.database.owner.query(
      "select connection_id, platform_shop_id from shop where marketplace = 'shopee'",
    );
    const [{ connection_id: connectionId, platform_shop_id: shop }] = found.rows;
    return Buffer.from(JSON.stringify({ connectionId, input: [shop] }));
  };
  const ask = async (body: Buffer | null, authorization: string | null, to = path) => {
    const [origin] = await harness.origins();
    const response = await fetch(`${origin}${to}`, {
      method: body === null ? 'GET' : 'POST',
      headers: { 'content-type': 'application/json', ...(authorization === null ? {} : { authorization }) },
      body,
    });
    return { status: response.status, text: await response.text() };
  };
  const REFUSED = { status: 401, text: '' };

  test('answers a request that a peer has signed', async () => {
    const body = await question();
    const signed = keyed(7).sign({ method: 'POST', path, body });
    expect(await ask(body, signed)).toEqual({ status: 200, text: '{"ok":true,"value":"normal"}' });
    const unknown = keyed(7).sign({ method: 'POST', path: '/secrets', body });
    expect(await ask(body, unknown, '/secrets')).toEqual({ status: 404, text: '' });
    const nothing = Buffer.from('{}');
    expect(await ask(nothing, keyed(7).sign({ method: 'POST', path, body: nothing }))).toEqual({
      status: 400,
      text: '',
    });
  });

  test('answers no other request, whatever it asks', async () => {
    const body = await question();
    const about = { method: 'POST', path, body };
    const signed = keyed(7).sign(about);
    expect(await ask(body, null)).toEqual(REFUSED);
    expect(await ask(body, 'Bearer of everything')).toEqual(REFUSED);
    expect(await ask(body, keyed(8).sign(about))).toEqual(REFUSED);
    expect(await ask(body, keyed(7, Date.now() - 40_000).sign(about))).toEqual(REFUSED);
    expect(await ask(body, keyed(7, Date.now() + 40_000).sign(about))).toEqual(REFUSED);
    expect(await ask(body, signed.replace(/\d+\./, `${Date.now()}0.`))).toEqual(REFUSED);
    expect(await ask(Buffer.concat([body, Buffer.from(' ')]), signed)).toEqual(REFUSED);
    expect(await ask(body, signed, '/picture')).toEqual(REFUSED);
    expect(await ask(body, signed, `${path}?again`)).toEqual(REFUSED);
    expect(await ask(null, signed)).toEqual(REFUSED);
    expect(await ask(null, null, '/')).toEqual(REFUSED);
    expect(await ask(null, null, '/%')).toEqual(REFUSED);
    expect(await ask(Buffer.alloc(1024 * 1024), null)).toEqual(REFUSED);
  });
});

test('the desk may read the addresses of the others, and write none', async () => {
  const { app } = harness.database;
  expect(await app.query('read', 'select origin from peer', [])).toHaveLength(1);
  await expect(app.query('move', "update peer set origin = 'http://elsewhere.example'", [])).rejects.toThrow(
    /permission/,
  );
});

describe('a process that serves a shop', () => {
  test('is reported as away when it is killed, and the next one answers', async () => {
    await withPictures(
      (_, response) => response.writeHead(200, { 'content-type': 'image/png' }).end(PNG),
      async (origin) => {
        const path = await shown('shopee', `${origin}/a.png`);
        const [first] = await harness.origins();
        engine.child.kill('SIGKILL');
        await engine.ended;
        const away = { code: 'shop_served_elsewhere', detail: 'nothing listens where it was' };
        expect(await checkStatus()).toMatchObject(away);
        const response = await get(path);
        expect(response.status).toBe(503);
        expect(await response.json()).toMatchObject({ ...away, reason: expect.stringContaining('is restarting') });

        await harness.expireLeases();
        expect(await checkStatus()).toMatchObject({ code: 'shop_not_logged_in' });
        expect(await (await get(path)).json()).toMatchObject({ code: 'picture_unavailable' });

        // The row of a process that was killed long ago.
        await harness.database.owner.query(
          "insert into peer values (gen_random_uuid(), 'http://127.0.0.1:1', now() - interval '2 hours')",
        );
        engine = await harness.startEngine();
        await expect.poll(() => checkStatus(), PATIENT).toEqual(NORMAL);
        expect((await get(path)).status).toBe(200);

        expect(await harness.origins()).toHaveLength(2);
        engine.child.kill('SIGTERM');
        expect(await engine.ended).toBe(0);
        expect(await harness.origins()).toEqual([first]);
      },
    );
  });
});
