import { randomUUID } from 'node:crypto';
import { createServer } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { type Bridge, BridgeError, createBridge, type SocketMessage, systemClock } from '../src/index.ts';
import { findDeadOrigin, type LocalServer, startLocalServer } from './local-server.ts';

const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});
function openBridge(): Bridge {
  const bridge = createBridge({ route: { kind: 'direct' }, storedCookies: null, clock: systemClock, uuid: randomUUID });
  closers.push(() => bridge.close());
  return bridge;
}
async function serve(upgradeHeaders: readonly string[] = []): Promise<LocalServer> {
  const local = await startLocalServer((_request, response) => response.end(), upgradeHeaders);
  closers.push(() => local.close());
  return local;
}
const options = (origin: string, connectTimeoutMs = 5_000) => ({
  url: `${origin}/socket.io/?EIO=3`,
  protocols: [],
  headers: { 'x-a': 'b' },
  connectTimeoutMs,
});
async function failureOf(promise: Promise<unknown>): Promise<BridgeError> {
  const error = await promise.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (error instanceof BridgeError) return error;
  throw new Error(`not a bridge error: ${String(error)}`);
}

describe('sockets', () => {
  it('sends cookies and headers with the handshake and keeps the cookies of the answer', async () => {
    const local = await serve(['Set-Cookie: sid=9; Path=/; HttpOnly']);
    const bridge = openBridge();
    bridge.cookies.set(local.origin, 'SPC_EC', 'one');
    const headers = new Promise((resolve) =>
      local.sockets.once('connection', (_ws, request) => resolve(request.headers)),
    );
    await bridge.sockets.open(options(local.socketOrigin));
    expect(await headers).toMatchObject({ cookie: 'SPC_EC=one', 'x-a': 'b' });
    expect(bridge.cookies.get(local.origin, 'sid')).toBe('9');
  });

  it('loses no message that arrives before the owner listens, and keeps the order', async () => {
    const local = await serve();
    local.sockets.on('connection', (ws) => {
      ws.send('0');
      ws.send(Buffer.from([1]));
      ws.on('message', (data) => ws.send(`echo ${data.toString()}`));
    });
    const socket = await openBridge().sockets.open(options(local.socketOrigin));
    const seen: SocketMessage[] = [];
    socket.send({ type: 'text', text: '2probe' });
    await new Promise<void>((resolve) => {
      socket.onMessage((message) => {
        seen.push(message);
        if (seen.length === 3) resolve();
      });
    });
    expect(seen[0]).toEqual({ type: 'text', text: '0' });
    expect(seen[1]).toMatchObject({ type: 'binary' });
    expect(seen[2]).toEqual({ type: 'text', text: 'echo 2probe' });
  });

  it('reports its close once, whichever side closes, and refuses to send afterwards', async () => {
    const local = await serve();
    const bridge = openBridge();
    const connected = new Promise<void>((resolve) => {
      local.sockets.once('connection', (ws) => {
        ws.on('message', () => ws.close(4001, 'bye'));
        resolve();
      });
    });
    const first = await bridge.sockets.open(options(local.socketOrigin));
    await connected;
    first.send({ type: 'text', text: 'close me' });
    expect(await first.closed).toEqual({ code: 4001, reason: 'bye' });
    expect(() => first.send({ type: 'text', text: 'late' })).toThrow(BridgeError);

    const second = await bridge.sockets.open(options(local.socketOrigin));
    second.close();
    expect((await second.closed).code).toBe(1000);
  });

  it('reports a cut connection', async () => {
    const local = await serve();
    local.sockets.once('connection', (ws) => ws.terminate());
    const socket = await openBridge().sockets.open(options(local.socketOrigin));
    expect((await socket.closed).code).toBe(1006);
  });

  it('gives the status of a refused handshake', async () => {
    const local = await serve();
    local.sockets.options.verifyClient = (_info, done) => done(false, 403, 'Forbidden');
    const failure = await failureOf(openBridge().sockets.open(options(local.socketOrigin)));
    expect(failure).toMatchObject({ code: 'handshake', status: 403, mayHaveReachedServer: true });
  });

  it('distinguishes a refused handshake from a missing answer', async () => {
    const dead = (await findDeadOrigin()).replace('http', 'ws');
    expect(await failureOf(openBridge().sockets.open(options(dead)))).toMatchObject({
      code: 'refused',
      mayHaveReachedServer: false,
    });
    const silent = createServer((socket) => void closers.push(async () => void socket.destroy()));
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
    closers.push(() => new Promise<void>((resolve) => void silent.close(() => resolve())));
    const address = silent.address();
    if (address === null || typeof address === 'string') throw new Error('no port');
    const failure = await failureOf(openBridge().sockets.open(options(`ws://127.0.0.1:${address.port}`, 100)));
    expect(failure.code).toBe('timeout');
  });

  it('closes every socket with the bridge', async () => {
    const local = await serve();
    const bridge = openBridge();
    const socket = await bridge.sockets.open(options(local.socketOrigin));
    await bridge.close();
    await socket.closed;
    expect(await failureOf(bridge.sockets.open(options(local.socketOrigin)))).toMatchObject({ code: 'aborted' });
  });
});
