import type { AlertSettings } from '@pasar/api';
import { type AccountId, ALERT_KINDS, LOCALES, type Locale } from '@pasar/domain';
import { z } from 'zod';
import type { Transaction } from '../storage/database.ts';
import type { AlertSettingsTable } from '../storage/gen/tables.ts';
import { appendChanges } from './change-feed.ts';

export interface StoredAlertSettings extends AlertSettings {
  /** The language of the mails. */
  readonly locale: Locale;
}

/** Everything is told in the desk, nothing by mail, until the main account says otherwise. */
const FIRST: StoredAlertSettings = { offKinds: [], mailAddresses: [], quiet: null, locale: 'en' };

export async function readAlertSettings(transaction: Transaction): Promise<StoredAlertSettings> {
  const found = await transaction.query<AlertSettingsTable>({
    name: 'alert-settings',
    text: 'select * from alert_settings where account_id = (select pasar_account())',
    values: [],
  });
  const [row] = found.rows;
  if (row === undefined) return FIRST;
  const { quiet_from: from, quiet_to: to, time_zone: timeZone } = row;
  return {
    offKinds: z.array(z.enum(ALERT_KINDS)).parse(row.off_kinds),
    mailAddresses: row.mail_addresses,
    quiet: from === null || to === null || timeZone === null ? null : { from, to, timeZone },
    locale: z.enum(LOCALES).parse(row.locale),
  };
}

/** Tells the windows of the main account that alerts have begun or ended. */
export async function tellAlerts(transaction: Transaction, accountId: AccountId): Promise<void> {
  const main = await transaction.query<{ member_id: string }>(
    'select member_id from member where account_id = $1 and is_main',
    [accountId],
  );
  await appendChanges(
    transaction,
    accountId,
    main.rows.map((row) => ({ change: { kind: 'alerts' as const }, shopId: null, memberId: row.member_id })),
  );
}
