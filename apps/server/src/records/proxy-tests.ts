import type { CALLS, CallInput, TestedHost } from '@pasar/api';
import type { Transaction } from '../storage/database.ts';
import type { SecretBox, SecretPlace } from '../storage/secrets.ts';
import type { Member } from './members.ts';

/** The values of a proxy, the same when it is tested and when it is saved. */
export type ProxyValues = CallInput<(typeof CALLS)['routing']['testProxy']>;

/** How long a test is valid (our choice). */
const TEST_LIFE_MS = 600_000;

/** Every host of a proxy, the current host first. */
export const hostsOf = ({ host, hosts }: Pick<ProxyValues, 'host' | 'hosts'>): string[] => [
  ...new Set([host, ...hosts]),
];

const placeOf = (member: Member, testId: string): SecretPlace => ({
  accountId: member.scope.accountId,
  ownerId: testId,
  field: 'proxy_test',
});
const canonical = (values: ProxyValues): string =>
  JSON.stringify([values.type, hostsOf(values), values.port, values.username, values.password]);

/** The exits that are known, by host. */
export const exitsOf = (hosts: readonly TestedHost[]): Readonly<Record<string, unknown>> =>
  Object.fromEntries(hosts.flatMap(({ host, exit }) => (exit === null ? [] : [[host, exit]])));

/** Remembers that this member tested exactly these values; returns the id that the save call names. */
export async function rememberTest(
  transaction: Transaction,
  secrets: SecretBox,
  member: Member,
  test: { readonly values: ProxyValues; readonly hosts: readonly TestedHost[]; readonly now: number },
): Promise<string> {
  const stored = await transaction.query<{ test_id: string }>(
    'insert into proxy_test (account_id, member_id, tested_at, exits) values ($1, $2, $3, $4) returning test_id',
    [member.scope.accountId, member.view.memberId, test.now, exitsOf(test.hosts)],
  );
  const testId = stored.rows[0]?.test_id;
  if (testId === undefined) throw new Error('a test was not stored');
  await secrets.store(transaction, placeOf(member, testId), canonical(test.values));
  return testId;
}

/**
 * Uses up a test and returns when it was made and which exits it found; null when this member has no valid test of
 * exactly these values.
 */
export async function useTest(
  transaction: Transaction,
  secrets: SecretBox,
  member: Member,
  test: { readonly testToken: string; readonly values: ProxyValues; readonly now: number },
): Promise<{ readonly testedAt: number; readonly exits: unknown } | null> {
  const used = await transaction.query<{ tested_at: string; exits: unknown }>(
    'delete from proxy_test where test_id = $1 and member_id = $2 and tested_at > $3 returning tested_at, exits',
    [test.testToken, member.view.memberId, test.now - TEST_LIFE_MS],
  );
  const [row] = used.rows;
  if (!row) return null;
  const tested = await secrets.read(transaction, placeOf(member, test.testToken));
  await transaction.query('delete from secret where owner_id = $1', [test.testToken]);
  return tested === canonical(test.values) ? { testedAt: Number(row.tested_at), exits: row.exits } : null;
}

/** Deletes expired tests. */
export async function forgetTests(transaction: Transaction, now: number): Promise<void> {
  await transaction.query(
    `with gone as (delete from proxy_test where tested_at <= $1 returning test_id)
     delete from secret where owner_id in (select test_id from gone)`,
    [now - TEST_LIFE_MS],
  );
}
