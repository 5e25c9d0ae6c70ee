import { CONNECTION_STATES, MARKETPLACES } from '@pasar/domain';
import { z } from 'zod';
import type { Database } from '../storage/database.ts';
import type { MetricName } from './table.ts';

/** A value of a metric, with the values of its labels in their order. */
export interface StoredValue {
  readonly name: StoredName;
  readonly labels: readonly string[];
  readonly value: number;
}

const row = z.object({ name: z.string(), labels: z.array(z.string()), value: z.number() });

/** The states in which an answer waits for something: the marketplace, the clock, or a person. */
const DELIVERY_STATES = ['pending', 'claimed', 'intent', 'doubted', 'unconfirmed', 'refused'];
const SIGN_IN_STATES = ['waiting', 'logging_in', 'challenged'];

/** A series that is absent while nothing is counted cannot be compared with a limit, so these are there as 0. */
const ZEROS: readonly StoredValue[] = [
  ...MARKETPLACES.flatMap((marketplace) =>
    CONNECTION_STATES.map((state) => ({ name: 'pasar_connections', labels: [marketplace, state], value: 0 }) as const),
  ),
  ...MARKETPLACES.map((marketplace) => ({ name: 'pasar_quarantined_items', labels: [marketplace], value: 0 }) as const),
  ...SIGN_IN_STATES.map((state) => ({ name: 'pasar_sign_ins', labels: [state], value: 0 }) as const),
  ...DELIVERY_STATES.flatMap((state) => [
    { name: 'pasar_deliveries' as const, labels: [state], value: 0 },
    { name: 'pasar_delivery_oldest_seconds' as const, labels: [state], value: 0 },
  ]),
];
const NAMES = [
  'pasar_connections',
  'pasar_connections_unserved',
  'pasar_sign_ins',
  'pasar_deliveries',
  'pasar_delivery_oldest_seconds',
  'pasar_tasks',
  'pasar_task_oldest_seconds',
  'pasar_quarantined_items',
] as const satisfies readonly MetricName[];
export type StoredName = (typeof NAMES)[number];
export const STORED_NAMES: readonly StoredName[] = NAMES;
const storedName = z.enum(NAMES);

/**
 * Counts over all accounts, as far as the engine's role sees them: the numbers of unreadable items are those that each
 * login keeps of itself. Every count walks an index of rows that are few, except the logins themselves.
 */
const COUNTS = `
  select 'pasar_connections' as name, array[marketplace, state] as labels, count(*)::float8 as value
    from connection group by marketplace, state
  union all select 'pasar_connections_unserved', '{}', count(*)::float8
    from connection_lease where expires_at < clock_timestamp()
  union all select 'pasar_quarantined_items', array[marketplace], sum(unreadable_count)::float8
    from connection group by marketplace
  union all select 'pasar_sign_ins', array[state], count(*)::float8
    from sign_in where state in ('waiting', 'logging_in', 'challenged') group by state
  union all select counted.* from (
    select state, count(*)::float8 as number,
      extract(epoch from clock_timestamp())::float8 - min(created_at) / 1000.0 as age
    from delivery where state not in ('confirmed', 'dismissed') group by state) found
    cross join lateral (values ('pasar_deliveries', array[found.state], found.number),
      ('pasar_delivery_oldest_seconds', array[found.state], greatest(found.age, 0)::float8)) counted
  union all select 'pasar_tasks', array[task_identifier, case when locked_at is not null then 'running'
      when attempts >= max_attempts then 'given_up' else 'waiting' end], count(*)::float8
    from graphile_worker.jobs group by 2
  union all select 'pasar_task_oldest_seconds', '{}',
      coalesce(greatest(extract(epoch from clock_timestamp() - min(run_at)), 0), 0)::float8
    from graphile_worker.jobs where locked_at is null and attempts < max_attempts`;

/** `database` has the engine's role. */
export async function readStored(database: Pick<Database, 'query'>): Promise<readonly StoredValue[]> {
  const rows = z.array(row).parse(await database.query('metrics', COUNTS, []));
  return [...ZEROS, ...rows.map((found) => ({ ...found, name: storedName.parse(found.name) }))];
}
