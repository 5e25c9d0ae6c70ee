import { ALERT_KINDS, ALERT_LIMITS, isTimeZone } from '@pasar/domain';
import { z } from 'zod';
import { defineCall, MAIN } from '../contract/call.ts';
import { fromJson } from '../contract/form.ts';

const time = z.number().int().nonnegative();
const minuteOfDay = z.number().int().min(0).max(1_439);

const alertView = z.object({
  alertId: z.uuid(),
  kind: z.enum(ALERT_KINDS),
  /** The account, the proxy or the shop that it is about. */
  name: z.string(),
  beganAt: time,
  /** When mails and webhooks were told; null while quiet hours hold it back, or where it ended before. */
  toldAt: time.nullable(),
  overAt: time.nullable(),
});
export type AlertView = z.infer<typeof alertView>;

const alertSettings = z.object({
  offKinds: z.array(z.enum(ALERT_KINDS)).max(ALERT_KINDS.length),
  mailAddresses: z.array(z.email('email_form').max(254)).max(ALERT_LIMITS.addresses),
  quiet: z.object({ from: minuteOfDay, to: minuteOfDay, timeZone: z.string().max(60).refine(isTimeZone) }).nullable(),
});
export type AlertSettings = z.infer<typeof alertSettings>;

/** The calls of alerts are ours. */
const listAlerts = defineCall({
  path: '/api/desk/alerts/list',
  method: 'GET',
  access: MAIN,
  summary: 'What hurts now, and what has hurt, the newest first',
  input: z.object({}),
  output: z.object({ alerts: z.array(alertView) }),
});

const readSettings = defineCall({
  path: '/api/desk/alerts/settings',
  method: 'GET',
  access: MAIN,
  summary: 'What the account is told of, by mail to whom, and when not',
  input: z.object({}),
  output: z.object({
    settings: alertSettings,
    /** Whether the server can send mails. */
    hasMail: z.boolean(),
  }),
});

const saveSettings = defineCall({
  path: '/api/desk/alerts/saveSettings',
  method: 'POST',
  access: MAIN,
  summary: 'Change what the account is told of',
  input: z.object({ settings: fromJson(alertSettings) }),
  output: z.object({}),
});

export const ALERTS_CALLS = { listAlerts, readSettings, saveSettings } as const;
