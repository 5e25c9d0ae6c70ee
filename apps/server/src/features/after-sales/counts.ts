import type { CALLS, CallInput, CallOutput } from '@pasar/api';
import { AFTER_SALES_TABS } from '@pasar/domain';
import { openCasesText } from '../../records/open-cases.ts';
import type { Give } from '../../records/ordered-list.ts';
import { shopsOf } from '../../records/shops-of-filter.ts';
import { builtStatement } from '../../storage/database.ts';
import { type Answer, success } from '../answer.ts';
import type { MemberContext } from '../handler.ts';

type Call = typeof CALLS.afterSales.afterSalesCounts;

/** Open cases are few and counted; closed ones are many and have counters. */
export async function afterSalesCounts(
  { transaction, member, now }: Pick<MemberContext, 'transaction' | 'member' | 'now'>,
  input: CallInput<Call>,
): Promise<Answer<CallOutput<Call>>> {
  const { accountId } = member.scope;
  const shops = await shopsOf(transaction, input, member.scope.shops === 'all');
  const tabs = Object.fromEntries(AFTER_SALES_TABS.map((tab) => [tab, 0])) as Record<
    (typeof AFTER_SALES_TABS)[number],
    number
  >;
  if (shops === null) return success({ tabs });
  const among = shops.kind === 'some' && shops.among !== undefined ? shops.among : null;
  const values: unknown[] = [];
  const give: Give = (value) => `$${values.push(value)}`;
  const cases = openCasesText(accountId, now, among, give);
  const found = await transaction.query<{ kind: 'cancel' | 'refund' | 'return' | 'closed'; count: string }>(
    builtStatement(
      `select kind, count(*) as count from (${cases}) one group by kind
       union all select 'closed', coalesce(sum(count), 0) from shop_return_count
         where account_id = ${give(accountId)} and not is_open
           ${among === null ? '' : `and shop_id = any(${give(among)}::uuid[])`}`,
      values,
    ),
  );
  for (const { kind, count } of found.rows) {
    tabs[kind] = Number(count);
    if (kind !== 'closed') tabs.open += Number(count);
  }
  return success({ tabs });
}
