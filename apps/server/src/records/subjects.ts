import { type IpSubjectView, proxyExit, type TestedHost } from '@pasar/api';
import { holds, type ProxyScope } from '@pasar/domain';
import { z } from 'zod';
import type { Transaction } from '../storage/database.ts';
import type { IpSubjectTable } from '../storage/gen/tables.ts';
import { fenceConnections } from './leases.ts';
import type { Member } from './members.ts';
import { exitsOf } from './proxy-tests.ts';

type SubjectRow = Readonly<
  Pick<
    IpSubjectTable,
    | 'ip_subject_id'
    | 'scope'
    | 'name'
    | 'host'
    | 'hosts'
    | 'port'
    | 'type'
    | 'proxy_type'
    | 'username'
    | 'tested_at'
    | 'exits'
  > & { has_password: boolean; users: string[] }
>;

const exitsShape = z.record(z.string(), proxyExit);

const toView = (row: SubjectRow): IpSubjectView => ({
  ip_partition_subject_id: row.ip_subject_id,
  scope: row.scope,
  name: row.name,
  ip: row.host,
  ip_list: row.hosts,
  port: row.port,
  type: row.type,
  proxy_type: row.proxy_type,
  username: row.username,
  hasPassword: row.has_password,
  gmt_refresh: row.tested_at === null ? null : Number(row.tested_at),
  exit: exitsShape.parse(row.exits)[row.host] ?? null,
  user_list: row.users.map((user_id) => ({ user_id })),
});

export interface SubjectFilter {
  readonly scope?: ProxyScope;
  readonly ipSubjectId?: string;
}

/** The subjects by scope and name, each with the users that the transaction sees. */
export async function listSubjects(transaction: Transaction, filter: SubjectFilter): Promise<IpSubjectView[]> {
  const found = await transaction.query<SubjectRow>(
    `select p.ip_subject_id, p.scope, p.name, p.host, p.hosts, p.port, p.type, p.proxy_type, p.username, p.tested_at, p.exits,
       exists (select from secret x where x.owner_id = p.ip_subject_id and x.field = 'password') as has_password,
       array(select coalesce(s.shop_user_id, s.platform_shop_id) from shop s join connection c using (connection_id)
         where c.ip_subject_id = p.ip_subject_id order by 1) as users
     from ip_subject p where ($1::text is null or p.scope = $1) and ($2::uuid is null or p.ip_subject_id = $2)
     order by p.scope, p.name`,
    [filter.scope ?? null, filter.ipSubjectId ?? null],
  );
  return found.rows.map(toView);
}

/** Remembers a test of a saved proxy. */
export async function rememberExits(
  transaction: Transaction,
  test: { readonly ipSubjectId: string; readonly hosts: readonly TestedHost[]; readonly now: number },
): Promise<void> {
  await transaction.query('update ip_subject set tested_at = $2, exits = $3 where ip_subject_id = $1', [
    test.ipSubjectId,
    test.now,
    exitsOf(test.hosts),
  ]);
}

/**
 * Why a new login may not leave by the chosen proxy: only members who may see proxies can choose, and only among the
 * named subjects. Null where it may, and where none is chosen.
 */
export async function whyNotBy(
  transaction: Transaction,
  { grant }: Pick<Member, 'grant'>,
  ipSubjectId: string | undefined,
): Promise<'no_permission' | 'not_found' | null> {
  if (ipSubjectId === undefined) return null;
  if (!holds(grant, 'ipPartition')) return 'no_permission';
  const found = await transaction.query("select from ip_subject where ip_subject_id = $1 and scope = 'platform'", [
    ipSubjectId,
  ]);
  return found.rowCount === 1 ? null : 'not_found';
}

/**
 * Restarts every login that leaves by this subject, or would. Logins belong to the account, so it does not matter who
 * sees their shops.
 */
export async function restartTravellers(transaction: Transaction, ipSubjectId: string): Promise<void> {
  const found = await transaction.query<{ connection_id: string }>(
    `select c.connection_id from connection c, ip_subject p where p.ip_subject_id = $1 and case p.scope
       when 'platform' then c.ip_subject_id = p.ip_subject_id else c.ip_subject_id is null end`,
    [ipSubjectId],
  );
  await fenceConnections(
    transaction,
    found.rows.map((row) => row.connection_id),
  );
}

export async function forgetSubject(transaction: Transaction, ipSubjectId: string): Promise<void> {
  await restartTravellers(transaction, ipSubjectId);
  await transaction.query('delete from ip_subject where ip_subject_id = $1', [ipSubjectId]);
  await transaction.query('delete from secret where owner_id = $1', [ipSubjectId]);
}

/**
 * Changes a proxy with several hosts to the host after the failed one; the first follows the last. False where there is
 * no other host, or another call has changed it already.
 */
export async function moveToNextHost(
  transaction: Transaction,
  ipSubjectId: string,
  failedHost: string | null,
): Promise<boolean> {
  const moved = await transaction.query(
    `update ip_subject set host = hosts[array_position(hosts, host) % cardinality(hosts) + 1]
     where ip_subject_id = $1 and proxy_type <> 'static' and cardinality(hosts) > 1 and host = any(hosts)
       and ($2::text is null or host = $2)`,
    [ipSubjectId, failedHost],
  );
  return moved.rowCount === 1;
}
