import { createHash } from 'node:crypto';
import type { Bridge, HttpRequest } from '@pasar/bridge';
import type { ConnectorSession } from '@pasar/connector-kit';
import { asPlatformShopId, CURRENCY_BY_COUNTRY } from '@pasar/domain';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createFakeClock } from '../src/fake-clock.ts';
import { StreamLog } from '../src/stream-log.ts';
import { within } from '../src/wait.ts';
import { demand, findConversation, type LazadaHarness, openLazadaHarness, visitLazada } from './lazada-harness.ts';

let lazada: LazadaHarness;
beforeAll(async () => {
  lazada = await openLazadaHarness();
});
afterAll(() => lazada.close());

describe('Lazada, logging in', () => {
  it('by password, then by the stored session, without the password', async () => {
    const first = visitLazada(lazada);
    const session = demand(await first.start());
    expect(session.shops).toEqual([
      {
        platformShopId: lazada.shop.shopId,
        userId: lazada.shop.userId,
        name: lazada.shop.name,
        country: lazada.shop.country,
        isCb: false,
        merchantId: null,
        accountId: null,
      },
    ]);
    expect(first.saved).toHaveLength(1);
    await first.bridge.close();

    const second = visitLazada(lazada, { storedSession: first.saved[0] ?? '' });
    expect((await second.start({ password: 'wrong' })).ok).toBe(true);
    expect(second.saved).toEqual([]);
    await second.bridge.close();
  });

  it('at the combined site: the shop tells its country', async () => {
    const visit = visitLazada(lazada);
    const session = demand(await visit.start({ country: 'CB' }));
    expect(session.shops.map(({ country }) => country)).toEqual([lazada.shop.country]);
    const { items } = demand(
      await session.calls.goods.searchProducts(asPlatformShopId(lazada.shop.shopId), {
        keyword: '',
        field: 'name',
        cursor: null,
      }),
    );
    expect(items[0]?.price.currency).toBe(CURRENCY_BY_COUNTRY[lazada.shop.country]);
    await session.close();
    await visit.bridge.close();
  });

  it.each([
    ['a wrong password', { password: 'wrong' }, 'wrong_account_or_password'],
    ['an unknown account', { identifier: 'nobody@example.com' }, 'wrong_account_or_password'],
    ['a phone number', { identifier: '+66 81 234 5678' }, 'phone_login_not_allowed'],
  ])('refuses %s, once', async (_name, credentials, reason) => {
    const visit = visitLazada(lazada);
    expect(await visit.start(credentials)).toMatchObject({ ok: false, refusal: { reason }, canRetry: false });
    await visit.bridge.close();
  });

  it('sends only the hash of the password; the site refuses a plain password as wrong', async () => {
    const sent: HttpRequest[] = [];
    const forged: { password: string | null } = { password: null };
    const wrap = (bridge: Bridge): Bridge => ({
      ...bridge,
      http: {
        request(request) {
          sent.push(request);
          const { body } = request;
          if (body.type !== 'form' || forged.password === null || !('password' in body.fields))
            return bridge.http.request(request);
          const fields = { ...body.fields, password: forged.password };
          return bridge.http.request({ ...request, body: { type: 'form', fields } });
        },
      },
    });
    const { password } = lazada.login;
    const honest = visitLazada(lazada, { wrap });
    demand(await honest.start());
    const hash = createHash('md5').update(password).digest('hex');
    expect(sent.map(({ body }) => JSON.stringify(body)).filter((body) => body.includes(hash))).toHaveLength(1);
    expect(JSON.stringify(sent)).not.toContain(JSON.stringify(password));
    await honest.bridge.close();
    forged.password = password;
    const typed = visitLazada(lazada, { wrap });
    expect(await typed.start()).toMatchObject({ ok: false, refusal: { reason: 'wrong_account_or_password' } });
    await typed.bridge.close();
  });

  it('waits 2 s when there are too many requests', async () => {
    const clock = createFakeClock();
    const visit = visitLazada(lazada, { clock });
    await lazada.fault('tooManyRequests', { count: 2 });
    const started = visit.start();
    for (let strike = 0; strike < 2; strike += 1) {
      await within(clock.timerOf(2_000), 'the pause');
      clock.advance(2_000);
    }
    demand(await within(started, 'the session'));
    await visit.bridge.close();
  });
});

describe('Lazada, an expired login', () => {
  const dieUnder = async (work: (session: ConnectorSession) => Promise<void>) => {
    const visit = visitLazada(lazada);
    const session = demand(await visit.start());
    await lazada.fault('tokenExpired');
    await work(session);
    await visit.bridge.close();
    return visit;
  };

  it('is renewed once for any number of reads, and kept', async () => {
    const visit = await dieUnder(async (session) => {
      const reads = Array.from({ length: 8 }, () =>
        session.fetchConversations(asPlatformShopId(lazada.shop.shopId), null),
      );
      for (const read of await Promise.all(reads)) expect(read.ok).toBe(true);
    });
    expect(visit.saved).toHaveLength(2);
  });

  it('is renewed for the push socket', async () => {
    await dieUnder(async (session) => {
      const log = new StreamLog();
      const stream = demand(await session.listen(log));
      await log.message(await lazada.buyerWrites('after the login died'));
      stream.close();
      expect(log.ends).toEqual([{ kind: 'closed' }]);
    });
  });
});

it('signing tokens with a short life do not stop a session', async () => {
  const brief = await openLazadaHarness(150);
  const visit = visitLazada(brief);
  const session = demand(await visit.start());
  const conversation = await findConversation(session, brief.place);
  const until = Date.now() + 600;
  for (let count = 0; Date.now() < until; count += 1) {
    const reads = [null, null, null].map((cursor) => session.fetchConversations(conversation.platformShopId, cursor));
    for (const read of await Promise.all(reads)) expect(read).toMatchObject({ ok: true });
    const sent = await session.sendText({ conversation, text: 'x', quote: null, idempotencyKey: `brief-${count}` });
    expect(sent.kind).toBe('accepted');
  }
  await visit.bridge.close();
  await brief.close();
});
