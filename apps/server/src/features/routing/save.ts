import type { CALLS, CallInput, CallOutput, IpSubjectView } from '@pasar/api';
import { lockLogins } from '../../records/leases.ts';
import type { Member } from '../../records/members.ts';
import { hostsOf, type ProxyValues, useTest } from '../../records/proxy-tests.ts';
import { listSubjects, restartTravellers } from '../../records/subjects.ts';
import type { Transaction } from '../../storage/database.ts';
import type { SecretBox } from '../../storage/secrets.ts';
import { type Answer, fail, success } from '../answer.ts';
import { tellWays } from './tell-ways.ts';

type Proxy = typeof CALLS.routing;
type Input = CallInput<Proxy['saveProxy']>;
interface Context {
  readonly transaction: Transaction;
  readonly member: Member;
  readonly secrets: SecretBox;
  readonly now: number;
}

/** Spec 1 §5: a proxy must have been tested, and found valid, before it is saved. */
export async function saveProxy(context: Context, input: Input): Promise<Answer<CallOutput<Proxy['saveProxy']>>> {
  const { transaction, member, secrets, now } = context;
  const test = await useTest(transaction, secrets, member, { testToken: input.testToken, values: input, now });
  if (test === null) return fail('proxy_invalid');
  await lockLogins(transaction, member.scope.accountId);
  const existing = await findExisting(transaction, input);
  if (existing === 'taken') return fail('invalid_request', 'another proxy has this name');
  if (existing === 'unknown') return fail('not_found');
  const id = await store(context, input, existing, test);
  await storePassword(context, id, input.password);
  await restartTravellers(transaction, id);
  const [subject] = await listSubjects(transaction, { ipSubjectId: id });
  if (input.scope === 'custom_global' && existing === null) await tellWays(transaction, member.scope.accountId, null);
  return subject ? success({ subject }) : fail('request_exception');
}

const nameOf = (input: Input): string => (input.scope === 'platform' ? input.name : '');

/** The subject to change; null for a new one. */
async function findExisting(
  transaction: Transaction,
  input: Input,
): Promise<IpSubjectView | null | 'taken' | 'unknown'> {
  const all = await listSubjects(transaction, { scope: input.scope });
  const named = all.find((subject) => subject.name === nameOf(input)) ?? null;
  if (input.scope !== 'platform' || input.ipSubjectId === undefined) return named;
  const wanted = all.find((subject) => subject.ip_partition_subject_id === input.ipSubjectId);
  if (!wanted) return 'unknown';
  return named === null || named === wanted ? wanted : 'taken';
}

async function store(
  { transaction, member, now }: Context,
  input: Input,
  existing: IpSubjectView | null,
  { testedAt, exits }: { readonly testedAt: number; readonly exits: unknown },
): Promise<string> {
  const hosts = hostsOf(input);
  const stored = await transaction.query<{ ip_subject_id: string }>(
    `insert into ip_subject (ip_subject_id, account_id, scope, name, type, proxy_type, host, hosts, port, username,
       tested_at, created_at, exits)
     values (coalesce($1, uuidv7()), $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)
     on conflict (ip_subject_id) do update set name = excluded.name, type = excluded.type,
       proxy_type = excluded.proxy_type, host = excluded.host, hosts = excluded.hosts, port = excluded.port,
       username = excluded.username, tested_at = excluded.tested_at, exits = excluded.exits
     returning ip_subject_id`,
    [
      existing?.ip_partition_subject_id ?? null,
      member.scope.accountId,
      input.scope,
      nameOf(input),
      input.type,
      kindOf(input, hosts),
      input.host,
      hosts.length > 1 ? hosts : [],
      input.port,
      input.username,
      testedAt,
      now,
      exits,
    ],
  );
  const id = stored.rows[0]?.ip_subject_id;
  if (id === undefined) throw new Error('a proxy was not stored');
  return id;
}

/** A static proxy with several hosts becomes a rotating one. */
function kindOf(input: Input, hosts: readonly string[]) {
  const kind = input.scope === 'platform' ? input.kind : 'static';
  return kind === 'static' && hosts.length > 1 ? 'rotating' : kind;
}

async function storePassword(
  { transaction, member, secrets }: Context,
  ownerId: string,
  password: ProxyValues['password'],
): Promise<void> {
  if (password === null) await transaction.query('delete from secret where owner_id = $1', [ownerId]);
  else await secrets.store(transaction, { accountId: member.scope.accountId, ownerId, field: 'password' }, password);
}
