import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestDatabase, type TestDatabase } from './harness/database.ts';
import { openTestWeb, type TestWeb } from './harness/web.ts';

let database: TestDatabase;
let web: TestWeb;
let webFolder: string;
beforeAll(async () => {
  database = await openTestDatabase();
  webFolder = await mkdtemp(join(tmpdir(), 'pasar-pages-'));
  await writeFile(join(webFolder, 'index.html'), '<title>Pasar</title>');
  web = await openTestWeb(database, null, { webFolder });
});
afterAll(async () => {
  await web.close();
  await rm(webFolder, { recursive: true });
  await database.close();
});

const headersOf = ({ headers }: Response) =>
  ['content-type', 'content-length', 'cache-control', 'content-security-policy'].map((name) => headers.get(name));

test.each(['/', '/account/login', '/chat/all', '/account/setting_proxy?lang=en'])(
  'HEAD of %s answers as GET does, without the page',
  async (path) => {
    const [page, head] = await Promise.all(['GET', 'HEAD'].map((method) => fetch(web.origin + path, { method })));
    if (page === undefined || head === undefined) throw new Error('no answer');
    expect([page.status, head.status]).toEqual([200, 200]);
    expect(headersOf(head)).toEqual(headersOf(page));
    expect([await page.text(), await head.text()]).toEqual(['<title>Pasar</title>', '']);
  },
);

test.each([
  ['HEAD', '/api/nothing'],
  ['HEAD', '/assets/nothing.js'],
  ['POST', '/account/login'],
])('%s %s is no page', async (method, path) => {
  const answer = await fetch(web.origin + path, { method, headers: { origin: web.origin } });
  expect(answer.status).toBe(404);
});
