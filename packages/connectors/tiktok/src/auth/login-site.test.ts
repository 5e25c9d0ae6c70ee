import type { Bridge, MediaClient, MediaResult } from '@pasar/bridge';
import { MediaBrokenError } from '@pasar/bridge';
import { type ConnectorNotice, Pauses } from '@pasar/connector-kit';
import { expect, test } from 'vitest';
import { createLoginSite } from './login-site.ts';

const clock = { now: () => 0, after: () => () => undefined };
const bridge: Bridge = {
  http: { request: () => Promise.reject(new Error('pictures do not go this way')) },
  sockets: { open: () => Promise.reject(new Error('no socket here')) },
  cookies: { get: () => null, set: () => undefined, serialize: () => '' },
  clock,
  uuid: () => '',
  close: async () => undefined,
};
const hosts = { isGlobal: false, seller: 'https://s', affiliate: 'https://a', sso: 'https://o', captcha: 'https://c' };

async function fetchOne(url: string, result: MediaResult) {
  const asked: string[] = [];
  const notices: ConnectorNotice[] = [];
  const media: MediaClient = {
    fetch: async (request) => {
      asked.push(request.url);
      return result;
    },
    put: () => Promise.reject(new Error('nothing is put anywhere')),
  };
  const line = { bridge, pauses: new Pauses(clock), notify: (notice: ConnectorNotice) => void notices.push(notice) };
  return { outcome: await createLoginSite(line, media, hosts, 'MY').picture(url), asked, notices };
}

async function* chunks(...parts: readonly (readonly number[])[]) {
  for (const part of parts) yield Uint8Array.from(part);
}
async function* broken(): AsyncGenerator<Uint8Array> {
  yield Uint8Array.from([1]);
  throw new MediaBrokenError('timeout', 'late');
}
const media = (contentType: 'image/jpeg' | 'image/gif', body: AsyncIterable<Uint8Array>) =>
  ({ kind: 'media', contentType, byteLength: null, body, cancel: () => undefined }) as const;

test('a picture is what its sender calls it, whole', async () => {
  const { outcome, asked } = await fetchOne('/one.jpg', media('image/jpeg', chunks([1, 2], [3])));
  expect(asked).toEqual(['https://c/one.jpg']);
  expect(outcome).toEqual({ ok: true, value: { type: 'image/jpeg', bytes: Buffer.from([1, 2, 3]) } });
});

test('a type that cannot be shown is refused, not called another', async () => {
  const { outcome } = await fetchOne('https://x/1.gif', media('image/gif', chunks([1])));
  expect(outcome).toMatchObject({ ok: false, refusal: { reason: 'unexpected_answer' }, canRetry: false });
});

test('a picture that breaks off is none', async () => {
  const { outcome } = await fetchOne('https://x/1.jpg', media('image/jpeg', broken()));
  expect(outcome).toMatchObject({ ok: false, refusal: { reason: 'request_timed_out' }, canRetry: true });
});

test.each([
  ['forbidden-address', 'unexpected_answer', false, []],
  ['bad-address', 'unexpected_answer', false, []],
  ['network', 'marketplace_unreachable', true, []],
  ['status', 'info_failed', true, []],
  ['proxy', 'ip_isolation_failed', true, [{ notice: 'ip_isolation_failed' }]],
] as const)('%s is %s', async (refusal, reason, canRetry, told) => {
  const { outcome, notices } = await fetchOne('http://10.0.0.1/', { kind: 'refused', refusal, detail: 'why' });
  expect(outcome).toEqual({ ok: false, refusal: { reason, detail: 'why' }, canRetry });
  expect(notices).toEqual(told);
});
