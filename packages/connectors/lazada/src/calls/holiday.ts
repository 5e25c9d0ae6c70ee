/** The shop's holiday: a list, of which only the first row counts (spec 2 §7.4). */
import type { Country, Vacation } from '@pasar/domain';
import { z } from 'zod';
import { APIS } from '../wire/apis.ts';
import { wireFlag, wireText } from '../wire/fields.ts';
import { done, gatewayCall, readAs } from './definition.ts';

/** Hours ahead of UTC: dates are days of the site's clock. None of these countries has summer time. */
const HOURS_AHEAD: Readonly<Partial<Record<Country, number>>> = { ID: 7, TH: 7, VN: 7, PH: 8, MY: 8, SG: 8 };
const HOUR_MS = 3_600_000;

/** Ours: `YYYY-MM-DD`, as the form shows it. */
function toWireDay(at: number, country: Country): string {
  return new Date(at + (HOURS_AHEAD[country] ?? 0) * HOUR_MS).toISOString().slice(0, 10);
}
/** The first moment of the day; null for a text that is not a date. */
function fromWireDay(day: string | null, country: Country): number | null {
  const date = z.iso.date().safeParse(day);
  return date.success ? Date.parse(`${date.data}T00:00:00Z`) - (HOURS_AHEAD[country] ?? 0) * HOUR_MS : null;
}

const settingsSchema = z.object({
  dataSource: z
    .array(z.object({ holidayMode: wireFlag, startDate: wireText, endDate: wireText }))
    .min(1)
    .transform(([first]) => first),
});

export const holidaySettings = gatewayCall({
  key: 'lazada-gateway GET holiday-settings',
  tag: 'ours',
  repeat: 'read',
  api: APIS.holiday,
  method: 'GET',
  data: (_params: null) => ({}),
  read: readAs('holiday settings', settingsSchema, ({ dataSource }, { country }): Vacation => {
    return {
      isOn: dataSource?.holidayMode ?? false,
      startsAt: fromWireDay(dataSource?.startDate ?? null, country),
      endsAt: fromWireDay(dataSource?.endDate ?? null, country),
    };
  }),
});

/**
 * Without dates the holiday begins now and ends when it is switched off. It is not known whether the site accepts that.
 */
export const holidayUpdate = gatewayCall({
  key: 'lazada-gateway POST holiday-update',
  tag: 'ours',
  repeat: 'idempotent',
  api: APIS.holidayUpdate,
  method: 'POST',
  data: ({ isOn, startsAt, endsAt }: Vacation, { country }) => ({
    startDate: startsAt === null ? '' : toWireDay(startsAt, country),
    endDate: endsAt === null ? '' : toWireDay(endsAt, country),
    holidayMode: isOn,
  }),
  read: done,
});
