import type { CALLS, CallInput, CallOutput } from '@pasar/api';
import type { AddressGuard, Clock } from '@pasar/bridge';
import { COUNTRIES, type Country, MARKETPLACES, type Marketplace } from '@pasar/domain';
import { z } from 'zod';
import type { Database, Transaction } from '../../storage/database.ts';
import type { SecretBox, SecretPlace } from '../../storage/secrets.ts';
import type { Member } from '../account/members.ts';
import { type Answer, success } from '../answer.ts';
import { probeProxy } from './probe.ts';

type Proxy = typeof CALLS.proxy;
/** What is tested is what is saved. */
export type ProxyValues = CallInput<Proxy['testProxy']>;

interface Context {
  readonly database: Database;
  readonly member: Member;
  readonly secrets: SecretBox;
  readonly now: number;
  readonly guard: AddressGuard;
  readonly clock: Clock;
  /** PASAR_PROXY_PROBE; null asks the marketplace of the account's first shop. */
  readonly proxyProbe: string | null;
  readonly originsOf: (marketplace: Marketplace, country: Country) => readonly string[];
}

/** How long a test counts. Ours. */
const TEST_LIFE_MS = 600_000;

/** Every host of a proxy, the one in use first. */
export const hostsOf = ({ host, hosts }: Pick<ProxyValues, 'host' | 'hosts'>): string[] => [
  ...new Set([host, ...hosts]),
];

export async function testProxy(context: Context, input: ProxyValues): Promise<Answer<CallOutput<Proxy['testProxy']>>> {
  const { database, member, secrets, guard, clock } = context;
  const url = context.proxyProbe ?? (await marketplaceOf(context));
  const startedAt = clock.now();
  const { type: protocol, port, username, password } = input;
  const outcomes = await Promise.all(
    hostsOf(input).map((host) => probeProxy({ guard, clock, url }, { protocol, host, port, username, password })),
  );
  const refused = outcomes.find((outcome) => outcome !== null);
  if (refused) return { ok: false, refusal: refused };
  const testToken = await database.within(member.scope, (transaction) =>
    remember(transaction, secrets, member, input, context.now),
  );
  return success({ testToken, ms: Math.max(0, Math.round(clock.now() - startedAt)) });
}

async function marketplaceOf({ database, member, originsOf }: Context): Promise<string> {
  const found = await database.within(member.scope, (transaction) =>
    transaction.query<{ marketplace: string; country: string }>(
      'select marketplace, country from shop order by shop_id limit 1',
    ),
  );
  const [first] = found.rows;
  const [origin] = first
    ? originsOf(z.enum(MARKETPLACES).parse(first.marketplace), z.enum(COUNTRIES).parse(first.country))
    : originsOf('shopee', 'SG');
  if (origin === undefined) throw new Error('a marketplace without an origin');
  return origin;
}

const placeOf = (member: Member, testId: string): SecretPlace => ({
  accountId: member.scope.accountId,
  ownerId: testId,
  field: 'proxy_test',
});
const canonical = (values: ProxyValues): string =>
  JSON.stringify([values.type, hostsOf(values), values.port, values.username, values.password]);

async function remember(
  transaction: Transaction,
  secrets: SecretBox,
  member: Member,
  values: ProxyValues,
  now: number,
): Promise<string> {
  const stored = await transaction.query<{ test_id: string }>(
    'insert into proxy_test (account_id, member_id, tested_at) values ($1, $2, $3) returning test_id',
    [member.scope.accountId, member.view.memberId, now],
  );
  const testId = stored.rows[0]?.test_id;
  if (testId === undefined) throw new Error('a test was not stored');
  await secrets.store(transaction, placeOf(member, testId), canonical(values));
  return testId;
}

/** Uses a test up. When it was made, or null: there is none of these very values by this member that still counts. */
export async function useTest(
  transaction: Transaction,
  secrets: SecretBox,
  member: Member,
  test: { readonly testToken: string; readonly values: ProxyValues; readonly now: number },
): Promise<number | null> {
  const used = await transaction.query<{ tested_at: string }>(
    'delete from proxy_test where test_id = $1 and member_id = $2 and tested_at > $3 returning tested_at',
    [test.testToken, member.view.memberId, test.now - TEST_LIFE_MS],
  );
  const [row] = used.rows;
  if (!row) return null;
  const tested = await secrets.read(transaction, placeOf(member, test.testToken));
  await transaction.query('delete from secret where owner_id = $1', [test.testToken]);
  return tested === canonical(test.values) ? Number(row.tested_at) : null;
}

/** Forgets tests that nobody saved. */
export async function forgetTests(transaction: Transaction, now: number): Promise<void> {
  await transaction.query(
    `with gone as (delete from proxy_test where tested_at <= $1 returning test_id)
     delete from secret where owner_id in (select test_id from gone)`,
    [now - TEST_LIFE_MS],
  );
}
