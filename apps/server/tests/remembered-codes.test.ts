import { type ReasonCode, refusal } from '@pasar/domain';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import type { OwnedConnection } from '../src/engine/ingest/types.ts';
import { makeTenant, openTestDatabase, type TestDatabase } from './harness/database.ts';
import { openRunner } from './harness/runner.ts';
import { ScriptedConnector } from './harness/scripted-connector.ts';
import { captcha, demands } from './harness/sign-in-harness.ts';

const PATIENT = { timeout: 15_000, interval: 20 };
const HOUR_MS = 3_600_000;

let database: TestDatabase;
let tenants = 0;
const ended: (() => Promise<void>)[] = [];
beforeAll(async () => {
  database = await openTestDatabase();
});
afterEach(async () => {
  for (const end of ended.splice(0)) await end();
});
afterAll(() => database.close());

/** A login with one shop, and its present row. */
async function login() {
  tenants += 1;
  const tenant = await makeTenant(database, `codes-${tenants}@x`, [['11']]);
  const [owner] = tenant.connections as [OwnedConnection];
  const row = async () => {
    const found = await database.owner.query('select * from connection where connection_id = $1', [owner.connectionId]);
    return found.rows[0];
  };
  const set = (change: string, ...values: unknown[]) =>
    database.owner.query(`update connection set ${change} where connection_id = $1`, [owner.connectionId, ...values]);
  return { owner, row, set, connector: new ScriptedConnector() };
}

/** Serves the login until it is stopped, as one process after another does. */
function serve({ owner, connector }: Awaited<ReturnType<typeof login>>) {
  const { stop } = openRunner(database, owner, connector);
  ended.push(stop);
  return { stop };
}

/** A message that waits to be sent, and its present state. */
async function deliver({ owner }: { readonly owner: OwnedConnection }) {
  const shopId = owner.shopIds.values().next().value;
  const made = await database.owner.query<{ delivery_id: string }>(
    `with known as (insert into conversation (account_id, shop_id, platform_conversation_id, buyer_id, buyer_name, status,
         is_pinned, address) values ($1, $2, 'known', '1', 'buyer', 'activated', false, '{}') returning conversation_id)
     insert into delivery (account_id, shop_id, conversation_id, member_id, client_id, content, state, created_at)
     select $1, $2, conversation_id, gen_random_uuid(), gen_random_uuid(), '{"type":"text","text":"to nobody"}', 'pending', 0 from known returning delivery_id`,
    [owner.accountId, shopId],
  );
  return async () => {
    const found = await database.owner.query('select state, refusal_reason from delivery where delivery_id = $1', [
      made.rows[0]?.delivery_id,
    ]);
    return found.rows[0];
  };
}

describe('the memory that a login asks for codes', () => {
  test.each([
    ['never', null, true],
    ['an hour ago', HOUR_MS, false],
    ['almost a day ago', 24 * HOUR_MS - 60_000, false],
    ['more than a day ago', 24 * HOUR_MS + 60_000, true],
  ] as const)('%s: whether its password may leave while nobody watches', async (_when, askedAgoMs, mayUsePassword) => {
    const known = await login();
    await known.set('otp_needed_at = $2', askedAgoMs === null ? null : Date.now() - askedAgoMs);
    serve(known);
    await vi.waitFor(() => expect(known.connector.asked.contexts).toHaveLength(1), PATIENT);
    expect(known.connector.asked.contexts[0]).toMatchObject({ mayUsePassword, answer: null, line: 'auto' });
  });

  test('is cleared as soon as the login succeeds', async () => {
    const known = await login();
    await known.set('otp_needed_at = $2', Date.now() - HOUR_MS);
    serve(known);
    await vi.waitFor(async () => expect((await known.row()).otp_needed_at).toBeNull(), PATIENT);
  });

  test('is kept for a captcha as for a code, and not renewed for a password that was not sent', async () => {
    const known = await login();
    known.connector.startSession = async () => demands(captcha('picture'), refusal('captcha_needed'));
    const first = serve(known);
    await vi.waitFor(async () => expect((await known.row()).state).toBe('failed'), PATIENT);
    const rememberedAt = (await known.row()).otp_needed_at;
    expect(Number(rememberedAt)).toBeGreaterThan(Date.now() - HOUR_MS);
    await first.stop();
    known.connector.startSession = async () => demands(captcha('picture'), refusal('verification_needed'));
    await known.set("state = 'waiting', otp_needed_at = $2", Number(rememberedAt) - HOUR_MS);
    serve(known);
    await vi.waitFor(async () => expect((await known.row()).state).toBe('failed'), PATIENT);
    expect(Number((await known.row()).otp_needed_at)).toBe(Number(rememberedAt) - HOUR_MS);
  });
});

test('is also set by a challenge during the renewal of a session: the password is not sent after it', async () => {
  const known = await login();
  const { connector } = known;
  const tried: boolean[] = [];
  connector.startSession = async ({ mayUsePassword }) => {
    tried.push(mayUsePassword);
    if (!mayUsePassword) return { ...demands(captcha('picture')), challenge: null };
    const refused = { ok: false, refusal: refusal('captcha_needed'), canRetry: false } as const;
    return { ok: true, value: { ...connector.session(), fetchConversations: async () => refused } };
  };
  serve(known);
  await vi.waitFor(async () => expect((await known.row()).state).toBe('failed'), PATIENT);
  expect(tried).toEqual([true, false]);
});

describe('a login that failed', () => {
  test.each([
    'captcha_needed',
    'verification_needed',
    'wrong_account_or_password',
    'account_frozen',
  ] satisfies readonly ReasonCode[])(
    'for %s waits for a person in every process, and no password leaves',
    async (reason) => {
      const known = await login();
      const { connector } = known;
      connector.refusedLogin = refusal(reason, 'in its words');
      const first = serve(known);
      await vi.waitFor(async () => expect((await known.row()).state).toBe('failed'), PATIENT);
      await first.stop();
      const waiting = await deliver(known);
      const second = serve(known);
      // The wait is recognised by what the runner does meanwhile.
      await vi.waitFor(
        async () => expect(await waiting()).toEqual({ state: 'refused', refusal_reason: reason }),
        PATIENT,
      );
      expect([connector.asked.logins, (await known.row()).state]).toEqual([1, 'failed']);
      await second.stop();
      connector.refusedLogin = null;
      // The state after a sign-in.
      await known.set(`state = 'waiting', refusal_reason = null, otp_needed_at = null`);
      serve(known);
      await vi.waitFor(async () => expect((await known.row()).state).toBe('live'), PATIENT);
      expect(connector.asked.logins).toBe(2);
    },
  );

  test('for a reason that the next start may correct is tried again by it', async () => {
    const known = await login();
    known.connector.refusedLogin = refusal('unexpected_answer');
    const first = serve(known);
    await vi.waitFor(async () => expect((await known.row()).state).toBe('failed'), PATIENT);
    await first.stop();
    known.connector.refusedLogin = null;
    serve(known);
    await vi.waitFor(async () => expect((await known.row()).state).toBe('live'), PATIENT);
  });
});
