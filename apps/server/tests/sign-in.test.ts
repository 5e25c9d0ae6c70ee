import { CALLS } from '@pasar/api';
import { OWN_LIMITS, refusal } from '@pasar/domain';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { ScriptedConnector } from './harness/scripted-connector.ts';
import {
  captcha,
  code,
  demands,
  openSignInHarness,
  PATIENT,
  refuses,
  type Seller,
  type SignInHarness,
  shopFacts,
  told,
} from './harness/sign-in-harness.ts';

let harness: SignInHarness;
beforeAll(async () => {
  harness = await openSignInHarness();
});
afterEach(() => harness.clean());
afterAll(() => harness.close());

const isRefusedAndWaits = ({ signIn }: { signIn: { state: string; refusal: unknown } }) =>
  signIn.state === 'waiting' && signIn.refusal !== null;

describe('a sign-in', () => {
  test('passes a captcha and a code and adds shops, and every window follows', async () => {
    const { shopee } = harness;
    shopee.onSignIn = ({ answer, bridge }) => {
      if (answer === null) {
        bridge.cookies.set('https://shopee.example', 'device', 'known');
        return demands(captcha('picture'), refusal('captcha_needed'));
      }
      if (answer.kind === 'captcha') return demands(code('+65 ***11'));
      return { ok: true, value: shopee.session([shopFacts('31'), shopFacts('32')]) };
    };
    const one = await harness.seller();
    await harness.openSignIns();
    const { signInId } = await one.start('merchant');
    const asked = await one.until(signInId, 'challenged');
    expect(asked).toMatchObject({ challenge: { kind: 'captcha', image: 'data:image/png;base64,AQID' }, refusal: null });
    await one.answer(signInId, { kind: 'captcha', text: 'x7k2' });
    const asksCode = await one.until(signInId, 'challenged', ({ challenge }) => challenge?.kind === 'code');
    expect(asksCode).toMatchObject({ challenge: { target: '+65 ***11', channel: 'sms' }, refusal: null });
    await one.answer(signInId, { kind: 'code', code: '112233' });
    const done = await one.until(signInId, 'logged_in');
    expect(done.shopIds).toHaveLength(2);
    expect(await one.shopIds()).toEqual(['31', '32']);
    expect(harness.shopee.asked.contexts.map(({ answer }) => answer)).toEqual([
      null,
      { kind: 'captcha', captchaId: 'picture', text: 'x7k2', continuation: 'secret thread of picture' },
      { kind: 'code', code: '112233', continuation: 'secret thread of +65 ***11' },
    ]);
    // A cookie that the marketplace set at the first step is sent at the last.
    const last = harness.shopee.asked.contexts.at(-1);
    expect(last?.bridge.cookies.get('https://shopee.example', 'device')).toBe('known');
    const story = one.window.changes.flatMap((change) => {
      if (change.kind === 'shop') return 'shop';
      return change.kind === 'signIn' ? (change.signIn as { state: string }).state : [];
    });
    const step = ['waiting', 'logging_in'];
    expect(story).toEqual([...step, 'challenged', ...step, 'challenged', ...step, 'shop', 'shop', 'logged_in']);
  });

  test('shows the fault of an answer beside the next picture', async () => {
    const { shopee } = harness;
    shopee.onSignIn = ({ answer }) => {
      if (answer === null) return demands(captcha('first'), refusal('captcha_needed'));
      if (answer.kind === 'captcha' && answer.captchaId === 'first') {
        return demands(captcha('second'), refusal('captcha_wrong'));
      }
      return { ok: true, value: shopee.session([shopFacts('41')]) };
    };
    const one = await harness.seller();
    await harness.openSignIns();
    const { signInId } = await one.start('wrong-answers');
    await one.until(signInId, 'challenged');
    await one.answer(signInId, { kind: 'captcha', text: 'no' });
    const again = await one.until(signInId, 'challenged', ({ refusal: why }) => why !== null);
    expect(again).toMatchObject({ challenge: { captchaId: 'second' }, refusal: { reason: 'captcha_wrong' } });
    const misfit = await one.visitor.call(CALLS.signIn.answerChallenge, { signInId, kind: 'code', code: '1' });
    expect(misfit).toMatchObject({ result: 'fail', code: 'invalid_request' });
    const blank = await one.visitor.call(CALLS.signIn.answerChallenge, { signInId, kind: 'captcha', text: ' ' });
    expect(blank).toMatchObject({ result: 'fail', code: 'captcha_blank' });
    await one.answer(signInId, { kind: 'captcha', text: 'yes' });
    await one.until(signInId, 'logged_in');
  });

  test('another code is sent after the wait; when it is refused, the code before still counts', async () => {
    const { shopee } = harness;
    shopee.onSignIn = ({ answer }) =>
      answer === null ? demands(code('phone')) : { ok: true, value: shopee.session([shopFacts('51')]) };
    const one = await harness.seller();
    await harness.openSignIns();
    const { signInId } = await one.start('resends');
    const first = await one.until(signInId, 'challenged');
    const noPicture = await one.visitor.call(CALLS.signIn.answerChallenge, { signInId, kind: 'newPicture' });
    expect(noPicture).toMatchObject({ result: 'fail', code: 'invalid_request' });
    const tooSoon = await one.visitor.call(CALLS.signIn.answerChallenge, { signInId, kind: 'resend' });
    expect(tooSoon).toMatchObject({ result: 'fail', code: 'verification_code_not_sent' });
    harness.turnClock(61_000);
    const threads: string[] = [];
    shopee.onResend = (_context, continuation) => {
      threads.push(continuation);
      return { ok: true, value: code('phone again') };
    };
    await one.answer(signInId, { kind: 'resend' });
    const second = await one.until(
      signInId,
      'challenged',
      ({ challenge }) => challenge?.kind === 'code' && challenge.target === 'phone again',
    );
    expect(threads).toEqual(['secret thread of phone']);
    expect(second.refusal).toBeNull();
    harness.turnClock(61_000);
    shopee.onResend = () => ({
      ok: false,
      refusal: refusal('verification_code_not_sent', 'too often'),
      canRetry: false,
    });
    await one.answer(signInId, { kind: 'resend' });
    const refused = await one.until(signInId, 'challenged', ({ refusal: why }) => why !== null);
    expect(refused.challenge).toEqual(second.challenge);
    expect(refused.challenge).not.toEqual(first.challenge);
    expect(refused.refusal).toEqual({ reason: 'verification_code_not_sent', detail: 'too often' });
    await one.answer(signInId, { kind: 'code', code: '445566' });
    await one.until(signInId, 'logged_in');
    expect(harness.shopee.asked.contexts.at(-1)?.answer).toMatchObject({
      continuation: 'secret thread of phone again',
    });
  });

  test('an answer that did not reach the marketplace is sent again, up to a limit', async () => {
    const { shopee } = harness;
    shopee.onSignIn = ({ answer }) =>
      answer === null ? demands(code('phone')) : refuses(refusal('marketplace_unreachable'), true);
    const one = await harness.seller();
    await harness.openSignIns();
    const { signInId } = await one.start('broken-line');
    await one.until(signInId, 'challenged');
    await one.answer(signInId, { kind: 'code', code: '778899' });
    for (const tries of [1, 2]) {
      const isPausing = () => told(one.window, 'signIn').filter(isRefusedAndWaits).length === tries;
      await one.window.until(isPausing);
      harness.turnClock(60_000);
      await harness.wakeSignIns();
    }
    const failed = await one.until(signInId, 'failed');
    expect(failed.refusal).toMatchObject({ reason: 'marketplace_unreachable' });
    const given = shopee.asked.contexts.map(({ answer }) => answer?.kind ?? null);
    expect(given).toEqual([null, 'code', 'code', 'code']);
  });

  test('that is cancelled deletes its secrets, and asks the member nothing more', async () => {
    harness.shopee.onSignIn = () => demands(captcha('picture'), refusal('captcha_needed'));
    const one = await harness.seller();
    await harness.openSignIns();
    const { signInId } = await one.start('cancelled');
    await one.until(signInId, 'challenged');
    expect(await one.secretsOf(signInId)).toEqual(['password', 'session']);
    await one.visitor.call(CALLS.signIn.cancelSignIn, { signInId });
    await one.until(signInId, 'cancelled');
    expect(await one.secretsOf(signInId)).toEqual([]);
    const late = await one.visitor.call(CALLS.signIn.answerChallenge, { signInId, kind: 'captcha', text: 'late' });
    expect(late).toMatchObject({ result: 'fail', code: 'sign_in_not_waiting' });
    expect(harness.shopee.asked.logins).toBe(1);
  });

  test('a challenge without an answer is given up; the password is kept for another attempt', async () => {
    const { shopee } = harness;
    shopee.onSignIn = () => demands(captcha('picture'), refusal('captcha_needed'));
    const one = await harness.seller();
    await harness.openSignIns();
    const { signInId } = await one.start('forgotten');
    await one.until(signInId, 'challenged');
    harness.turnClock(OWN_LIMITS.challengeLifeMs - 60_000);
    await harness.wakeSignIns();
    expect((await one.until(signInId, 'challenged')).challenge).not.toBeNull();
    harness.turnClock(61_000);
    await harness.wakeSignIns();
    const failed = await one.until(signInId, 'failed');
    expect(failed).toMatchObject({ challenge: null, refusal: { reason: 'challenge_unanswered' } });
    shopee.onSignIn = () => ({ ok: true, value: shopee.session([shopFacts('61')]) });
    await one.visitor.call(CALLS.signIn.retrySignIn, { signInId });
    await one.until(signInId, 'logged_in');
    expect(shopee.asked.contexts.at(-1)?.credentials.password).toBe('marketplace password');
  });

  test('whose process died is claimed by another; late results of the dead process are not written', async () => {
    const late = Promise.withResolvers<void>();
    const dying = new ScriptedConnector();
    dying.onSignIn = async () => {
      await late.promise;
      return { ok: true, value: dying.session([shopFacts('72')]) };
    };
    const one = await harness.seller();
    const dead = await harness.openSignIns({ shopee: dying });
    const { signInId } = await one.start('abandoned');
    await vi.waitFor(() => expect(dying.asked.logins).toBe(1), PATIENT);
    harness.shopee.onSignIn = () => ({ ok: true, value: harness.shopee.session([shopFacts('71')]) });
    await harness.database.owner.query(
      "update sign_in set claim_until = clock_timestamp() - interval '1 second' where sign_in_id = $1",
      [signInId],
    );
    await harness.openSignIns();
    await one.until(signInId, 'logged_in');
    late.resolve();
    await dead.stop();
    expect(await one.shopIds()).toEqual(['71']);
  });

  test('is one for each login however often it is started, and each attempt uses its own password', async () => {
    const held = Promise.withResolvers<void>();
    const { shopee } = harness;
    shopee.onSignIn = async ({ credentials }) => {
      await held.promise;
      return credentials.password === 'right'
        ? { ok: true, value: shopee.session([shopFacts('81')]) }
        : refuses(refusal('wrong_account_or_password'));
    };
    const one = await harness.seller();
    const [first, second] = await Promise.all([one.start('twice', 'wrong'), one.start('twice', 'wrong')]);
    expect(first.signInId).toBe(second.signInId);
    await harness.openSignIns();
    held.resolve();
    const failed = await one.until(first.signInId, 'failed');
    expect(failed.refusal).toMatchObject({ reason: 'wrong_account_or_password' });
    await one.visitor.call(CALLS.signIn.retrySignIn, { signInId: first.signInId, password: 'right' });
    await one.until(first.signInId, 'logged_in');
    const anew = await one.start('twice', 'right');
    expect(anew.signInId).not.toBe(first.signInId);
  });
});

describe('secrets', () => {
  test('are stored only sealed: not in a log line, a change, or another column; a success deletes them', async () => {
    const { shopee, database } = harness;
    shopee.onSignIn = ({ answer, bridge, saveSession }) => {
      if (answer === null) {
        bridge.cookies.set('https://shopee.example', 'SPC_EC', 'hush-cookie');
        return demands(code('phone'), refusal('verification_needed'));
      }
      return saveSession('hush-session').then(() => ({ ok: true, value: shopee.session([shopFacts('91')]) }));
    };
    const one = await harness.seller();
    await harness.openSignIns();
    const { signInId } = await one.start('secretive', 'hush-password');
    await one.until(signInId, 'challenged');
    await one.answer(signInId, { kind: 'code', code: 'hush-code' });
    const hushed = ['hush-password', 'hush-cookie', 'hush-session', 'hush-code', 'secret thread'];
    const tables = await database.owner.query<{ name: string }>(
      `select quote_ident(table_name) as name from information_schema.tables where table_schema = 'public'`,
    );
    const stored: string[] = [];
    for (const { name } of tables.rows) {
      const rows = await database.owner.query(`select to_jsonb(t)::text as row from ${name} t`);
      stored.push(...rows.rows.map((row) => `${name}: ${row.row}`));
    }
    await one.until(signInId, 'logged_in');
    for (const word of hushed) {
      const asBytes = Buffer.from(word).toString('hex');
      expect(stored.filter((row) => row.includes(word) || row.includes(asBytes))).toEqual([]);
      expect(harness.lines.filter((line) => line.includes(word))).toEqual([]);
      expect(JSON.stringify(one.window.frames)).not.toContain(word);
    }
    expect(stored.some((row) => row.includes('secretive'))).toBe(true);
    expect(await one.secretsOf(signInId)).toEqual([]);
    const { connection_id: connectionId } = await one.connection('secretive');
    expect(await one.secretsOf(connectionId)).toEqual(['password', 'session']);
  });
});

describe('shops that were signed in', () => {
  test('all fit the quota, or none is bound', async () => {
    const { shopee } = harness;
    shopee.onSignIn = () => ({ ok: true, value: shopee.session([shopFacts('101'), shopFacts('102')]) });
    const one = await harness.seller([['100']]);
    await harness.openSignIns({ shopQuota: 2 });
    const { signInId } = await one.start('too-many');
    const failed = await one.until(signInId, 'failed');
    expect(failed.refusal).toMatchObject({ reason: 'shop_quota_full' });
    expect(await one.shopIds()).toEqual(['100']);
    expect(await one.connection('too-many')).toBeNull();
    shopee.onSignIn = () => ({ ok: true, value: shopee.session([shopFacts('101')]) });
    await one.visitor.call(CALLS.signIn.retrySignIn, { signInId });
    await one.until(signInId, 'logged_in');
    expect(await one.shopIds()).toEqual(['100', '101']);
  });

  test('belong to the newest login that brought them; a login without shops is deleted with its secrets', async () => {
    const { shopee } = harness;
    shopee.onSignIn = ({ credentials }) => ({
      ok: true,
      value: shopee.session(
        credentials.identifier === 'alone' ? [shopFacts('111')] : [shopFacts('111'), shopFacts('112')],
      ),
    });
    // Another account has a login of the same shop, which this account must not move.
    const other = await harness.seller([['111']]);
    const one = await harness.seller();
    await harness.openSignIns();
    await harness.openEngine();
    const alone = await one.start('alone');
    await one.until(alone.signInId, 'logged_in');
    await one.untilConnection('alone', 'live');
    const before = await one.connection('alone');
    await one.visitor.call(CALLS.shops.updateShopAlias, { userId: '111', alias: 'mine' });
    const both = await one.start('both');
    await one.until(both.signInId, 'logged_in');
    expect(await one.connection('alone')).toBeNull();
    expect(await one.secretsOf(before.connection_id)).toEqual([]);
    await one.untilConnection('both', 'live');
    const shops = await harness.database.owner.query(
      'select platform_shop_id, alias from shop where account_id = $1 order by 1',
      [one.tenant.accountId],
    );
    expect(shops.rows).toEqual([
      { platform_shop_id: '111', alias: 'mine' },
      { platform_shop_id: '112', alias: null },
    ]);
    const lease = await harness.database.owner.query('select token from connection_lease where account_id = $1', [
      other.tenant.accountId,
    ]);
    expect([await other.shopIds(), lease.rows]).toEqual([['111'], [{ token: '1' }]]);
  });

  test('are live again when the same login succeeds after a refusal: the refusal is cleared and the runner wakes', async () => {
    const { shopee } = harness;
    shopee.onSignIn = ({ credentials }) =>
      credentials.password === 'new'
        ? { ok: true, value: shopee.session([shopFacts('121')]) }
        : refuses(refusal('wrong_account_or_password'));
    const one = await harness.seller([['121']]);
    const identifier = `${one.username}-0`;
    const { connection_id: connectionId } = await one.connection(identifier);
    await harness.database.owner.query(
      `update connection_lease set holder = null, expires_at = '-infinity' where connection_id = $1`,
      [connectionId],
    );
    shopee.refusedLogin = refusal('shop_login_expired');
    await harness.openEngine();
    await one.untilConnection(identifier, 'failed');
    shopee.refusedLogin = null;
    await harness.openSignIns();
    const stale = toView(await one.visitor.call(CALLS.signIn.signInAgain, { connectionId }));
    await one.until(stale, 'failed');
    const again = toView(await one.visitor.call(CALLS.signIn.signInAgain, { connectionId, password: 'new' }));
    await one.until(again, 'logged_in');
    await one.untilConnection(identifier, 'live');
    expect(await one.connection(identifier)).toMatchObject({ connection_id: connectionId, refusal_reason: null });
    const newest = told(one.window, 'shop').at(-1)?.shop;
    expect(newest).toMatchObject({ connectionId, connection: { refusal: null } });
  });

  const toView = (answer: Awaited<ReturnType<Seller['visitor']['call']>>): string => {
    if (answer.result === 'fail') throw new Error(String(answer.code));
    return CALLS.signIn.signInAgain.output.parse(answer.data).signIn.signInId;
  };

  test('are granted to the sub-account that signs them in; signing in with the stored password grants nothing', async () => {
    const { shopee } = harness;
    shopee.onSignIn = ({ credentials }) => ({
      ok: true,
      value: shopee.session(
        credentials.identifier === 'own' ? [shopFacts('139')] : [shopFacts('131'), shopFacts('132')],
      ),
    });
    const one = await harness.seller([['131', '132']], { permissionCodeList: ['chat', 'shopManager'], shops: ['131'] });
    const sub = await one.sub();
    await harness.openSignIns();
    const { connection_id: connectionId } = await one.connection(`${one.username}-0`);
    const again = toView(await sub.visitor.call(CALLS.signIn.signInAgain, { connectionId }));
    await one.until(again, 'logged_in', undefined, sub.window);
    const seen = async () => {
      const answer = await sub.visitor.call(CALLS.chat.snapshot);
      if (answer.result === 'fail') throw new Error(String(answer.code));
      return CALLS.chat.snapshot.output.parse(answer.data).shops.map((shop) => shop.platformShopId);
    };
    expect(await seen()).toEqual(['131']);
    const own = await one.start('own', 'p', sub.visitor);
    await one.until(own.signInId, 'logged_in', undefined, sub.window);
    expect((await seen()).sort()).toEqual(['131', '139']);
    expect(told(sub.window, 'shop').map((change) => change.shop.platformShopId)).toContain('139');
    expect(JSON.stringify(sub.window.frames)).not.toContain('shop 132');
    // A sub-account sees its own sign-ins, and not those of the main account.
    const mine = await one.start('main only');
    expect(await sub.visitor.call(CALLS.signIn.cancelSignIn, { signInId: mine.signInId })).toMatchObject({
      code: 'not_found',
    });
    sub.window.close();
  });
});
