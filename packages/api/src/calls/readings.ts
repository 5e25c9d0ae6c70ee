import { READING_STATES, READING_SUBJECTS } from '@pasar/domain';
import { z } from 'zod';
import { defineCall, permission } from '../contract/call.ts';
import { ofShops, time } from '../facts/order-book.ts';
import { refusalView, shopId } from '../facts/views.ts';

/**
 * What Pasar reads from all shops by itself and keeps: how far, how often, and what of it a member has not seen yet. Ours:
 * the specification has the limits (spec 1 §9) and no shapes.
 */
const order = permission('order');
const subject = z.enum(READING_SUBJECTS);
const { shopIds } = ofShops;

/** The reading of a shop's list. */
const readingView = z.object({
  shopId,
  state: z.enum(READING_STATES),
  /** Of the last or the present reading; null before the first. */
  startedAt: time.nullable(),
  endedAt: time.nullable(),
  /** The records of the present or last reading that were new or had changed. */
  found: z.number().int().nonnegative(),
  /** Records of it that could not be read. */
  unreadable: z.number().int().nonnegative(),
  /** 0 to 1; null where it cannot be told. */
  progress: z.number().min(0).max(1).nullable(),
  /** Why it failed. */
  refusal: refusalView.nullable(),
  /** When it next begins by itself; null while it runs, and while it is stopped. */
  nextAt: time.nullable(),
});
export type ReadingView = z.infer<typeof readingView>;

const readings = defineCall({
  path: '/api/desk/readings',
  method: 'GET',
  access: order,
  summary: 'Of every shop that has such a list how far it is read, and when it is read next',
  input: z.object({ subject }),
  output: z.object({
    readings: z.array(readingView),
    /** Minutes between two readings by themselves. */
    everyMinutes: z.number().int(),
  }),
});

const readNow = defineCall({
  path: '/api/desk/readNow',
  method: 'POST',
  access: order,
  summary: 'Read a list of shops now; of all shops of the member where none is named',
  input: z.object({ subject, shopIds }),
  output: z.object({ shopIds: z.array(shopId) }),
});

const stopReading = defineCall({
  path: '/api/desk/stopReading',
  method: 'POST',
  access: order,
  summary: 'Stop reading a list of shops; the next reading goes on where it stopped',
  input: z.object({ subject, shopIds }),
  output: z.object({ shopIds: z.array(shopId) }),
});

/** Refused with `invalid_request` outside of `READING_LIMITS` of the subject. */
const saveReadingSetting = defineCall({
  path: '/api/desk/saveReadingSetting',
  method: 'POST',
  access: order,
  summary: 'How often a list of the account’s shops is read by itself',
  input: z.object({ subject, everyMinutes: z.coerce.number().int().positive() }),
  output: z.object({}),
});

const count = z.number().int().nonnegative();
/** What came after the moment up to which the member has seen the list. */
const unseen = defineCall({
  path: '/api/desk/unseen',
  method: 'GET',
  access: order,
  summary: 'How many open cases, low reviews and urgent notifications the member has not seen yet',
  input: z.object({}),
  output: z.object({
    /** Open after-sales cases that began since, by kind. */
    cancel: count,
    refund: count,
    return: count,
    /** Reviews of at most `MOST_LOW_STARS` stars. */
    reviews: count,
    /** Unread notifications of `URGENT_NOTIFICATION_KINDS`. */
    notifications: count,
    /** All open after-sales cases, seen or not. */
    open: count,
    /** Open returns whose answer is due within a day, seen or not. */
    dueSoon: count,
  }),
});

const markSeen = defineCall({
  path: '/api/desk/markSeen',
  method: 'POST',
  access: order,
  summary: 'The member has seen a list up to a moment',
  input: z.object({ subject: subject.exclude(['orders']), until: z.coerce.number().int().nonnegative() }),
  output: z.object({}),
});

export const READINGS_CALLS = { readings, readNow, stopReading, saveReadingSetting, unseen, markSeen } as const;
