import { randomUUID } from 'node:crypto';
import { createServer } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { type Bridge, BridgeError, createBridge, type HttpRequest, systemClock } from '../src/index.ts';
import { findDeadOrigin, type LocalServer, startLocalServer } from './local-server.ts';

const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

function openBridge(storedCookies: string | null = null): Bridge {
  const bridge = createBridge({ route: { kind: 'direct' }, storedCookies, clock: systemClock, uuid: randomUUID });
  closers.push(() => bridge.close());
  return bridge;
}
async function serve(...options: Parameters<typeof startLocalServer>): Promise<LocalServer> {
  const local = await startLocalServer(...options);
  closers.push(() => local.close());
  return local;
}
const get = (url: string, timeoutMs = 5_000): HttpRequest => ({
  method: 'GET',
  url,
  headers: {},
  body: { type: 'none' },
  timeoutMs,
});
async function failureOf(promise: Promise<unknown>): Promise<BridgeError> {
  const error = await promise.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (error instanceof BridgeError) return error;
  throw new Error(`not a bridge error: ${String(error)}`);
}

describe('http', () => {
  it('sends each kind of body with its content type and gives the answer with any status', async () => {
    const local = await serve((request, response, body) => {
      response.writeHead(418, { 'x-method': request.method ?? '' });
      response.end(`${request.headers['content-type']}|${body}`);
    });
    const { http } = openBridge();
    const post = { ...get(`${local.origin}/a?b=c`), method: 'POST' } as const;
    const json = await http.request({ ...post, body: { type: 'json', value: { text: 'ผ้า' } } });
    expect(json).toMatchObject({ status: 418, text: 'application/json|{"text":"ผ้า"}' });
    expect(json.headers['x-method']).toBe('POST');
    const form = await http.request({ ...post, body: { type: 'form', fields: { a: '1 &', b: 'é' } } });
    expect(form.text).toBe('application/x-www-form-urlencoded|a=1+%26&b=%C3%A9');
    const bytes = new Uint8Array([104, 105]);
    const binary = await http.request({
      ...post,
      body: { type: 'bytes', bytes, contentType: 'application/x-protobuf' },
    });
    expect(binary.text).toBe('application/x-protobuf|hi');
  });

  it('does not follow redirects', async () => {
    const local = await serve((_request, response) => response.writeHead(302, { location: '/elsewhere' }).end());
    const answer = await openBridge().http.request(get(`${local.origin}/`));
    expect(answer).toMatchObject({ status: 302 });
    expect(answer.headers.location).toBe('/elsewhere');
  });

  it('keeps cookies per bridge, sends them back and hides them from the answer', async () => {
    const local = await serve((request, response) => {
      response.setHeader('set-cookie', ['SPC_EC=one; Path=/; HttpOnly', 'SPC_U=two; Path=/']);
      response.end(request.headers.cookie ?? 'none');
    });
    const first = openBridge();
    const answer = await first.http.request(get(`${local.origin}/`));
    expect(answer.text).toBe('none');
    expect(answer.headers['set-cookie']).toBeUndefined();
    expect((await first.http.request(get(`${local.origin}/x`))).text).toBe('SPC_EC=one; SPC_U=two');
    expect((await openBridge().http.request(get(`${local.origin}/`))).text).toBe('none');
    const restored = openBridge(first.cookies.serialize());
    expect((await restored.http.request(get(`${local.origin}/`))).text).toBe('SPC_EC=one; SPC_U=two');
  });

  it('bounds the whole request by its timeout, body included', async () => {
    const local = await serve((_request, response) => response.writeHead(200).write('half'));
    const failure = await failureOf(openBridge().http.request(get(`${local.origin}/`, 150)));
    expect(failure).toMatchObject({ code: 'timeout', mayHaveReachedServer: true });
  });

  it('reports that nothing was sent when no server listens', async () => {
    const failure = await failureOf(openBridge().http.request(get(`${await findDeadOrigin()}/`)));
    expect(failure).toMatchObject({ code: 'refused', mayHaveReachedServer: false });
  });

  it('reports that the request may have arrived when the connection is cut, and sends it only once', async () => {
    let requests = 0;
    const raw = createServer((socket) => {
      socket.on('error', () => undefined);
      socket.on('data', () => {
        requests += 1;
        socket.destroy();
      });
    });
    await new Promise<void>((resolve) => raw.listen(0, '127.0.0.1', resolve));
    closers.push(() => new Promise<void>((resolve) => void raw.close(() => resolve())));
    const address = raw.address();
    if (address === null || typeof address === 'string') throw new Error('no port');
    const failure = await failureOf(openBridge().http.request(get(`http://127.0.0.1:${address.port}/`)));
    expect(failure).toMatchObject({ code: 'reset', mayHaveReachedServer: true });
    expect(requests).toBe(1);
  });

  it('refuses an answer that is too large', async () => {
    const chunk = Buffer.alloc(1024 * 1024);
    const local = await serve((_request, response) => {
      for (let index = 0; index < 18; index += 1) response.write(chunk);
      response.end();
    });
    const failure = await failureOf(openBridge().http.request(get(`${local.origin}/`)));
    expect(failure).toMatchObject({ code: 'network', mayHaveReachedServer: true });
    expect(failure.message).toContain('exceeds');
  });

  it('aborts open requests when it closes, and refuses new requests', async () => {
    const arrived = Promise.withResolvers<void>();
    const local = await serve(() => arrived.resolve());
    const bridge = openBridge();
    const pending = failureOf(bridge.http.request(get(`${local.origin}/`)));
    await arrived.promise;
    await bridge.close();
    expect(await pending).toMatchObject({ code: 'aborted', mayHaveReachedServer: true });
    const after = await failureOf(bridge.http.request(get(`${local.origin}/`)));
    expect(after).toMatchObject({ code: 'aborted', mayHaveReachedServer: false });
  });

  it('reuses its connections', async () => {
    const ports = new Set<number | undefined>();
    const local = await serve((request, response) => {
      ports.add(request.socket.remotePort);
      response.end('ok');
    });
    const { http } = openBridge();
    for (let index = 0; index < 8; index += 1) await http.request(get(`${local.origin}/${index}`));
    // The pool may open a second connection while the first is being released.
    expect(ports.size).toBeLessThanOrEqual(2);
  });

  it('rejects with a bridge error for an invalid address', async () => {
    expect(await failureOf(openBridge().http.request(get('not a url')))).toMatchObject({ mayHaveReachedServer: false });
  });
});
