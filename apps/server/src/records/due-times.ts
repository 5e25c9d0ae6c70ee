import { type Country, dueAt, type Marketplace, type ResponseRule, responseRuleOf } from '@pasar/domain';
import type { Transaction } from '../storage/database.ts';
import type { ResponseRuleTable } from '../storage/gen/tables.ts';
import { CONVERSATION_COLUMNS, type ConversationRow } from './rows.ts';

/** What an account has chosen in place of a rule; all null where it has chosen nothing. */
export type ChosenRule = Pick<
  ResponseRuleTable,
  'within_ms' | 'wanted_percent' | 'window_days' | 'counts' | 'quiet_from' | 'quiet_to' | 'quiet_days'
>;
export const RULE_COLUMNS =
  'r.within_ms, r.wanted_percent, r.window_days, r.counts, r.quiet_from, r.quiet_to, r.quiet_days';
type MaybeChosen = { readonly [Column in keyof ChosenRule]: ChosenRule[Column] | null };

export function toRule(row: ChosenRule): ResponseRule {
  const { quiet_from: from, quiet_to: to, quiet_days: days } = row;
  return {
    withinMs: Number(row.within_ms),
    wantedPercent: row.wanted_percent,
    windowDays: row.window_days,
    counts: row.counts,
    quiet: from === null || to === null || days === null ? null : { from, to, days },
  };
}

export interface ShopRule {
  readonly country: Country;
  readonly rule: ResponseRule;
}

/** The rules of shops: what their account has chosen, else what their marketplaces are known to want. */
export async function rulesOfShops(
  transaction: Transaction,
  shopIds: readonly string[],
): Promise<ReadonlyMap<string, ShopRule>> {
  if (shopIds.length === 0) return new Map();
  const found = await transaction.query<
    MaybeChosen & { readonly shop_id: string; readonly marketplace: Marketplace; readonly country: Country }
  >({
    name: 'rules-of-shops',
    text: `select s.shop_id, s.marketplace, s.country, ${RULE_COLUMNS}
           from shop s left join response_rule r using (account_id, marketplace, country) where s.shop_id = any($1::uuid[])`,
    values: [shopIds],
  });
  return new Map(
    found.rows.map(({ shop_id: id, marketplace, country, ...chosen }) => [
      id,
      { country, rule: isChosen(chosen) ? toRule(chosen) : responseRuleOf(marketplace, country) },
    ]),
  );
}
const isChosen = (row: MaybeChosen): row is ChosenRule => row.within_ms !== null;

type Waiting = Pick<ConversationRow, 'conversation_id' | 'shop_id' | 'waiting_since'>;

/** When the answers to waiting buyers are due, by conversation. The conversations' rows are locked. */
export async function dueTimes(
  transaction: Transaction,
  waiting: readonly Waiting[],
): Promise<ReadonlyMap<string, string>> {
  const rules = await rulesOfShops(transaction, [...new Set(waiting.map((row) => row.shop_id))]);
  return new Map(
    waiting.flatMap((row) => {
      const found = rules.get(row.shop_id);
      if (found === undefined || row.waiting_since === null) return [];
      return [[row.conversation_id, String(dueAt(Number(row.waiting_since), found.rule, found.country))] as const];
    }),
  );
}

/** Sets the due times of locked conversations whose wait has changed, and returns all of them as they are then. */
export async function withDueTimes(
  transaction: Transaction,
  rows: readonly ConversationRow[],
): Promise<readonly ConversationRow[]> {
  const due = await dueTimes(
    transaction,
    rows.filter((row) => row.waiting_since !== null),
  );
  const wrong = rows.filter((row) => row.due_at !== (due.get(row.conversation_id) ?? null));
  if (wrong.length === 0) return rows;
  const updated = await transaction.query<ConversationRow>({
    name: 'set-due-times',
    text: `update conversation set due_at = item.at from unnest($1::uuid[], $2::bigint[]) as item (id, at)
           where conversation_id = item.id returning ${CONVERSATION_COLUMNS}`,
    values: [wrong.map((row) => row.conversation_id), wrong.map((row) => due.get(row.conversation_id) ?? null)],
  });
  const right = new Map(updated.rows.map((row) => [row.conversation_id, row]));
  return rows.map((row) => right.get(row.conversation_id) ?? row);
}

/**
 * Corrects the due times of an account's waiting conversations after a rule, or a shop's country, has changed. Gives
 * those that were corrected, as they were and as they are. `only`: the shops of one rule.
 */
export async function correctDueTimes(
  transaction: Transaction,
  accountId: string,
  only: { readonly marketplace: Marketplace; readonly country: Country } | null,
): Promise<{ readonly before: readonly ConversationRow[]; readonly after: readonly ConversationRow[] }> {
  const found = await transaction.query<Waiting & Pick<ConversationRow, 'due_at'>>({
    name: 'waiting-conversations',
    text: `select conversation_id, shop_id, waiting_since, due_at from conversation
           where account_id = $1 and waiting_since is not null and ($2::text is null or shop_id in
             (select shop_id from shop where account_id = $1 and marketplace = $2 and country = $3))`,
    values: [accountId, only?.marketplace ?? null, only?.country ?? null],
  });
  const due = await dueTimes(transaction, found.rows);
  const wrong = found.rows.filter((row) => row.due_at !== due.get(row.conversation_id));
  if (wrong.length === 0) return { before: [], after: [] };
  const locked = await transaction.query<ConversationRow>({
    name: 'lock-waiting',
    text: `select ${CONVERSATION_COLUMNS} from conversation where conversation_id = any($1::uuid[])
           order by conversation_id for update`,
    values: [wrong.map((row) => row.conversation_id)],
  });
  const before = new Map(locked.rows.map((row) => [row.conversation_id, row.due_at]));
  const rows = await withDueTimes(transaction, locked.rows);
  const after = rows.filter((row) => before.get(row.conversation_id) !== row.due_at);
  return { before: locked.rows, after };
}
