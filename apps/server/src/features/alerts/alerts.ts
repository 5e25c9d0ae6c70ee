import type { CALLS, CallInput, CallOutput } from '@pasar/api';
import { ALERT_KINDS, ALERT_LIMITS } from '@pasar/domain';
import { z } from 'zod';
import { readAlertSettings } from '../../records/alerts.ts';
import type { AlertTable } from '../../storage/gen/tables.ts';
import { type Answer, success } from '../answer.ts';
import type { MemberContext } from '../handler.ts';

type Calls = typeof CALLS.alerts;

export async function listAlerts({
  transaction,
}: Pick<MemberContext, 'transaction'>): Promise<Answer<CallOutput<Calls['listAlerts']>>> {
  const found = await transaction.query<AlertTable>({
    name: 'alerts',
    text: `select * from alert where account_id = (select pasar_account()) order by began_at desc limit $1`,
    values: [ALERT_LIMITS.shown],
  });
  const timeOf = (value: string | null) => (value === null ? null : Number(value));
  return success({
    alerts: found.rows.map((row) => ({
      alertId: row.alert_id,
      kind: z.enum(ALERT_KINDS).parse(row.kind),
      name: row.subject_name,
      beganAt: Number(row.began_at),
      toldAt: timeOf(row.told_at),
      overAt: timeOf(row.over_at),
    })),
  });
}

export async function readSettings({
  transaction,
  mailer,
}: Pick<MemberContext, 'transaction' | 'mailer'>): Promise<Answer<CallOutput<Calls['readSettings']>>> {
  const { locale: _, ...settings } = await readAlertSettings(transaction);
  return success({ settings, hasMail: mailer !== null });
}

export async function saveSettings(
  { transaction, member, locale }: Pick<MemberContext, 'transaction' | 'member' | 'locale'>,
  { settings }: CallInput<Calls['saveSettings']>,
): Promise<Answer<Record<string, never>>> {
  const { offKinds, mailAddresses, quiet } = settings;
  await transaction.query(
    `insert into alert_settings (account_id, off_kinds, mail_addresses, locale, quiet_from, quiet_to, time_zone)
     values ($1, $2, $3, $4, $5, $6, $7)
     on conflict (account_id) do update set off_kinds = excluded.off_kinds, mail_addresses = excluded.mail_addresses,
       locale = excluded.locale, quiet_from = excluded.quiet_from, quiet_to = excluded.quiet_to,
       time_zone = excluded.time_zone`,
    [
      member.scope.accountId,
      offKinds,
      [...new Set(mailAddresses)],
      locale,
      quiet?.from ?? null,
      quiet?.to ?? null,
      quiet?.timeZone ?? null,
    ],
  );
  return success({});
}
