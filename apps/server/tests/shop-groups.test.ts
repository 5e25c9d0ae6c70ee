import { CALLS, type CallInput } from '@pasar/api';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openTestDatabase, type TestDatabase } from './harness/database.ts';
import { LiveHarness, type LiveTenant, type Person } from './harness/live-harness.ts';
import { type AnyAnswer, openTestWeb, type TestWeb } from './harness/web.ts';

const { listGroups, saveGroup, removeGroup } = CALLS.shopGroups;

let database: TestDatabase;
let web: TestWeb;
let harness: LiveHarness;
let tenant: LiveTenant;
let tenants = 0;
beforeAll(async () => {
  database = await openTestDatabase();
  web = await openTestWeb(database);
  harness = new LiveHarness(database, web);
});
beforeEach(async () => {
  tenants += 1;
  tenant = await harness.tenant(`groups${tenants}@x`, 3);
});
afterAll(async () => {
  await web.close();
  await database.close();
});

const codeOf = (answer: AnyAnswer) => (answer.result === 'fail' ? answer.code : answer.result);
const save = (more: Partial<CallInput<typeof saveGroup>> = {}, { visitor }: Person = tenant.main) =>
  visitor.call(saveGroup, { name: 'Night', color: 'blue', shopIds: [...tenant.shopIds.slice(0, 2)], ...more });
async function saved(more: Partial<CallInput<typeof saveGroup>> = {}): Promise<string> {
  const answer = await save(more);
  if (answer.result !== 'success') throw new Error(answer.reason);
  return saveGroup.output.parse(answer.data).groupId;
}
async function groups({ visitor }: Person = tenant.main) {
  const answer = await visitor.call(listGroups);
  if (answer.result !== 'success') throw new Error(answer.reason);
  return listGroups.output.parse(answer.data).groups.map(({ name, color, shopIds }) => [name, color, shopIds.length]);
}

describe('groups of shops', () => {
  test('are added, changed and removed, with a shop in several of them, and every window is told', async () => {
    const since = await harness.head(tenant.accountId);
    const groupId = await saved();
    await saved({ name: 'Day', color: 'red', shopIds: [...tenant.shopIds] });
    expect(await groups()).toEqual([
      ['Day', 'red', 3],
      ['Night', 'blue', 2],
    ]);
    await saved({ groupId, name: 'Late', color: 'teal', shopIds: [] });
    expect(codeOf(await tenant.main.visitor.call(removeGroup, { groupId }))).toBe('success');
    expect(codeOf(await tenant.main.visitor.call(removeGroup, { groupId }))).toBe('not_found');
    expect(codeOf(await save({ groupId }))).toBe('not_found');
    expect(await groups()).toEqual([['Day', 'red', 3]]);
    const told = await harness.seenBy(tenant.accountId, tenant.main.memberId, since);
    expect(told.map(({ kind }) => kind)).toEqual(Array.from({ length: 4 }, () => 'shopGroups'));
  });

  test('are made by the main account alone; a sub-account sees of each only its own shops', async () => {
    await saved();
    const sub = await harness.subAccount(tenant.accountId, `groups${tenants}:sub`, tenant.shopIds.slice(1), [
      'chat',
      'shopManager',
    ]);
    expect(codeOf(await save({ name: 'Mine' }, sub))).toBe('no_permission');
    expect(codeOf(await sub.visitor.call(removeGroup, { groupId: crypto.randomUUID() }))).toBe('no_permission');
    expect(await groups(sub)).toEqual([['Night', 'blue', 1]]);
  });

  test('of one name are refused, also at the same time', async () => {
    expect((await Promise.all([save(), save()])).map(codeOf).sort()).toEqual(['invalid_request', 'success']);
    expect(codeOf(await save({ name: ' ' }))).toBe('invalid_request');
  });

  test('belong to their account: another one sees, changes and fills none of them', async () => {
    const groupId = await saved();
    const other = await harness.tenant(`other${tenants}@x`, 1);
    expect(await groups(other.main)).toEqual([]);
    expect(codeOf(await save({ groupId }, other.main))).toBe('not_found');
    expect(codeOf(await other.main.visitor.call(removeGroup, { groupId }))).toBe('not_found');
    expect(codeOf(await save({ name: 'Theirs' }, other.main))).toBe('success');
    expect(await groups(other.main)).toEqual([['Theirs', 'blue', 0]]);
    expect(await groups()).toEqual([['Night', 'blue', 2]]);
  });
});
