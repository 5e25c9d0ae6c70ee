import { CALLS } from '@pasar/api';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { appendChanges, type NewChange } from '../src/storage/change-feed.ts';
import { wholeAccount } from '../src/storage/database.ts';
import { makeTenant, openTestDatabase, type TestDatabase, type TestTenant } from './harness/database.ts';
import { openTestWeb, type TestWeb, Visitor } from './harness/web.ts';

let database: TestDatabase;
let web: TestWeb;
let tenant: TestTenant;

beforeAll(async () => {
  database = await openTestDatabase();
  web = await openTestWeb(database);
  tenant = await makeTenant(database, 'live@x', [['11']]);
});
afterAll(async () => {
  await web.close();
  await database.close();
});

/** One that everybody sees, in a transaction of its own. */
const commitOne = () => {
  const { accountId } = tenant;
  const change: NewChange = { change: { kind: 'resync' }, shopId: null, memberId: null };
  return database.engine.within(wholeAccount(accountId), (transaction) =>
    appendChanges(transaction, accountId, [change]),
  );
};

describe('the live stream', () => {
  test('tells what comes close together in few frames, in order and without a gap, to all windows alike', async () => {
    const visitor = new Visitor(web.origin);
    await visitor.logIn(CALLS.account.login, 'live@x', 'right');
    const windows = [await visitor.live(0), await visitor.live(0)];
    const startedAt = performance.now();
    for (let number = 0; number < 60; number += 1) await commitOne();
    for (const window of windows) await window.until(({ changes }) => changes.length === 60);
    const tookMs = performance.now() - startedAt;
    for (const { changes, frames } of windows) {
      expect(changes.map(({ seq }) => seq)).toEqual(Array.from({ length: 60 }, (_, number) => number + 1));
      // the first at once, then one in a tenth of a second, and what was on its way when the time was taken.
      expect(frames.length).toBeLessThanOrEqual(2 + Math.ceil(tookMs / 100));
    }
    for (const window of windows) window.close();
  });
});
