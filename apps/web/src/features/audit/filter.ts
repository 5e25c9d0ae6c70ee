import { AUDIT_ACTIONS, type AuditAction } from '@pasar/domain';

/** What the trail is limited to; an absent field limits nothing. */
export interface Filter {
  readonly memberId?: string;
  readonly shopId?: string;
  readonly action?: AuditAction;
  readonly from?: number;
  readonly to?: number;
}

export const actionOf = (value: string): AuditAction | undefined => AUDIT_ACTIONS.find((action) => action === value);

/** The beginning of a day that a date field names, in the machine's time zone; undefined for an empty field. */
export function dayStart(day: string, later = 0): number | undefined {
  const [year, month, date] = day.split('-').map(Number);
  if (year === undefined || month === undefined || date === undefined) return undefined;
  const at = new Date(year, month - 1, date + later).getTime();
  return Number.isNaN(at) ? undefined : at;
}
