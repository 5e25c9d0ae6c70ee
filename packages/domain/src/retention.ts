/** How many days an account keeps things; null: for ever. */
export interface Retention {
  /** From the time at which a message was sent. */
  readonly messageDays: number | null;
  /** Of answers that failed or are unconfirmed: how long a picture or video waits for somebody to send it again. */
  readonly pictureDays: number | null;
  /** From the time of an entry of the audit trail. */
  readonly auditDays: number | null;
}

export const DEFAULT_RETENTION: Retention = { messageDays: null, pictureDays: null, auditDays: 400 };

/** What an account may choose from (our choice). */
export const RETENTION_CHOICES = {
  messageDays: [null, 1_095, 730, 365, 180, 90, 30],
  pictureDays: [null, 365, 90, 30, 7],
  auditDays: [null, 1_095, 730, 400, 180, 90],
} as const satisfies { readonly [Kind in keyof Retention]: readonly (number | null)[] };

const DAY_MS = 86_400_000;

/**
 * What is older than this goes; null: nothing does. It moves at midnight UTC only, so that the search for what is too
 * old is needed once a day.
 */
export const keptSince = (days: number | null, now: number): number | null =>
  days === null ? null : Math.floor(now / DAY_MS) * DAY_MS - days * DAY_MS;
