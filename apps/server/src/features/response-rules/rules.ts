import { type CALLS, type CallInput, type CallOutput, responseRuleView } from '@pasar/api';
import { type Country, type Marketplace, type ResponseRule, responseRuleOf } from '@pasar/domain';
import { appendChanges } from '../../records/change-feed.ts';
import { tellConversations } from '../../records/conversation-settings.ts';
import { type ChosenRule, correctDueTimes, RULE_COLUMNS, toRule } from '../../records/due-times.ts';
import type { Transaction } from '../../storage/database.ts';
import type { ResponseRuleChangeTable, ResponseRuleTable } from '../../storage/gen/tables.ts';
import { type Answer, success } from '../answer.ts';
import type { MemberContext } from '../handler.ts';

type Calls = typeof CALLS.responseRules;
type Context = Pick<MemberContext, 'transaction' | 'member' | 'now'>;
interface Place {
  readonly marketplace: Marketplace;
  readonly country: Country;
}

/** So many of the last changes are shown (our choice). */
const SHOWN_CHANGES = 50;

export async function responseRules({
  transaction,
}: Pick<MemberContext, 'transaction'>): Promise<Answer<CallOutput<Calls['responseRules']>>> {
  const [places, chosen, changes] = await Promise.all([
    transaction.query<Place>({
      name: 'places-of-shops',
      text: 'select distinct marketplace, country from shop where account_id = (select pasar_account())',
      values: [],
    }),
    transaction.query<ResponseRuleTable>({ name: 'chosen-rules', text: 'select * from response_rule', values: [] }),
    transaction.query<ResponseRuleChangeTable>({
      name: 'changed-rules',
      text: `select * from response_rule_change where account_id = (select pasar_account())
             order by changed_at desc, change_id desc limit ${SHOWN_CHANGES}`,
      values: [],
    }),
  ]);
  const isSame = (one: Place) => (other: Place) =>
    one.marketplace === other.marketplace && one.country === other.country;
  return success({
    rules: places.rows.map((place) => {
      const own = chosen.rows.find(isSame(place));
      const { marketplace, country } = place;
      return {
        marketplace,
        country,
        rule: responseRuleView.parse(own === undefined ? responseRuleOf(marketplace, country) : toRule(own)),
        isOwn: own !== undefined,
      };
    }),
    // A member who sees few shops is told of their places alone.
    changes: changes.rows
      .filter((row) => places.rows.some(isSame(row)))
      .map((row) => ({
        changeId: row.change_id,
        marketplace: row.marketplace,
        country: row.country,
        changedAt: Number(row.changed_at),
        changedBy: row.changed_by,
        before: shown.parse(row.rule_before),
        after: shown.parse(row.rule_after),
      })),
  });
}
const shown = responseRuleView.nullable();

export async function saveResponseRule(
  context: Context,
  { rule, ...place }: CallInput<Calls['saveResponseRule']>,
): Promise<Answer<Record<string, never>>> {
  return change(context, place, rule);
}

export async function resetResponseRule(
  context: Context,
  place: CallInput<Calls['resetResponseRule']>,
): Promise<Answer<Record<string, never>>> {
  return change(context, place, null);
}

/** Null: what the marketplace is known to want. Two changes of an account wait for each other, for the log's sake. */
async function change(
  { transaction, member, now }: Context,
  place: Place,
  rule: ResponseRule | null,
): Promise<Answer<Record<string, never>>> {
  const { accountId } = member.scope;
  await transaction.query("select pg_advisory_xact_lock(hashtextextended('response-rules/' || $1, 0))", [accountId]);
  const before = await chosenRule(transaction, place);
  if (JSON.stringify(before) === JSON.stringify(rule)) return success({});
  await (rule === null ? forget(transaction, place) : keep(transaction, accountId, place, rule));
  await transaction.query(
    `insert into response_rule_change
       (account_id, marketplace, country, changed_at, changed_by, rule_before, rule_after)
     values ($1, $2, $3, $4, $5, $6, $7)`,
    [
      accountId,
      place.marketplace,
      place.country,
      now,
      member.view.name,
      before && JSON.stringify(before),
      rule && JSON.stringify(rule),
    ],
  );
  const due = await correctDueTimes(transaction, accountId, place);
  await tellConversations(transaction, accountId, due.before, due.after);
  await appendChanges(transaction, accountId, [{ change: { kind: 'responseRules' }, shopId: null, memberId: null }]);
  return success({});
}

async function chosenRule(transaction: Transaction, { marketplace, country }: Place): Promise<ResponseRule | null> {
  const found = await transaction.query<ChosenRule>(
    `select ${RULE_COLUMNS} from response_rule r where marketplace = $1 and country = $2`,
    [marketplace, country],
  );
  const [row] = found.rows;
  return row === undefined ? null : toRule(row);
}

async function forget(transaction: Transaction, { marketplace, country }: Place): Promise<void> {
  await transaction.query('delete from response_rule where marketplace = $1 and country = $2', [marketplace, country]);
}

async function keep(
  transaction: Transaction,
  accountId: string,
  { marketplace, country }: Place,
  { withinMs, wantedPercent, windowDays, counts, quiet }: ResponseRule,
): Promise<void> {
  await transaction.query(
    `insert into response_rule (account_id, marketplace, country, within_ms, wanted_percent, window_days, counts,
       quiet_from, quiet_to, quiet_days)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
     on conflict (account_id, marketplace, country) do update set within_ms = excluded.within_ms,
       wanted_percent = excluded.wanted_percent, window_days = excluded.window_days, counts = excluded.counts,
       quiet_from = excluded.quiet_from, quiet_to = excluded.quiet_to, quiet_days = excluded.quiet_days`,
    [
      accountId,
      marketplace,
      country,
      withinMs,
      wantedPercent,
      windowDays,
      counts,
      quiet?.from ?? null,
      quiet?.to ?? null,
      quiet === null ? null : [...new Set(quiet.days)].toSorted(),
    ],
  );
}
