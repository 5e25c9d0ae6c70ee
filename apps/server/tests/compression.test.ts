/** What goes over the wire compressed, and that each client gets what it asked for. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { type IncomingHttpHeaders, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import { CALLS, HEALTH_PATH, OPENAPI_PATH } from '@pasar/api';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTestDatabase, type TestDatabase } from './harness/database.ts';
import { openTestWeb, type TestWeb } from './harness/web.ts';

const PAGE = `<!doctype html><title>The desk</title>${' '.repeat(2_000)}`;
const SCRIPT = `console.log(1);${'// long\n'.repeat(500)}`;
const SCRIPT_PATH = '/assets/main-Ab12.js';

let database: TestDatabase;
let web: TestWeb;
let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'pasar-web-'));
  mkdirSync(join(folder, 'assets'));
  for (const [name, text] of [
    ['index.html', PAGE],
    [SCRIPT_PATH, SCRIPT],
  ] as const) {
    writeFileSync(join(folder, name), text);
    writeFileSync(join(folder, `${name}.br`), brotliCompressSync(text));
    writeFileSync(join(folder, `${name}.gz`), gzipSync(text));
  }
  writeFileSync(join(folder, 'favicon.svg'), '<svg/>');
  database = await openTestDatabase();
  web = await openTestWeb(database, null, { webFolder: folder });
});
afterAll(async () => {
  await web.close();
  await database.close();
  rmSync(folder, { recursive: true });
});

interface Raw {
  readonly status: number | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/** The answer as it goes over the wire. */
function ask(path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Raw> {
  return new Promise((resolve, reject) => {
    const sent = request(`${web.origin}${path}`, { method, headers }, (answer) => {
      const parts: Buffer[] = [];
      answer.on('data', (part: Buffer) => parts.push(part));
      answer.on('end', () =>
        resolve({ status: answer.statusCode, headers: answer.headers, body: Buffer.concat(parts) }),
      );
    });
    sent.on('error', reject).end();
  });
}

const BROWSER = { 'accept-encoding': 'gzip, deflate, br, zstd' };

describe('an answer', () => {
  test('above 1 kB is compressed as the client asked, and says so', async () => {
    const plain = await ask(OPENAPI_PATH);
    const brotli = await ask(OPENAPI_PATH, BROWSER);
    const gzip = await ask(OPENAPI_PATH, { 'accept-encoding': 'gzip' });
    expect(plain.headers['content-encoding']).toBeUndefined();
    expect(brotli.headers).toMatchObject({
      'content-encoding': 'br',
      vary: expect.stringContaining('accept-encoding'),
    });
    expect(gzip.headers).toMatchObject({ 'content-encoding': 'gzip' });
    expect(brotliDecompressSync(brotli.body).equals(plain.body)).toBe(true);
    expect(gunzipSync(gzip.body).equals(plain.body)).toBe(true);
    expect(brotli.body.length).toBeLessThan(plain.body.length / 4);
  });

  test('below 1 kB is not, and a compressed request is not read', async () => {
    const small = await ask(HEALTH_PATH, BROWSER);
    expect([small.status, small.headers['content-encoding']]).toEqual([200, undefined]);
    const bomb = await fetch(`${web.origin}${CALLS.account.login.path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'content-encoding': 'gzip' },
      body: gzipSync(JSON.stringify({ mobile: 'somebody@x', password: 'right' })),
    });
    expect(bomb.status).toBe(400);
  });
});

describe('the client', () => {
  test('goes out as the build compressed it', async () => {
    const brotli = await ask(SCRIPT_PATH, BROWSER);
    expect(brotliDecompressSync(brotli.body).toString()).toBe(SCRIPT);
    const gzip = await ask(SCRIPT_PATH, { 'accept-encoding': 'gzip' });
    expect(gunzipSync(gzip.body).toString()).toBe(SCRIPT);
    const plain = await ask(SCRIPT_PATH);
    expect(plain.body.toString()).toBe(SCRIPT);
    for (const { headers } of [brotli, gzip, plain]) {
      expect(headers).toMatchObject({
        'cache-control': 'public, max-age=31536000, immutable',
        'content-type': expect.stringContaining('javascript'),
        vary: expect.stringContaining('accept-encoding'),
      });
    }
    expect([brotli, gzip, plain].map(({ headers }) => headers['content-encoding'])).toEqual(['br', 'gzip', undefined]);
  });

  test('whatever its address, is the page: compressed, always asked for again, and not sent again when it is the same', async () => {
    const page = await ask('/chat/all', BROWSER);
    expect(brotliDecompressSync(page.body).toString()).toBe(PAGE);
    expect(page.headers).toMatchObject({ 'cache-control': 'no-cache', 'content-type': 'text/html; charset=utf-8' });
    const { etag = '' } = page.headers;
    const again = await ask('/chat/all', { ...BROWSER, 'if-none-match': etag });
    expect([again.status, again.body.length]).toEqual([304, 0]);
    // A tag names one form of the file: a client that takes no compression gets its own.
    const plain = await ask('/chat/all', { 'if-none-match': etag });
    expect([plain.status, plain.body.toString()]).toEqual([200, PAGE]);
  });

  test.each([SCRIPT_PATH, '/chat/all'])('HEAD %s tells what GET would', async (path) => {
    const [got, head] = [await ask(path, BROWSER), await ask(path, BROWSER, 'HEAD')];
    expect([head.status, head.body.length]).toEqual([200, 0]);
    for (const name of ['content-length', 'content-encoding', 'content-type', 'etag', 'vary', 'cache-control']) {
      expect(head.headers[name], name).toBe(got.headers[name]);
    }
  });
});
