import type { CALLS, CallInput, CallOutput, IpSubjectView } from '@pasar/api';
import type { ProxyConfig } from '@pasar/bridge';
import { boostInForce } from '../../records/boost.ts';
import { fenceConnections, lockLogins } from '../../records/leases.ts';
import type { Member } from '../../records/members.ts';
import { storeReport } from '../../records/reports.ts';
import { listUsers } from '../../records/shop-users.ts';
import { forgetSubject, listSubjects, moveToNextHost, restartTravellers } from '../../records/subjects.ts';
import type { Transaction } from '../../storage/database.ts';
import type { ConnectionTable } from '../../storage/gen/tables.ts';
import { type Answer, fail, success } from '../answer.ts';
import { tellWays } from './tell-ways.ts';

type Proxy = typeof CALLS.routing;
interface Context {
  readonly transaction: Transaction;
  readonly member: Member;
  readonly now: number;
}
type Done = Promise<Answer<Record<string, never>>>;

/** Requires that the member sees a shop of each login; all shops of a login leave by the same way. */
export async function bindSubjects(
  { transaction, member }: Context,
  { bindings }: CallInput<Proxy['bindSubjects']>,
): Done {
  await lockLogins(transaction, member.scope.accountId);
  const connectionIds = bindings.map(({ connectionId }) => connectionId);
  const seen = await transaction.query('select distinct connection_id from shop where connection_id = any($1)', [
    connectionIds,
  ]);
  if (seen.rowCount !== new Set(connectionIds).size) return fail('not_found');
  const known = await listSubjects(transaction, { scope: 'platform' });
  const isKnown = (id: string | null) =>
    id === null || known.some(({ ip_partition_subject_id }) => ip_partition_subject_id === id);
  if (!bindings.every(({ ipSubjectId }) => isKnown(ipSubjectId))) return fail('not_found');
  const changed = await transaction.query<{ connection_id: string }>(
    `update connection c set ip_subject_id = wanted.ip_subject_id
     from unnest($1::uuid[], $2::uuid[]) as wanted (connection_id, ip_subject_id)
     where c.connection_id = wanted.connection_id and c.ip_subject_id is distinct from wanted.ip_subject_id
     returning c.connection_id`,
    [connectionIds, bindings.map(({ ipSubjectId }) => ipSubjectId)],
  );
  const moved = changed.rows.map((row) => row.connection_id);
  if (moved.length > 0) {
    await fenceConnections(transaction, moved);
    await tellWays(transaction, member.scope.accountId, moved);
  }
  return success({});
}

/** The login's calls take the chosen line from its next session on. */
export async function setRoutingLine(
  { transaction, member }: Context,
  { connectionId, line }: CallInput<Proxy['setRoutingLine']>,
): Done {
  await lockLogins(transaction, member.scope.accountId);
  const seen = await transaction.query('select from shop where connection_id = $1 limit 1', [connectionId]);
  if (seen.rowCount === 0) return fail('not_found');
  const changed = await transaction.query('update connection set line = $2 where connection_id = $1 and line <> $2', [
    connectionId,
    line,
  ]);
  if (changed.rowCount === 1) await fenceConnections(transaction, [connectionId]);
  return success({});
}

interface GivenContext extends Context {
  /** PASAR_BOOST_PROXY; null for none. */
  readonly boostProxy: ProxyConfig | null;
  /** Whether PASAR_CHAT_PROXIES is set. */
  readonly hasChatProxies: boolean;
}

export async function listAllSubjects(context: GivenContext): Promise<Answer<CallOutput<Proxy['listSubjects']>>> {
  const { transaction } = context;
  const logins = await transaction.query<LoginRow>(
    `select connection_id, line, ip_subject_id from connection c where (line <> 'auto' or ip_subject_id is not null)
       and exists (select from shop s where s.connection_id = c.connection_id)`,
  );
  const subjects = await listSubjects(transaction, {});
  return success({
    subjects,
    bindings: logins.rows.flatMap(({ connection_id: connectionId, ip_subject_id: ipSubjectId }) =>
      ipSubjectId === null ? [] : [{ connectionId, ipSubjectId }],
    ),
    otherWay: await otherWayOf(context, subjects),
    lines: logins.rows.flatMap(({ connection_id: connectionId, line }) =>
      line === 'auto' ? [] : [{ connectionId, line }],
    ),
  });
}
type LoginRow = Readonly<Pick<ConnectionTable, 'connection_id' | 'line' | 'ip_subject_id'>>;

async function otherWayOf(
  { transaction, member, boostProxy, hasChatProxies }: GivenContext,
  subjects: readonly IpSubjectView[],
): Promise<CallOutput<Proxy['listSubjects']>['otherWay']> {
  if (subjects.some(({ scope }) => scope === 'custom_global')) return 'custom_global';
  if ((await boostInForce(transaction, member.scope.accountId, boostProxy)) !== null) return 'boost';
  return hasChatProxies ? 'chat_proxies' : 'direct';
}

/**
 * Deleting a subject that is gone succeeds. A subject that logins leave by is kept, because they would leave by another
 * way instead.
 */
export async function deleteSubject(
  { transaction, member }: Context,
  { ipSubjectId }: CallInput<Proxy['deleteSubject']>,
): Done {
  await lockLogins(transaction, member.scope.accountId);
  const bound = await transaction.query('select from connection where ip_subject_id = $1 limit 1', [ipSubjectId]);
  if (bound.rowCount === 1) return fail('proxy_in_use');
  const [gone] = await listSubjects(transaction, { ipSubjectId });
  await forgetSubject(transaction, ipSubjectId);
  if (gone?.scope === 'custom_global') await tellWays(transaction, member.scope.accountId, null);
  return success({});
}

export async function changeSubjectIp(
  { transaction, member }: Context,
  { ipPartitionSubjectId, failedIp }: CallInput<Proxy['changeSubjectIp']>,
): Promise<Answer<CallOutput<Proxy['changeSubjectIp']>>> {
  await lockLogins(transaction, member.scope.accountId);
  const [before] = await listSubjects(transaction, { ipSubjectId: ipPartitionSubjectId });
  if (!before) return fail('not_found');
  // Another call has already changed the failed host, which is what this call asks for.
  if (failedIp !== undefined && before.ip !== failedIp) return success({ subject: before });
  if (!(await moveToNextHost(transaction, ipPartitionSubjectId, null))) return fail('proxy_no_other_host');
  await restartTravellers(transaction, ipPartitionSubjectId);
  const [subject = before] = await listSubjects(transaction, { ipSubjectId: ipPartitionSubjectId });
  return success({ subject });
}

export async function getAccountSimpleSubjectList({
  transaction,
}: Context): Promise<Answer<CallOutput<Proxy['getAccountSimpleSubjectList']>>> {
  return success({ subjectList: await listSubjects(transaction, { scope: 'platform' }) });
}

export async function getHasProxyUserList(
  { transaction }: Context,
  { platform }: CallInput<Proxy['getHasProxyUserList']>,
): Promise<Answer<CallOutput<Proxy['getHasProxyUserList']>>> {
  const users = await listUsers(transaction, { platform, hasSubject: true });
  return success({
    userList: users.map(({ view }) => ({
      user_id: view.user_id,
      platform: view.platform,
      ip_partition_subject_id: view.ip_partition_subject_id ?? '',
    })),
  });
}

export async function saveProxyStat(
  { transaction, member, now }: Context,
  { statId, ...counted }: CallInput<Proxy['saveProxyStat']>,
): Done {
  await storeReport(transaction, member.scope.accountId, {
    kind: 'proxy_stat',
    reportId: statId,
    payload: { statId, ...counted },
    now,
  });
  return success({});
}
