import type { StreamEnd, StreamListener } from '@pasar/connector-kit';
import type { ImClient, Opened } from '@pasar/im-protocol';
import { beforeEach, expect, test } from 'vitest';
import { SHOP } from '../../fixtures/sample-shop.ts';
import { ok } from '../wire/outcome.ts';
import type { Channel } from './channel.ts';
import { createEar, type Ear } from './ear.ts';
import { openStream } from './stream.ts';

let ends: StreamEnd[];
const listener: StreamListener = {
  events: () => undefined,
  unreadable: () => undefined,
  gap: () => undefined,
  ended: (end) => ends.push(end),
};
beforeEach(() => {
  ends = [];
});

/** A shop whose client the test moves, and which writes down the requests. */
interface Shop {
  readonly channel: Channel;
  readonly ear: Ear;
  readonly asked: string[];
  readonly opened: PromiseWithResolvers<Opened>;
  readonly followed: PromiseWithResolvers<void>;
}
const never = (): never => {
  throw new Error('not asked here');
};
function shop(): Shop {
  const ear = createEar(SHOP);
  const asked: string[] = [];
  const opened = Promise.withResolvers<Opened>();
  const followed = Promise.withResolvers<void>();
  const client: ImClient = {
    start: never,
    connect: () => opened.promise,
    hangUp: () => asked.push('hangUp'),
    follow: () => {
      asked.push('follow');
      return followed.promise;
    },
    rest: () => asked.push('rest'),
    stop: never,
    call: never,
    read: never,
    audit: never,
    fetchLists: never,
    state: never,
    connection: () => ({ kind: 'idle' }),
    isSettled: () => false,
  };
  const channel: Channel = {
    shop: SHOP,
    client: () => Promise.resolve(ok(client)),
    present: () => client,
    tokenFailure: () => null,
    lineFailure: () => null,
    close: never,
  };
  return { channel, ear, asked, opened, followed };
}
const OPEN: Opened = { kind: 'open', session: { call: never, close: never } };
const cut = ({ ear }: Shop): void =>
  ear.listener.connection({ kind: 'ended', end: { kind: 'lost', closed: { code: 1006, reason: '' } } });
const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

test('is live when every shop’s socket is open and it is known from where each log goes on', async () => {
  const [one, other] = [shop(), shop()];
  let isLive = false;
  const listening = openStream([one, other], listener).then((stream) => {
    isLive = true;
    return stream;
  });
  for (const { opened } of [one, other]) opened.resolve(OPEN);
  one.followed.resolve();
  await settle();
  expect(isLive).toBe(false);
  other.followed.resolve();
  const stream = await listening;
  if (!stream.ok) throw new Error(stream.refusal.reason);
  stream.value.close();
  stream.value.close();
  cut(one);
  expect(ends).toEqual([{ kind: 'closed' }]);
});

test('a shop that fails is the outcome, and the others are left', async () => {
  const [one, other] = [shop(), shop()];
  one.opened.resolve(OPEN);
  one.followed.resolve();
  other.opened.resolve({ kind: 'failed', detail: 'refused' });
  expect(await openStream([one, other], listener)).toMatchObject({
    ok: false,
    refusal: { reason: 'marketplace_unreachable', detail: 'refused' },
    canRetry: true,
  });
  expect(one.asked).toEqual(['follow', 'rest', 'hangUp']);
  expect(ends).toEqual([]);
});

test('an end before it is live is the outcome of listening; what opens later is closed', async () => {
  const [one, late] = [shop(), shop()];
  const listening = openStream([one, late], listener);
  one.opened.resolve(OPEN);
  await settle();
  cut(one);
  expect(await listening).toMatchObject({ ok: false, refusal: { reason: 'marketplace_unreachable' } });
  late.opened.resolve(OPEN);
  await settle();
  expect(late.asked).toEqual(['rest', 'hangUp', 'hangUp']);
  expect(ends).toEqual([]);
});

test('an end in the moment it becomes live is told once, by listening', async () => {
  const one = shop();
  one.opened.resolve(OPEN);
  const listening = openStream([one], listener);
  await settle();
  one.followed.resolve();
  // As many turns as lie between the client's report and the stream's.
  for (let turn = 0; turn < 4; turn += 1) await Promise.resolve();
  cut(one);
  const stream = await listening;
  expect([stream.ok, ends.length].join()).toMatch(/^(false,0|true,1)$/);
});

test('a login that gives no token any more ends it as logged out', async () => {
  const one = shop();
  one.opened.resolve(OPEN);
  one.followed.resolve();
  await openStream([one], listener);
  one.ear.listener.noToken({ ok: false, refusal: { reason: 'captcha_needed', detail: null }, canRetry: false });
  expect(ends).toEqual([{ kind: 'loggedOut', refusal: { reason: 'captcha_needed', detail: null } }]);
});
