import { type CALLS, type CallInput, type CallOutput, type ReadingView, refusalView } from '@pasar/api';
import { asShopId, READING_LIMITS, READING_STATES } from '@pasar/domain';
import { z } from 'zod';
import { marketplacesWith, startReading, tellReadings } from '../../records/readings.ts';
import { shopIdsOf } from '../../records/shops-of-filter.ts';
import type { ReadingTable } from '../../storage/gen/tables.ts';
import { type Answer, fail, success } from '../answer.ts';
import type { MemberContext } from '../handler.ts';

type Calls = typeof CALLS.readings;
type Context = Pick<MemberContext, 'transaction' | 'member' | 'now'>;

type Row = Readonly<
  Pick<
    ReadingTable,
    | 'shop_id'
    | 'state'
    | 'due_at'
    | 'started_at'
    | 'ended_at'
    | 'top_at'
    | 'reached_at'
    | 'floor_at'
    | 'found'
    | 'unreadable'
    | 'refusal_reason'
    | 'refusal_detail'
  >
>;
const time = (value: string | null): number | null => (value === null ? null : Number(value));

/** How much of the time between the newest record and the floor is read; null before the first page. */
function progressOf({ top_at, reached_at, floor_at }: Row): number | null {
  if (top_at === null || reached_at === null || floor_at === null) return null;
  const whole = Number(top_at) - Number(floor_at);
  const done = Number(top_at) - Number(reached_at);
  return whole <= 0 ? 1 : Math.min(1, Math.max(0, done / whole));
}

const toView = (row: Row): ReadingView => ({
  shopId: asShopId(row.shop_id),
  state: z.enum(READING_STATES).parse(row.state),
  startedAt: time(row.started_at),
  endedAt: time(row.ended_at),
  found: row.found,
  unreadable: row.unreadable,
  progress: row.state === 'done' ? 1 : progressOf(row),
  refusal:
    row.refusal_reason === null ? null : refusalView.parse({ reason: row.refusal_reason, detail: row.refusal_detail }),
  nextAt: row.state === 'running' || row.state === 'stopped' ? null : Number(row.due_at),
});

export async function readings(
  { transaction }: Pick<Context, 'transaction'>,
  { subject }: CallInput<Calls['readings']>,
): Promise<Answer<CallOutput<Calls['readings']>>> {
  const found = await transaction.query<Row>({
    name: 'readings',
    text: `select shop_id, state, due_at, started_at, ended_at, top_at, reached_at, floor_at, found, unreadable,
      refusal_reason, refusal_detail from reading where subject = $1 order by shop_id`,
    values: [subject],
  });
  const setting = await transaction.query<{ every_minutes: number }>(
    'select every_minutes from reading_setting where subject = $1',
    [subject],
  );
  return success({
    readings: found.rows.map(toView),
    everyMinutes: setting.rows[0]?.every_minutes ?? READING_LIMITS[subject].minutes.usual,
  });
}

export async function readNow(
  { transaction, member, now }: Context,
  { subject, shopIds }: CallInput<Calls['readNow']>,
): Promise<Answer<CallOutput<Calls['readNow']>>> {
  const wanted = await shopIdsOf(transaction, { shopIds, marketplaces: marketplacesWith(subject) });
  await startReading(transaction, { accountId: member.scope.accountId, subject, shopIds: wanted, now });
  return success({ shopIds: [...wanted] });
}

export async function stopReading(
  { transaction, member, now }: Context,
  { subject, shopIds }: CallInput<Calls['stopReading']>,
): Promise<Answer<CallOutput<Calls['stopReading']>>> {
  const stopped = await transaction.query<{ shop_id: string }>(
    `update reading set state = 'stopped', ended_at = $2
     where subject = $3 and state in ('waiting', 'running') and ($1::uuid[] is null or shop_id = any($1))
     returning shop_id`,
    [shopIds ?? null, now, subject],
  );
  const ids = stopped.rows.map(({ shop_id }) => asShopId(shop_id));
  await tellReadings(transaction, member.scope.accountId, subject, ids);
  return success({ shopIds: ids });
}

export async function saveReadingSetting(
  { transaction, member }: Context,
  { subject, everyMinutes }: CallInput<Calls['saveReadingSetting']>,
): Promise<Answer<Record<string, never>>> {
  const { fewest, most } = READING_LIMITS[subject].minutes;
  if (everyMinutes < fewest || everyMinutes > most) return fail('invalid_request', `${fewest}–${most}`);
  await transaction.query(
    `insert into reading_setting (account_id, subject, every_minutes) values ($1, $2, $3)
     on conflict (account_id, subject) do update set every_minutes = excluded.every_minutes`,
    [member.scope.accountId, subject, everyMinutes],
  );
  await transaction.query(
    `update reading set due_at = least(due_at, started_at + 60000 * $1::bigint)
     where subject = $2 and state = 'done' and started_at is not null`,
    [everyMinutes, subject],
  );
  return success({});
}
