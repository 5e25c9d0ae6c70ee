import { systemClock } from '@pasar/bridge';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { ConnectionRunner } from '../src/engine/connection-runner.ts';
import { HANDSHAKES_AT_ONCE, HANDSHAKES_OF_ONE, Handshakes } from '../src/engine/handshakes.ts';
import { Batcher } from '../src/engine/ingest/batcher.ts';
import type { OwnedConnection } from '../src/engine/ingest/types.ts';
import { makeTenant, openTestDatabase, type TestDatabase } from './harness/database.ts';
import { DIRECT } from './harness/routing.ts';
import { ScriptedConnector } from './harness/scripted-connector.ts';

const PATIENT = { timeout: 15_000, interval: 20 };
const HOUR_MS = 3_600_000;
const log = pino({ level: 'silent' });

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

/** A login whose marketplace asked for a code so long ago; null: never. */
async function serve(askedAgoMs: number | null) {
  tenants += 1;
  const tenant = await makeTenant(database, `codes-${tenants}@x`, [['11']]);
  const [owner] = tenant.connections as [OwnedConnection];
  await database.owner.query('update connection set otp_needed_at = $2 where connection_id = $1', [
    owner.connectionId,
    askedAgoMs === null ? null : Date.now() - askedAgoMs,
  ]);
  const connector = new ScriptedConnector();
  const batcher = new Batcher({
    database: database.engine,
    log,
    onFenced: () => undefined,
    onUnknown: () => undefined,
  });
  let isHeld = true;
  const runner = new ConnectionRunner({
    secrets: database.secrets,
    routing: DIRECT,
    handshakes: new Handshakes(HANDSHAKES_AT_ONCE, HANDSHAKES_OF_ONE),
    context: {
      database: database.engine,
      batcher,
      connector,
      owner,
      clock: systemClock,
      log,
      onStep: () => undefined,
      doubt: { windowMs: 1_000, lookIntervalMs: 100 },
      isHeld: () => isHeld,
    },
  });
  const run = runner.run();
  ended.push(async () => {
    isHeld = false;
    await runner.stop();
    await run;
    await batcher.close();
  });
  await vi.waitFor(() => expect(connector.asked.contexts).toHaveLength(1), PATIENT);
  const rememberedAt = async () => {
    const found = await database.owner.query('select otp_needed_at from connection where connection_id = $1', [
      owner.connectionId,
    ]);
    return found.rows[0]?.otp_needed_at;
  };
  return { context: connector.asked.contexts[0], rememberedAt };
}

describe('that a login asks for codes', () => {
  test.each([
    ['never', null, true],
    ['an hour ago', HOUR_MS, false],
    ['almost a day ago', 24 * HOUR_MS - 60_000, false],
    ['more than a day ago', 24 * HOUR_MS + 60_000, true],
  ] as const)('%s: whether its password may leave while nobody watches', async (_when, askedAgoMs, mayUsePassword) => {
    const { context } = await serve(askedAgoMs);
    expect(context).toMatchObject({ mayUsePassword, answer: null, line: 'auto' });
  });

  test('is forgotten as soon as it is let in', async () => {
    const { rememberedAt } = await serve(HOUR_MS);
    await vi.waitFor(async () => expect(await rememberedAt()).toBeNull(), PATIENT);
  });
});
