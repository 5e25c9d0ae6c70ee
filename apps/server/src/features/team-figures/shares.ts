import type { CALLS, CallOutput } from '@pasar/api';
import { asShopId, dueAt } from '@pasar/domain';
import { rulesOfShops, type ShopRule } from '../../records/due-times.ts';
import type { Transaction } from '../../storage/database.ts';
import { type Answer, success } from '../answer.ts';
import type { MemberContext } from '../handler.ts';

type Call = typeof CALLS.teamFigures.responseShares;
const DAY_MS = 86_400_000;
type Rules = readonly (readonly [shopId: string, rule: ShopRule])[];
type Counts = ReadonlyMap<string, { readonly inTime: number; readonly late: number }>;

export async function responseShares({
  transaction,
  now,
}: Pick<MemberContext, 'transaction' | 'now'>): Promise<Answer<CallOutput<Call>>> {
  const shops = await transaction.query<{ shop_id: string }>({ name: 'shops', text: 'select shop_id from shop' });
  const rules = await rulesOfShops(
    transaction,
    shops.rows.map((row) => row.shop_id),
  );
  const all = [...rules];
  const counts = new Map([
    ...(await countedAtOnce(
      transaction,
      all.filter(([, { rule }]) => rule.quiet === null),
      now,
    )),
    ...(await countedOneByOne(
      transaction,
      all.filter(([, { rule }]) => rule.quiet !== null),
      now,
    )),
  ]);
  return success({
    shares: all.flatMap(([shopId, { rule }]) => {
      const held = counts.get(shopId);
      return held === undefined
        ? []
        : [{ shopId: asShopId(shopId), ...held, rule: { ...rule, quiet: plain(rule.quiet) } }];
    }),
  });
}
const plain = (quiet: ShopRule['rule']['quiet']) => quiet && { ...quiet, days: [...quiet.days] };

const asked = (rules: Rules, now: number) => [
  rules.map(([id]) => id),
  rules.map(([, { rule }]) => now - rule.windowDays * DAY_MS),
  rules.map(([, { rule }]) => rule.counts === 'first'),
];

/** Of the shops whose rules have no quiet times. */
async function countedAtOnce(transaction: Transaction, rules: Rules, now: number): Promise<Counts> {
  if (rules.length === 0) return new Map();
  const found = await transaction.query<{ shop_id: string; in_time: string; late: string }>({
    name: 'response-shares',
    text: `select * from (
        select shop.id as shop_id,
          count(*) filter (where w.answered_at - w.asked_at <= shop.within_ms) as in_time,
          count(*) filter (where coalesce(w.answered_at, $5) - w.asked_at > shop.within_ms) as late
        from unnest($1::uuid[], $2::bigint[], $3::boolean[], $4::bigint[])
            as shop (id, from_at, is_first_only, within_ms)
          join buyer_wait w on w.shop_id = shop.id and w.asked_at >= shop.from_at
            and (w.is_first or not shop.is_first_only)
        group by shop.id) counted
      where in_time + late > 0`,
    values: [...asked(rules, now), rules.map(([, { rule }]) => rule.withinMs), now],
  });
  return new Map(
    found.rows.map((row) => [row.shop_id, { inTime: Number(row.in_time), late: Number(row.late) }] as const),
  );
}

/** Of the shops whose rules have quiet times, by the due time of each wait. */
async function countedOneByOne(transaction: Transaction, rules: Rules, now: number): Promise<Counts> {
  if (rules.length === 0) return new Map();
  const found = await transaction.query<{ shop_id: string; asked_at: string; answered_at: string | null }>({
    name: 'waits-of-shares',
    text: `select w.shop_id, w.asked_at, w.answered_at
           from unnest($1::uuid[], $2::bigint[], $3::boolean[]) as shop (id, from_at, is_first_only)
             join buyer_wait w on w.shop_id = shop.id and w.asked_at >= shop.from_at
               and (w.is_first or not shop.is_first_only)`,
    values: asked(rules, now),
  });
  const counts = new Map<string, { inTime: number; late: number }>();
  const ruleOf = new Map(rules);
  for (const row of found.rows) {
    const known = ruleOf.get(row.shop_id);
    if (known === undefined) continue;
    const due = dueAt(Number(row.asked_at), known.rule, known.country);
    const isAnswered = row.answered_at !== null;
    const isLate = Number(row.answered_at ?? now) > due;
    if (!isAnswered && !isLate) continue;
    const held = counts.get(row.shop_id) ?? { inTime: 0, late: 0 };
    counts.set(row.shop_id, isLate ? { ...held, late: held.late + 1 } : { ...held, inTime: held.inTime + 1 });
  }
  return counts;
}
