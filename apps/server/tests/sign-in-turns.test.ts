import { CALLS } from '@pasar/api';
import { type MemberId, OWN_LIMITS, refusal } from '@pasar/domain';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { Handshakes } from '../src/engine/handshakes.ts';
import { setMemberKeys } from '../src/records/grants.ts';
import { tellMoment } from '../src/records/moments.ts';
import { wholeAccount } from '../src/storage/database.ts';
import {
  captcha,
  code,
  demands,
  openSignInHarness,
  PATIENT,
  refuses,
  type SignInHarness,
  shopFacts,
  toSignIn,
} from './harness/sign-in-harness.ts';

let harness: SignInHarness;
beforeAll(async () => {
  harness = await openSignInHarness();
});
afterEach(() => harness.clean());
afterAll(() => harness.close());

test('a sign-in waits for its turn; one that still waits when the process ends is claimed by the next at once', async () => {
  const held = Promise.withResolvers<void>();
  const asked: string[] = [];
  harness.shopee.onSignIn = async ({ credentials: { identifier } }) => {
    asked.push(identifier);
    if (identifier === 'turn-1') await held.promise;
    return { ok: true, value: harness.shopee.session([shopFacts(identifier === 'turn-1' ? '61' : '62')]) };
  };
  const signIns = await harness.openSignIns({ handshakes: new Handshakes(1, 1) });
  const one = await harness.seller();
  const first = await one.start('turn-1');
  await vi.waitFor(() => expect(asked).toEqual(['turn-1']), PATIENT);
  const second = await one.start('turn-2');
  await one.until(second.signInId, 'logging_in');
  const stopped = signIns.stop();
  const given = await one.until(second.signInId, 'waiting', ({ refusal: why }) => why === null);
  expect([given.state, asked]).toEqual(['waiting', ['turn-1']]);
  held.resolve();
  await stopped;
  await one.until(first.signInId, 'logged_in');
  await harness.openSignIns();
  await one.until(second.signInId, 'logged_in');
  expect(asked).toEqual(['turn-1', 'turn-2']);
});

test('only the member who signs in is told why a sign-in takes long, once', async () => {
  const held = Promise.withResolvers<void>();
  harness.shopee.onSignIn = async ({ notify }) => {
    notify({ notice: 'ip_tip', host: 'seller.example' });
    notify({ notice: 'ip_tip', host: 'seller.example' });
    notify({ notice: 'ip_isolation_failed' });
    await held.promise;
    return { ok: false, refusal: refusal('marketplace_unreachable'), canRetry: false, challenge: null };
  };
  const one = await harness.seller();
  const other = await harness.seller();
  await harness.openSignIns();
  const { signInId } = await one.start('slow');
  await one.window.until(({ moments }) => moments.length === 2);
  const moment = { kind: 'signInNotice', connectionId: null };
  expect(one.window.moments).toEqual(
    expect.arrayContaining([
      { ...moment, notice: 'ip_tip', host: 'seller.example' },
      { ...moment, notice: 'ip_isolation_failed', host: null },
    ]),
  );
  held.resolve();
  await one.until(signInId, 'failed');
  expect([one.window.moments.length, other.window.moments]).toEqual([2, []]);
});

test('a member from whom `shopManager` was taken is told nothing more of its sign-in, in a window that stays open', async () => {
  const goesOn = Promise.withResolvers<void>();
  harness.shopee.onSignIn = async ({ notify }) => {
    notify({ notice: 'ip_tip', host: 'seller.example' });
    await goesOn.promise;
    notify({ notice: 'ip_isolation_failed' });
    return refuses(refusal('marketplace_unreachable'));
  };
  const one = await harness.seller([['141']], { permissionCodeList: ['chat', 'shopManager'], shops: ['141'] });
  const { visitor, window } = await one.sub();
  await harness.openSignIns();
  const { signInId } = await one.start('taken', 'x', visitor);
  await window.until(({ moments }) => moments.length === 1);
  const { accountId } = one.tenant;
  const all = wholeAccount(accountId);
  const { rows } = await harness.database.owner.query<{ member_id: MemberId }>(
    'select member_id from sign_in where sign_in_id = $1',
    [signInId],
  );
  await harness.database.app.within(all, async (transaction) => {
    for (const { member_id: memberId } of rows) await setMemberKeys(transaction, accountId, memberId, ['chat']);
  });
  goesOn.resolve();
  await vi.waitFor(async () => {
    const found = await harness.database.owner.query('select state from sign_in where sign_in_id = $1', [signInId]);
    expect(found.rows).toEqual([{ state: 'failed' }]);
  }, PATIENT);
  const { connection_id: connectionId } = await one.connection(`${one.username}-0`);
  const last = { kind: 'notice' as const, notice: 'shop_login_expire' as const, connectionId, host: null };
  await harness.database.engine.within(all, (transaction) =>
    tellMoment(transaction, { accountId, about: { connectionId }, memberId: null, moment: last }),
  );
  await window.until(({ moments }) => moments.some(({ kind }) => kind === 'notice'));
  expect(window.moments.map(({ kind }) => kind)).toEqual(['signInNotice', 'notice']);
  window.close();
});

test('a sign-in that no process could complete ends as "could not add the shop"', async () => {
  const one = await harness.seller();
  const { signInId } = await one.start('doomed');
  await harness.database.owner.query('update sign_in set attempts = 3 where sign_in_id = $1', [signInId]);
  await harness.openSignIns();
  await one.until(signInId, 'failed');
  const found = await harness.database.owner.query('select refusal_reason from sign_in where sign_in_id = $1', [
    signInId,
  ]);
  expect(found.rows).toEqual([{ refusal_reason: 'shop_add_failed' }]);
});

test('a proxy that fails is told once for all attempts, and again after the person answers again', async () => {
  const { shopee } = harness;
  shopee.onSignIn = async ({ answer, notify }) => {
    if (answer === null) return demands(code('phone'));
    notify({ notice: 'ip_isolation_failed' });
    return refuses(refusal('ip_isolation_failed'), true);
  };
  const one = await harness.seller();
  await harness.openSignIns();
  const { signInId } = await one.start('no-way');
  const fails = async (logins: number) => {
    await one.until(signInId, 'challenged');
    await one.answer(signInId, { kind: 'code', code: '112233' });
    await vi.waitFor(async () => {
      harness.turnClock(60_000);
      await harness.wakeSignIns();
      expect(shopee.asked.logins).toBe(logins);
    }, PATIENT);
    await one.until(signInId, 'failed');
  };
  await fails(4);
  expect(one.window.moments).toHaveLength(1);
  await one.visitor.call(CALLS.signIn.retrySignIn, { signInId });
  await fails(8);
  expect(one.window.moments).toHaveLength(2);
});

test.each([
  ['a code', demands(code('phone')), 'challenged', true],
  ['a captcha', demands(captcha('picture'), refusal('captcha_needed')), 'challenged', true],
  ['a captcha that has no picture', refuses(refusal('captcha_needed')), 'failed', true],
  ['nothing of the kind', refuses(refusal('wrong_account_or_password')), 'failed', false],
] as const)(
  'a known login whose password asks for %s: that is remembered of it',
  async (_what, came, state, isKept) => {
    harness.shopee.onSignIn = () => came;
    const one = await harness.seller([['161']]);
    const { connection_id: connectionId } = await one.connection(`${one.username}-0`);
    await harness.openSignIns();
    const { signInId } = toSignIn(await one.visitor.call(CALLS.signIn.signInAgain, { connectionId }));
    await one.until(signInId, state);
    const { otp_needed_at: rememberedAt } = await one.connection(`${one.username}-0`);
    expect(rememberedAt !== null).toBe(isKept);
  },
);

test('a sign-in keeps its cookies for the next attempt, but not with another password for a known login', async () => {
  const { shopee } = harness;
  const seen: (string | null)[] = [];
  shopee.onSignIn = ({ bridge }) => {
    seen.push(bridge.cookies.get('https://shopee.example', 'SPC_EC'));
    bridge.cookies.set('https://shopee.example', 'SPC_EC', 'in');
    return demands(captcha('picture'), refusal('captcha_needed'));
  };
  const one = await harness.seller([['141']]);
  const { connection_id: connectionId } = await one.connection(`${one.username}-0`);
  await harness.openSignIns();
  const { signInId } = toSignIn(await one.visitor.call(CALLS.signIn.signInAgain, { connectionId }));
  for (const more of [{}, { password: 'another' }]) {
    await one.until(signInId, 'challenged');
    harness.turnClock(OWN_LIMITS.challengeLifeMs + 1_000);
    await harness.wakeSignIns();
    await one.until(signInId, 'failed');
    await one.visitor.call(CALLS.signIn.retrySignIn, { signInId, ...more });
  }
  await one.until(signInId, 'challenged');
  expect(seen).toEqual([null, 'in', null]);
});

describe('another password for an open sign-in', () => {
  const unlessCaptcha = (held: Promise<void>) => {
    const { shopee } = harness;
    shopee.onSignIn = async ({ answer, bridge, credentials }) => {
      const cookie = bridge.cookies.get('https://shopee.example', 'SPC_EC');
      seen.push([credentials.password, answer?.kind ?? null, cookie]);
      if (credentials.password === 'right') return { ok: true, value: shopee.session([shopFacts('151')]) };
      bridge.cookies.set('https://shopee.example', 'SPC_EC', `of ${credentials.password}`);
      if (answer === null) return demands(captcha('picture'), refusal('captcha_needed'));
      await held;
      return { ok: true, value: shopee.session([shopFacts('152')]) };
    };
  };
  const seen: unknown[] = [];

  test('starts it over: answer and cookies are dropped, and late results of the earlier attempt are not written', async () => {
    seen.length = 0;
    const held = Promise.withResolvers<void>();
    unlessCaptcha(held.promise);
    const one = await harness.seller();
    const signIns = await harness.openSignIns();
    const { signInId } = await one.start('mistyped', 'wrong');
    await one.until(signInId, 'challenged');
    await one.answer(signInId, { kind: 'captcha', text: 'x7k2' });
    await vi.waitFor(() => expect(seen).toHaveLength(2), PATIENT);
    // The same password again changes nothing.
    expect(await one.start('mistyped', 'wrong')).toMatchObject({ signInId, state: 'logging_in' });
    expect(await one.secretsOf(signInId)).toEqual(['answer', 'password', 'session']);
    expect(await one.start('mistyped', 'right')).toMatchObject({ signInId, state: 'waiting', challenge: null });
    await one.until(signInId, 'logged_in');
    held.resolve();
    await signIns.stop();
    expect(seen).toEqual([
      ['wrong', null, null],
      ['wrong', 'captcha', 'of wrong'],
      ['right', null, null],
    ]);
    expect(await one.shopIds()).toEqual(['151']);
  });

  test('starts it over when a code was asked for a moment ago, and when it failed', async () => {
    seen.length = 0;
    unlessCaptcha(Promise.resolve());
    const one = await harness.seller();
    await harness.openSignIns();
    const failed = await one.start('failed', 'wrong');
    await one.until(failed.signInId, 'challenged');
    harness.turnClock(OWN_LIMITS.challengeLifeMs + 1_000);
    await harness.wakeSignIns();
    await one.until(failed.signInId, 'failed');
    await one.visitor.call(CALLS.signIn.retrySignIn, { signInId: failed.signInId, password: 'also wrong' });
    await one.until(failed.signInId, 'challenged');
    expect(seen.at(-1)).toEqual(['also wrong', null, null]);
    const { onSignIn } = harness.shopee;
    harness.shopee.onSignIn = () => demands(code('phone'));
    const asked = await one.start('asked', 'wrong');
    await one.until(asked.signInId, 'challenged');
    harness.shopee.onSignIn = onSignIn;
    expect(await one.start('asked', 'wrong')).toMatchObject({ signInId: asked.signInId, state: 'challenged' });
    const chosen = await harness.database.owner.query(
      `insert into ip_subject (account_id, scope, name, type, host, port, created_at)
       values ($1, 'platform', 'line', 'http', '203.0.113.7', 8080, 1) returning ip_subject_id`,
      [one.tenant.accountId],
    );
    const ipSubjectId = chosen.rows[0]?.ip_subject_id;
    const anew = { marketplace: 'shopee', country: 'SG', identifier: 'asked', password: 'right', ipSubjectId };
    const again = toSignIn(await one.visitor.call(CALLS.signIn.startSignIn, anew));
    expect(again).toMatchObject({ signInId: asked.signInId, state: 'waiting', ipSubjectId });
    await one.until(asked.signInId, 'logged_in');
    expect(await one.shopIds()).toEqual(['151']);
    // By the route that was chosen with it.
    expect(await one.connection('asked')).toMatchObject({ ip_subject_id: ipSubjectId });
  });
});

test('a marketplace whose sign-ins hang leaves room for the others', async () => {
  const held = Promise.withResolvers<void>();
  let hanging = 0;
  harness.shopee.onSignIn = async () => {
    hanging += 1;
    await held.promise;
    return { ok: false, refusal: refusal('marketplace_unreachable'), canRetry: false, challenge: null };
  };
  const one = await harness.seller();
  for (let number = 0; number < 20; number += 1) await one.start(`hanging-${number}`);
  await harness.openSignIns();
  await vi.waitFor(() => expect(hanging).toBe(10), PATIENT);
  const { signInId } = await one.start('elsewhere', 'p', one.visitor, 'lazada');
  // The sign-in names no shops; the test only counts that the marketplace was asked.
  expect((await one.until(signInId, 'failed')).refusal).toMatchObject({ reason: 'no_shops' });
  expect(hanging).toBe(10);
  held.resolve();
});

describe('a password is not sent needlessly', () => {
  test.each(['too_frequent', 'marketplace_unreachable', 'request_timed_out', 'ip_isolation_failed'] as const)(
    'after %s its own calls tried it again, and nobody else does',
    async (reason) => {
      harness.shopee.onSignIn = () => refuses(refusal(reason), true);
      const one = await harness.seller();
      await harness.openSignIns();
      const { signInId } = await one.start(`met ${reason}`);
      const failed = await one.until(signInId, 'failed');
      expect(failed.refusal).toMatchObject({ reason });
      const asked = harness.shopee.asked.contexts.filter(
        ({ credentials }) => credentials.identifier === `met ${reason}`,
      );
      expect(asked).toHaveLength(1);
    },
  );

  test('a new login of an import that finds the quota full sends no password', async () => {
    const one = await harness.seller([['100']]);
    const { signInId } = await one.start('one-too-many');
    await harness.openSignIns({ shopQuota: 1 });
    const failed = await one.until(signInId, 'failed');
    expect(failed.refusal).toMatchObject({ reason: 'shop_quota_full' });
    const identifiers = harness.shopee.asked.contexts.map(({ credentials }) => credentials.identifier);
    expect(identifiers).not.toContain('one-too-many');
  });
});

test('brings another picture to a person who cannot read the first, and counts no wrong answer', async () => {
  const { shopee } = harness;
  const shown = ['first', 'second'];
  shopee.onSignIn = ({ answer }) =>
    answer === null
      ? demands(captcha(shown.shift() ?? 'third'), refusal('captcha_needed'))
      : { ok: true, value: shopee.session([shopFacts('42')]) };
  const one = await harness.seller();
  await harness.openSignIns();
  const { signInId } = await one.start('unreadable');
  await one.until(signInId, 'challenged');
  await one.answer(signInId, { kind: 'newPicture' });
  const again = await one.until(
    signInId,
    'challenged',
    ({ challenge }) => challenge?.kind === 'captcha' && challenge.captchaId === 'second',
  );
  expect(again.refusal).toBeNull();
  await one.answer(signInId, { kind: 'captcha', text: 'yes' });
  await one.until(signInId, 'logged_in');
  expect(shopee.asked.contexts.at(-1)?.answer).toMatchObject({ captchaId: 'second', text: 'yes' });
});
