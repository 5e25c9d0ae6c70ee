import type { CALLS, CallInput, CallOutput } from '@pasar/api';
import { asShopId, dueAt, type ResponseShare } from '@pasar/domain';
import { rulesOfShops, type ShopRule } from '../../records/due-times.ts';
import type { Transaction } from '../../storage/database.ts';
import { type Answer, fail, success } from '../answer.ts';
import type { MemberContext } from '../handler.ts';

type Calls = typeof CALLS.teamFigures;
type ShareOfShop = CallOutput<Calls['shopResponseShare']>;
type Context = Pick<MemberContext, 'transaction' | 'now'>;
const DAY_MS = 86_400_000;
type Rules = readonly (readonly [shopId: string, rule: ShopRule])[];
/** Answers of a shop in one of the 24 hours of its window: `ago` 0 ends now. */
interface Counted {
  readonly shopId: string;
  readonly ago: number;
  readonly inTime: number;
  readonly late: number;
}

/** Of the shops that the member sees and that have an answer, or a wait whose time is over. */
export async function responseShares({
  transaction,
  now,
}: Context): Promise<Answer<CallOutput<Calls['responseShares']>>> {
  const shops = await transaction.query<{ shop_id: string }>({ name: 'shops', text: 'select shop_id from shop' });
  const rules = await rulesOfShops(
    transaction,
    shops.rows.map((row) => row.shop_id),
  );
  const shares = await sharesOf(transaction, [...rules], now);
  return success({ shares: shares.filter(({ inTime, late }) => inTime + late > 0) });
}

export async function shopResponseShare(
  { transaction, now }: Context,
  { shopId }: CallInput<Calls['shopResponseShare']>,
): Promise<Answer<ShareOfShop>> {
  const [share] = await sharesOf(transaction, [...(await rulesOfShops(transaction, [shopId]))], now);
  return share === undefined ? fail('not_found') : success(share);
}

async function sharesOf(transaction: Transaction, rules: Rules, now: number): Promise<readonly ShareOfShop[]> {
  const hasQuiet = ([, { rule }]: Rules[number]) => rule.quiet !== null;
  const counted = [
    ...(await countedAtOnce(
      transaction,
      rules.filter((one) => !hasQuiet(one)),
      now,
    )),
    ...(await countedOneByOne(transaction, rules.filter(hasQuiet), now)),
  ];
  const byShop = Map.groupBy(counted, ({ shopId }) => shopId);
  return rules.map(([shopId, { rule }]) => {
    const held = byShop.get(shopId) ?? [];
    const first = rule.windowDays - 1;
    const days = Array.from({ length: rule.windowDays }, (_, index) =>
      // The moment at which the window begins belongs to its first day.
      sum(held.filter(({ ago }) => Math.min(ago, first) === first - index)),
    );
    return { shopId: asShopId(shopId), ...sum(days), days, rule: { ...rule, quiet: plain(rule.quiet) } };
  });
}
const sum = (counts: readonly ResponseShare[]): ResponseShare => ({
  inTime: counts.reduce((total, { inTime }) => total + inTime, 0),
  late: counts.reduce((total, { late }) => total + late, 0),
});
const plain = (quiet: ShopRule['rule']['quiet']) => quiet && { ...quiet, days: [...quiet.days] };

const asked = (rules: Rules, now: number) => [
  rules.map(([id]) => id),
  rules.map(([, { rule }]) => now - rule.windowDays * DAY_MS),
  rules.map(([, { rule }]) => rule.counts === 'first'),
];

/** Of the shops whose rules have no quiet times. */
async function countedAtOnce(transaction: Transaction, rules: Rules, now: number): Promise<readonly Counted[]> {
  if (rules.length === 0) return [];
  const found = await transaction.query<{ shop_id: string; ago: number; in_time: string; late: string }>({
    name: 'response-shares',
    text: `select * from (
        select shop.id as shop_id, greatest(0, ($5 - w.asked_at) / ${DAY_MS})::int as ago,
          count(*) filter (where w.set_aside_at is null and w.answered_at - w.asked_at <= shop.within_ms) as in_time,
          count(*) filter (where coalesce(w.set_aside_at, w.answered_at, $5) - w.asked_at > shop.within_ms) as late
        from unnest($1::uuid[], $2::bigint[], $3::boolean[], $4::bigint[])
            as shop (id, from_at, is_first_only, within_ms)
          join buyer_wait w on w.shop_id = shop.id and w.asked_at >= shop.from_at
            and (w.is_first or not shop.is_first_only)
        group by 1, 2) counted
      where in_time + late > 0`,
    values: [...asked(rules, now), rules.map(([, { rule }]) => rule.withinMs), now],
  });
  return found.rows.map((row) => ({
    shopId: row.shop_id,
    ago: row.ago,
    inTime: Number(row.in_time),
    late: Number(row.late),
  }));
}

/** Of the shops whose rules have quiet times, by the due time of each wait. */
async function countedOneByOne(transaction: Transaction, rules: Rules, now: number): Promise<readonly Counted[]> {
  if (rules.length === 0) return [];
  const found = await transaction.query<{
    shop_id: string;
    asked_at: string;
    answered_at: string | null;
    set_aside_at: string | null;
  }>({
    name: 'waits-of-shares',
    text: `select w.shop_id, w.asked_at, w.answered_at, w.set_aside_at
           from unnest($1::uuid[], $2::bigint[], $3::boolean[]) as shop (id, from_at, is_first_only)
             join buyer_wait w on w.shop_id = shop.id and w.asked_at >= shop.from_at
               and (w.is_first or not shop.is_first_only)`,
    values: asked(rules, now),
  });
  const ruleOf = new Map(rules);
  return found.rows.flatMap((row): Counted[] => {
    const known = ruleOf.get(row.shop_id);
    if (known === undefined) return [];
    const askedAt = Number(row.asked_at);
    const isLate = Number(row.set_aside_at ?? row.answered_at ?? now) > dueAt(askedAt, known.rule, known.country);
    if ((row.answered_at === null || row.set_aside_at !== null) && !isLate) return [];
    const ago = Math.max(0, Math.floor((now - askedAt) / DAY_MS));
    return [{ shopId: row.shop_id, ago, inTime: isLate ? 0 : 1, late: isLate ? 1 : 0 }];
  });
}
