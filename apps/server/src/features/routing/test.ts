import type { CALLS, CallInput, CallOutput } from '@pasar/api';
import type { AddressGuard, Clock } from '@pasar/bridge';
import { COUNTRIES, type Country, MARKETPLACES, type Marketplace } from '@pasar/domain';
import { z } from 'zod';
import type { Member } from '../../records/members.ts';
import { type ProxyValues, rememberTest } from '../../records/proxy-tests.ts';
import { listSubjects, rememberExits } from '../../records/subjects.ts';
import type { Database } from '../../storage/database.ts';
import { type SecretBox, SecretRefused } from '../../storage/secrets.ts';
import { type Answer, fail, success } from '../answer.ts';
import { type Probed, probeProxy } from './probe.ts';

type Proxy = typeof CALLS.routing;
interface Context {
  readonly database: Database;
  readonly member: Member;
  readonly secrets: SecretBox;
  readonly now: number;
  readonly guard: AddressGuard;
  readonly clock: Clock;
  /** PASAR_PROXY_PROBE; null asks the marketplace of the account's first shop. */
  readonly proxyProbe: string | null;
  /** PASAR_EXIT_PROBE; null: the exit is not asked for. */
  readonly exitProbe: string | null;
  readonly originsOf: (marketplace: Marketplace, country: Country) => readonly string[];
}

export async function testProxy(context: Context, input: ProxyValues): Promise<Answer<CallOutput<Proxy['testProxy']>>> {
  const { database, member, secrets, now } = context;
  const probed = await probe(context, input);
  if (!probed.ok) return probed;
  const hosts = [...probed.hosts];
  const testToken = await database.within(member.scope, (transaction) =>
    rememberTest(transaction, secrets, member, { values: input, hosts, now }),
  );
  return success({ testToken, hosts });
}

/** Tests a proxy with its stored password, and remembers its exits. */
export async function testSubject(
  context: Context,
  { ipSubjectId }: CallInput<Proxy['testSubject']>,
): Promise<Answer<CallOutput<Proxy['testSubject']>>> {
  const { database, member, now } = context;
  const values = await storedValues(context, ipSubjectId);
  if (values === null) return fail('not_found');
  if (values === 'sealed') return fail('secret_unreadable');
  const probed = await probe(context, values);
  if (!probed.ok) return probed;
  const hosts = [...probed.hosts];
  await database.within(member.scope, (transaction) => rememberExits(transaction, { ipSubjectId, hosts, now }));
  return success({ hosts });
}

async function storedValues(
  { database, member, secrets }: Context,
  ipSubjectId: string,
): Promise<ProxyValues | null | 'sealed'> {
  return database.within(member.scope, async (transaction) => {
    const [subject] = await listSubjects(transaction, { ipSubjectId });
    if (!subject) return null;
    const { type, ip: host, ip_list: hosts, port, username } = subject;
    try {
      const place = { accountId: member.scope.accountId, ownerId: ipSubjectId, field: 'password' } as const;
      return { type, host, hosts, port, username, password: await secrets.read(transaction, place) };
    } catch (error) {
      if (error instanceof SecretRefused) return 'sealed';
      throw error;
    }
  });
}

async function probe(context: Context, values: ProxyValues): Promise<Probed> {
  const { guard, clock, exitProbe } = context;
  const url = context.proxyProbe ?? (await marketplaceOf(context));
  return probeProxy({ guard, clock, url, exitProbe }, values);
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
