import { expect } from 'vitest';
import { z } from 'zod';
import type { Member } from '../../src/records/members.ts';
import type { Transaction } from '../../src/storage/database.ts';
import type { TestDatabase } from './database.ts';

/** Tables of which no list may read or sort more rows than it shows. */
const GROWING = [
  'conversation',
  'conversation_name',
  'conversation_buyer',
  'message',
  'delivery',
  'sign_in',
  'shop_import',
  'buyer_note',
  'conversation_note',
  'buyer_tag_relation',
  'shop_order',
  'shop_order_words',
  'shop_review',
  'shop_notification',
  'remark',
  'bulk_send_task',
];
/** Tables whose list tells how many rows it has: it may read all rows of what it is about, but no others. */
const COUNTED = ['bulk_send_item'];
/** More than twice the longest list, and far fewer than the rows of a shop that a list must not read. */
const MOST_READ = 1_500;
const node = z.looseObject({
  'Node Type': z.string(),
  'Relation Name': z.string().optional(),
  'Index Name': z.string().optional(),
  /** `InitPlan` and `SubPlan` are conditions: their rows are not the node's. */
  'Parent Relationship': z.string().optional(),
  'Sort Key': z.array(z.string()).optional(),
  /** Only of a plan that was carried out. */
  'Actual Rows': z.number().optional(),
  'Actual Loops': z.number().optional(),
  'Rows Removed by Filter': z.number().optional(),
  'Rows Removed by Index Recheck': z.number().optional(),
  get Plans() {
    return z.array(node).optional();
  },
});
type Node = z.infer<typeof node>;
const explained = z.tuple([z.object({ 'QUERY PLAN': z.tuple([z.object({ Plan: node })]) })]);

/** The faults of a plan: sorts of more than a page, and scans of a whole growing table. */
export function faultsOf(plan: Node): string[] {
  const kind = plan['Node Type'];
  const table = plan['Relation Name'] ?? '';
  const faults: string[] = [];
  if (kind.includes('Sort') && readsGrowing(plan)) {
    faults.push(`${kind} by ${plan['Sort Key']?.join(', ')}, over ${indexesOf(plan).join(', ')}`);
  }
  if (/^(Seq|Bitmap Heap) Scan$/.test(kind) && GROWING.includes(table)) faults.push(`${kind} on ${table}`);
  if (kind === 'Seq Scan' && COUNTED.includes(table)) faults.push(`${kind} on ${table}`);
  // A sort for a grouped count is allowed, because it orders no list.
  const parts = (plan.Plans ?? []).filter((part) => kind !== 'Aggregate' || part['Node Type'] !== 'Sort');
  return [...faults, ...parts.flatMap(faultsOf)];
}
/** Whether rows of a growing table reach this node without a limit on the way. */
function readsGrowing(plan: Node): boolean {
  if (plan['Node Type'] === 'Limit') return false;
  const inputs = (plan.Plans ?? []).filter((part) => !part['Parent Relationship']?.endsWith('Plan'));
  return [...GROWING, ...COUNTED].includes(plan['Relation Name'] ?? '') || inputs.some(readsGrowing);
}

/** How many rows of tables a plan that was carried out has read, shown or not. */
export function rowsRead(plan: Node, tables: readonly string[] = GROWING): number {
  const each =
    (plan['Actual Rows'] ?? 0) + (plan['Rows Removed by Filter'] ?? 0) + (plan['Rows Removed by Index Recheck'] ?? 0);
  const own = tables.includes(plan['Relation Name'] ?? '') ? each * (plan['Actual Loops'] ?? 0) : 0;
  return (plan.Plans ?? []).reduce((sum, part) => sum + rowsRead(part, tables), own);
}

export const indexesOf = (plan: Node): string[] => [
  ...(plan['Index Name'] === undefined ? [] : [plan['Index Name']]),
  ...(plan.Plans ?? []).flatMap(indexesOf),
];

/**
 * Runs a list like the product, and explains each statement exactly as it was sent, in the same transaction: as it is
 * carried out, and as it is planned once for all values.
 */
export async function plansOf(
  database: TestDatabase,
  member: Member,
  run: (transaction: Transaction) => Promise<unknown>,
  role: 'app' | 'engine' = 'app',
): Promise<Node[]> {
  return database[role].within(member.scope, async (transaction) => {
    const sent: { text: string; values: unknown[] }[] = [];
    // A proxy may not answer otherwise for the client itself, whose `query` is fixed.
    const inheriting: Transaction = Object.create(transaction);
    const recording = new Proxy(inheriting, {
      get: (_, name) =>
        name === 'query'
          ? (statement: string | { text: string; values?: unknown[] }, values: unknown[] = []) => {
              sent.push(
                typeof statement === 'string'
                  ? { text: statement, values }
                  : { text: statement.text, values: statement.values ?? [] },
              );
              return typeof statement === 'string'
                ? transaction.query(statement, values)
                : transaction.query(statement);
            }
          : Reflect.get(transaction, name),
    });
    await run(recording);
    const plans: Node[] = [];
    for (const { text, values } of sent.filter((one) => /^\s*(select|with)/.test(one.text))) {
      const planOf = (answer: { rows: unknown[] }) => explained.parse(answer.rows)[0]['QUERY PLAN'][0].Plan;
      const carriedOut = planOf(await transaction.query(`explain (analyze, format json) ${text}`, values));
      expect(rowsRead(carriedOut), text).toBeLessThan(MOST_READ);
      // A compiled statement has one plan for all values, which is made without them.
      plans.push(carriedOut, planOf(await transaction.query(`explain (generic_plan, format json) ${text}`)));
    }
    return plans;
  });
}

export async function expectIndexed(
  database: TestDatabase,
  member: Member,
  index: string,
  run: (transaction: Transaction) => Promise<unknown>,
): Promise<void> {
  const plans = await plansOf(database, member, run);
  expect(plans.flatMap(faultsOf)).toEqual([]);
  expect(plans.flatMap(indexesOf)).toContain(index);
}
