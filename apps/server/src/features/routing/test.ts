import type { CALLS, CallOutput } from '@pasar/api';
import type { AddressGuard, Clock } from '@pasar/bridge';
import { COUNTRIES, type Country, MARKETPLACES, type Marketplace } from '@pasar/domain';
import { z } from 'zod';
import type { Member } from '../../records/members.ts';
import { hostsOf, type ProxyValues, rememberTest } from '../../records/proxy-tests.ts';
import type { Database } from '../../storage/database.ts';
import type { SecretBox } from '../../storage/secrets.ts';
import { type Answer, success } from '../answer.ts';
import { probeProxy } from './probe.ts';

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
  readonly originsOf: (marketplace: Marketplace, country: Country) => readonly string[];
}

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
    rememberTest(transaction, secrets, member, input, context.now),
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
