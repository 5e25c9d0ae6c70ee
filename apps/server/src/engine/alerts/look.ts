import {
  type AccountId,
  ALERT_AFTER_MS,
  ALERT_KINDS,
  type AlertKind,
  type AlertState,
  isQuietAt,
  stepAlert,
} from '@pasar/domain';
import { z } from 'zod';
import { readAlertSettings, type StoredAlertSettings, tellAlerts } from '../../records/alerts.ts';
import { tellWebhooks } from '../../records/webhook-events.ts';
import type { Transaction } from '../../storage/database.ts';
import type { AlertTable } from '../../storage/gen/tables.ts';
import { type Condition, conditionsOf } from './conditions.ts';
import { ALERT_WORDS } from './words.ts';

/** An alert that has not ended, or none yet, and what hurts now, or nothing any more. */
interface Pair {
  readonly kind: AlertKind;
  readonly subject: string;
  readonly name: string;
  readonly alert: AlertTable | null;
  readonly condition: Condition | null;
}

/**
 * Looks once at what hurts in an account: moves its alerts on, and tells of them by mail and webhook, all in this
 * transaction. Two processes that look at the same time take turns.
 */
export async function lookAtAccount(transaction: Transaction, accountId: AccountId, now: number): Promise<void> {
  await transaction.query("select pg_advisory_xact_lock(hashtextextended('alerts/' || $1, 0))", [accountId]);
  const settings = await readAlertSettings(transaction);
  const isQuiet = isQuietAt(now, settings.quiet);
  let hasChanged = false;
  for (const pair of await pairs(transaction, accountId, now)) {
    const isOff = settings.offKinds.includes(pair.kind);
    const state = pair.alert === null ? null : z.enum(['open', 'told', 'ending']).parse(pair.alert.state);
    const step = isOff
      ? ({ next: state === null ? null : 'over', tell: null } as const)
      : stepAlert(state, pair.condition?.since ?? null, { now, afterMs: ALERT_AFTER_MS[pair.kind], isQuiet });
    if (step.next === state) continue;
    hasChanged = true;
    await write(transaction, accountId, pair, { ...step, now });
    if (step.tell !== null) await tell(transaction, accountId, settings, pair, step.tell);
  }
  if (hasChanged) await tellAlerts(transaction, accountId);
}

async function pairs(transaction: Transaction, accountId: AccountId, now: number): Promise<readonly Pair[]> {
  const conditions = await conditionsOf(transaction, accountId, now);
  const found = await transaction.query<AlertTable>(
    "select * from alert where account_id = $1 and state <> 'over' order by began_at",
    [accountId],
  );
  const keyOf = ({ kind, subject }: { readonly kind: string; readonly subject: string }) => `${kind} ${subject}`;
  const alerts = new Map(found.rows.map((row) => [keyOf(row), row]));
  const hurting = new Set(conditions.map(keyOf));
  return [
    ...conditions.map((condition) => ({ ...condition, condition, alert: alerts.get(keyOf(condition)) ?? null })),
    ...found.rows
      .filter((row) => !hurting.has(keyOf(row)))
      .map((row) => ({
        kind: z.enum(ALERT_KINDS).parse(row.kind),
        subject: row.subject,
        name: row.subject_name,
        alert: row,
        condition: null,
      })),
  ];
}

interface Written {
  readonly next: AlertState | 'over' | null;
  readonly tell: 'began' | 'over' | null;
  readonly now: number;
}

async function write(
  transaction: Transaction,
  accountId: AccountId,
  { kind, subject, name, alert, condition }: Pair,
  { next, tell, now }: Written,
): Promise<void> {
  const toldAt = tell === 'began' ? now : null;
  if (alert === null) {
    await transaction.query(
      `insert into alert (account_id, kind, subject, subject_name, state, began_at, told_at)
       values ($1, $2, $3, $4, $5, $6, $7)`,
      [accountId, kind, subject, name, next, condition?.since ?? now, toldAt],
    );
    return;
  }
  await transaction.query(
    `update alert set state = $2, told_at = coalesce(told_at, $3),
       over_at = case when $2 in ('ending', 'over') then coalesce(over_at, $4) end where alert_id = $1`,
    [alert.alert_id, next, toldAt, now],
  );
}

async function tell(
  transaction: Transaction,
  accountId: AccountId,
  { mailAddresses, locale, quiet }: StoredAlertSettings,
  { kind, subject, name, alert, condition }: Pair,
  what: 'began' | 'over',
): Promise<void> {
  const since = condition?.since ?? Number(alert?.began_at ?? 0);
  const words = ALERT_WORDS[locale];
  const title = words[what][kind](name);
  const time = new Intl.DateTimeFormat(locale, {
    dateStyle: 'medium',
    timeStyle: 'short',
    timeZone: quiet?.timeZone ?? 'UTC',
  }).format(since);
  const zone = quiet?.timeZone ?? 'UTC';
  const lines = [title, words.since(`${time} (${zone})`), ...(what === 'began' ? [words.next[kind]] : [])];
  if (mailAddresses.length > 0) {
    await transaction.query(
      'insert into alert_mail (account_id, address, subject, body) select $1, unnest($2::text[]), $3, $4',
      [accountId, mailAddresses, `[Pasar] ${title}`.replace(/\s+/g, ' '), lines.join('\n\n')],
    );
  }
  await tellWebhooks(transaction, accountId, [
    { event: what === 'began' ? 'alert.began' : 'alert.over', shopId: null, data: { kind, subject, name, since } },
  ]);
}
