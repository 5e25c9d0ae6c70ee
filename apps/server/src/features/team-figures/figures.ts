import type { CALLS, CallInput, CallOutput, TeamFigureSums } from '@pasar/api';
import { asMemberId, asShopId, ORDERED_WITHIN_MS, wallHours } from '@pasar/domain';
import type { Transaction } from '../../storage/database.ts';
import { type Answer, success } from '../answer.ts';
import type { MemberContext } from '../handler.ts';
import { type Asked, askedOf } from './span.ts';

type Call = typeof CALLS.teamFigures.teamFigures;
type Output = CallOutput<Call>;
export type FiguresContext = Pick<MemberContext, 'transaction' | 'member' | 'now'>;

/** A figure belongs to the whole, to a shop, or to who answered; `subject` names the shop or the member. */
interface Of {
  readonly is_now: boolean;
  readonly of: 'total' | 'shop' | 'member';
  readonly subject: string | null;
}
interface SpeedRow {
  readonly waits: string;
  readonly answered: string;
  readonly median: string | null;
  readonly nine_tenths: string | null;
}
type WaitRow = Of & SpeedRow & { readonly first_waits: string; readonly first_median: string | null };
type HourRow = Of & { readonly conversations: string; readonly received: string; readonly sent: string };
type OrderRow = Of & { readonly answered_buyers: string; readonly ordered_buyers: string };

const NOTHING: TeamFigureSums = {
  waits: 0,
  answered: 0,
  median: null,
  nineTenths: null,
  firstWaits: 0,
  firstMedian: null,
  conversations: 0,
  received: 0,
  sent: 0,
  answeredBuyers: 0,
  orderedBuyers: 0,
};

/** Grouped by the whole, by shop, and by who answered or wrote. */
const groupsOf = (who: string, isTheirs: string) => ({
  columns: `is_now, case when grouping(shop_id) = 0 then 'shop' when grouping(${who}) = 0 then 'member' else 'total' end
    as of, coalesce(shop_id, ${who}) as subject`,
  groups: `grouping sets ((is_now), (is_now, shop_id), (is_now, ${isTheirs}, ${who}))
    having grouping(${isTheirs}) = 1 or ${isTheirs}`,
});
const SPEED = `count(*) as waits, count(took) as answered, percentile_disc(0.5) within group (order by took) as median,
  percentile_disc(0.9) within group (order by took) as nine_tenths`;
/** $1: the shops; $2 to $3 the period before, $4 to $5 the period. */
const within = (at: string) =>
  `shop_id = any($1::uuid[]) and (${at} >= $2 and ${at} < $3 or ${at} >= $4 and ${at} < $5)`;
const valuesOf = ({ shopIds, beforeFrom, beforeTo, from, to }: Asked) => [shopIds, beforeFrom, beforeTo, from, to];

export async function teamFigures(
  context: FiguresContext,
  { timeZone, ...input }: CallInput<Call>,
): Promise<Answer<Output>> {
  const { transaction, member, now } = context;
  const asked = await askedOf(transaction, { timeZone, ...input }, now);
  const [waits, hours, orders, series, byHour, lacking, names] = await Promise.all([
    waitsOf(transaction, asked),
    messagesOf(transaction, asked),
    ordersOf(transaction, asked),
    seriesOf(transaction, asked),
    byHourOf(transaction, asked, timeZone),
    transaction.query<{ is_behind: boolean; are_read: boolean }>({
      name: 'what-figures-lack',
      text: `select exists (select from figures_due) as is_behind,
          exists (select from shop_order where shop_id = any($1::uuid[])) as are_read`,
      values: [asked.shopIds],
    }),
    namesOf(transaction, member.scope.accountId),
  ]);
  const compared = compare(waits, hours, orders);
  const of = (kind: Of['of']) => compared.filter((one) => one.of === kind);
  const members = of('member').map(({ of: _kind, subject, ...sums }) => ({
    memberId: subject === null ? null : asMemberId(subject),
    name: subject === null ? null : (names.get(subject) ?? null),
    ...sums,
  }));
  const [total] = of('total');
  return success({
    asOf: now,
    isBehind: lacking.rows[0]?.is_behind === true,
    areOrdersRead: lacking.rows[0]?.are_read === true,
    edges: [...asked.edges],
    beforeFrom: asked.beforeFrom,
    beforeTo: asked.beforeTo,
    total: { now: total?.now ?? NOTHING, before: total?.before ?? NOTHING },
    members: member.view.isMain ? members : members.filter(({ memberId }) => memberId === member.view.memberId),
    shops: of('shop').map(({ of: _kind, subject, ...sums }) => ({ shopId: asShopId(subject ?? ''), ...sums })),
    hours: byHour,
    series,
  });
}

async function waitsOf(transaction: Transaction, asked: Asked): Promise<readonly WaitRow[]> {
  const { columns, groups } = groupsOf('answered_by', 'is_answered');
  const found = await transaction.query<WaitRow>({
    name: 'team-waits',
    text: `select ${columns}, ${SPEED}, count(*) filter (where is_first) as first_waits,
          percentile_disc(0.5) within group (order by took) filter (where is_first) as first_median
        from (select asked_at >= $4 as is_now, shop_id, answered_by, answered_at is not null as is_answered,
            answered_at - asked_at as took, is_first
          from buyer_wait where set_aside_at is null and ${within('asked_at')}) wait
        group by ${groups}`,
    values: valuesOf(asked),
  });
  return found.rows;
}

async function messagesOf(transaction: Transaction, asked: Asked): Promise<readonly HourRow[]> {
  const { columns, groups } = groupsOf('member_id', 'is_shop');
  const found = await transaction.query<HourRow>({
    name: 'team-messages',
    text: `select ${columns}, count(distinct conversation_id) as conversations,
          coalesce(sum(messages) filter (where not is_shop), 0) as received,
          coalesce(sum(messages) filter (where is_shop), 0) as sent
        from (select hour_at >= $4 as is_now, shop_id, member_id, author = 'seller' as is_shop, conversation_id, messages
          from conversation_hour where ${within('hour_at')}) hours
        group by ${groups}`,
    values: valuesOf(asked),
  });
  return found.rows;
}

/** Of the buyers who were answered in the period those who placed an order at the shop within a day of an answer. */
async function ordersOf(transaction: Transaction, asked: Asked): Promise<readonly OrderRow[]> {
  const { columns, groups } = groupsOf('answered_by', 'is_answered');
  const found = await transaction.query<OrderRow>({
    name: 'team-orders',
    text: `select ${columns}, count(distinct conversation_id) as answered_buyers,
          count(distinct conversation_id) filter (where has_ordered) as ordered_buyers
        from (select asked_at >= $4 as is_now, wait.shop_id, answered_by, true as is_answered, conversation_id,
            exists (select from shop_order o where o.shop_id = wait.shop_id and o.buyer_id = buyer.buyer_id
              and o.created_at >= wait.answered_at and o.created_at < wait.answered_at + $6) as has_ordered
          from (select * from buyer_wait where set_aside_at is null and ${within('asked_at')} and answered_at is not null) wait
            join conversation_buyer buyer using (conversation_id)) answered
        group by ${groups}`,
    values: [...valuesOf(asked), ORDERED_WITHIN_MS],
  });
  return found.rows;
}

async function seriesOf(transaction: Transaction, { shopIds, from, to, edges }: Asked): Promise<Output['series']> {
  const found = await transaction.query<SpeedRow & { readonly bucket: number }>({
    name: 'team-series',
    text: `select bucket, ${SPEED}
        from (select width_bucket(asked_at, $4::bigint[]) - 1 as bucket, answered_at - asked_at as took
          from buyer_wait where set_aside_at is null and shop_id = any($1::uuid[]) and asked_at >= $2 and asked_at < $3) wait
        group by bucket order by bucket`,
    values: [shopIds, from, to, edges],
  });
  return found.rows.map((row) => ({ bucket: row.bucket, ...speedOf(row) }));
}

async function byHourOf(
  transaction: Transaction,
  { shopIds, from, to }: Asked,
  timeZone: string,
): Promise<Output['hours']> {
  const wall = wallHours(timeZone, from, to) ?? [];
  const found = await transaction.query<SpeedRow & { readonly hour: number }>({
    name: 'team-hours',
    text: `select hour, ${SPEED}
        from (select ($5::int[])[width_bucket(asked_at, $4::bigint[])] as hour, answered_at - asked_at as took
          from buyer_wait where set_aside_at is null and shop_id = any($1::uuid[]) and asked_at >= $2 and asked_at < $3) wait
        group by hour order by hour`,
    values: [shopIds, from, to, wall.map(({ from: at }) => at), wall.map(({ hour }) => hour)],
  });
  return found.rows.map((row) => ({ hour: row.hour, ...speedOf(row) }));
}

async function namesOf(transaction: Transaction, accountId: string): Promise<ReadonlyMap<string, string>> {
  const found = await transaction.query<{ member_id: string; name: string }>({
    name: 'names-of-members',
    text: 'select member_id, name from member where account_id = $1',
    values: [accountId],
  });
  return new Map(found.rows.map((row) => [row.member_id, row.name]));
}

const numberOf = (value: string | null): number | null => (value === null ? null : Number(value));
const speedOf = (row: SpeedRow) => ({
  waits: Number(row.waits),
  answered: Number(row.answered),
  median: numberOf(row.median),
  nineTenths: numberOf(row.nine_tenths),
});

type Compared = Pick<Of, 'of' | 'subject'> & { readonly now: TeamFigureSums; readonly before: TeamFigureSums };

/** One row for the whole, for each shop and for each member, with the period and the one before. */
function compare(waits: readonly WaitRow[], hours: readonly HourRow[], orders: readonly OrderRow[]): Compared[] {
  const rows = new Map<string, Compared>();
  const add = ({ of, subject, is_now: isNow }: Of, part: Partial<TeamFigureSums>) => {
    const key = `${of} ${subject}`;
    const known = rows.get(key) ?? { of, subject, now: NOTHING, before: NOTHING };
    const when = isNow ? 'now' : 'before';
    rows.set(key, { ...known, [when]: { ...known[when], ...part } });
  };
  for (const row of waits) {
    add(row, { ...speedOf(row), firstWaits: Number(row.first_waits), firstMedian: numberOf(row.first_median) });
  }
  for (const row of hours) {
    add(row, { conversations: Number(row.conversations), received: Number(row.received), sent: Number(row.sent) });
  }
  for (const row of orders) {
    add(row, { answeredBuyers: Number(row.answered_buyers), orderedBuyers: Number(row.ordered_buyers) });
  }
  return [...rows.values()];
}
