/** A proxy that is killed during a live TikTok session (spec 2 §8: "IP isolation failed"). */
import { randomUUID } from 'node:crypto';
import { createAddressGuard, createBridge, systemClock } from '@pasar/bridge';
import type { ConnectorNotice } from '@pasar/connector-kit';
import { afterEach, expect, it } from 'vitest';
import { startTinyproxy } from '../../bridge/tests/proxies.ts';
import { StreamLog } from '../src/stream-log.ts';
import { eventually } from '../src/wait.ts';
import { openTiktokHarness, refOf, visitTiktok, won } from './tiktok-harness.ts';

const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

async function visitThroughProxy() {
  const tiktok = await openTiktokHarness();
  closers.push(() => tiktok.close());
  const proxy = await startTinyproxy(null);
  closers.push(() => proxy.kill());
  const notices: ConnectorNotice[] = [];
  const { bridge, session } = await visitTiktok(tiktok, tiktok.login, systemClock, {
    bridge: createBridge({
      route: { kind: 'proxy', proxy: proxy.config },
      guard: createAddressGuard({ allowLoopback: true }),
      storedCookies: null,
      clock: systemClock,
      uuid: randomUUID,
    }),
    notify: (notice) => void notices.push(notice),
  });
  closers.push(
    () => bridge.close(),
    () => session.close(),
  );
  const conversation = tiktok.conversation();
  return { tiktok, proxy, session, notices, conversation, ref: refOf(conversation) };
}
const kindsOf = (notices: readonly ConnectorNotice[]) => [...new Set(notices.map(({ notice }) => notice))];
const FAILED = { ok: false, refusal: { reason: 'ip_isolation_failed' }, canRetry: true };

it('a proxy killed under a live session: opening the socket again reports that the IP isolation failed', async () => {
  const { tiktok, proxy, session, notices, conversation } = await visitThroughProxy();
  const log = new StreamLog();
  won(await session.listen(log));
  await log.message(tiktok.write(conversation, 'through the proxy'));
  expect(notices).toEqual([]);
  await proxy.kill();
  expect(await log.waitFor(({ ends }) => ends[0], 'the end')).toMatchObject({ kind: 'lost' });
  expect(await session.listen(new StreamLog())).toMatchObject(FAILED);
  // A request that was open when the socket closed may have met the dead proxy, too, and reported it.
  expect(kindsOf(notices)).toEqual(['ip_isolation_failed']);
});

it('a proxy killed under a live session: a read by the HTTP twin reports it, too, and no message is sent', async () => {
  const { tiktok, proxy, session, notices, ref, conversation } = await visitThroughProxy();
  const log = new StreamLog();
  won(await session.listen(log));
  await proxy.kill();
  await log.waitFor(({ ends }) => ends[0], 'the end');
  expect(
    await session.sendText({ conversation: ref, text: 'lost', quote: null, idempotencyKey: randomUUID() }),
  ).toMatchObject({
    kind: 'refused',
    refusal: { reason: 'ip_isolation_failed' },
    next: { kind: 'wait' },
  });
  const before = notices.length;
  expect(before).toBeGreaterThan(0);
  const reading = session.fetchHistory(ref, null);
  await eventually(async () => (notices.length > before ? true : null), 'the notice of the read');
  // The call's remaining rounds end with the session; the server closes the session after this notice, too.
  await session.close();
  expect(await reading).toMatchObject(FAILED);
  expect(kindsOf(notices)).toEqual(['ip_isolation_failed']);
  expect(
    tiktok.world
      .conversations('tiktok', conversation.shopId)[0]
      ?.messages.some(({ content }) => content.text === 'lost'),
  ).toBe(false);
});
