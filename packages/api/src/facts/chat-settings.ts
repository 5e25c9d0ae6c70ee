import {
  ANY_BUYER,
  type MemberChatSetting,
  REACH_TONES,
  type ReachRule,
  type ReasonCode,
  SENDING_KEYS,
  TOLD_AGAIN_MINUTES,
  USUAL_MEMBER_CHAT_SETTING,
  WARN_MINUTES,
} from '@pasar/domain';
import { z } from 'zod';

/** Of what a window of an earlier version saves: it lacks a choice, which would be taken away. */
export const OF_OLD_WINDOW = 'chat_setting_of_old_window' satisfies ReasonCode;

export const warnMinutes = z.literal(WARN_MINUTES).nullable();
const minuteOfDay = z.number().int().min(0).max(1_439);

const quietHours = z.object({ from: minuteOfDay, to: minuteOfDay, timeZone: z.string().max(60) });

export const reachRule = z.object({
  shopIds: z.array(z.uuid()).nullable(),
  tagIds: z.array(z.uuid()).nullable(),
  isMineOnly: z.boolean(),
  tone: z.enum(REACH_TONES).nullable(),
  /** A rule that an earlier version stored lacks its hours. */
  quietHours: z
    .union([quietHours, z.literal('never')], {
      error: ({ input }) => (input === undefined ? OF_OLD_WINDOW : undefined),
    })
    .nullable()
    .default(ANY_BUYER.quietHours),
}) satisfies z.ZodType<ReachRule>;

/** The same for each member alone; the rules have the limits of the call that saves them. */
export const memberChatSetting = z.object({
  sendingKey: z.enum(SENDING_KEYS),
  hasTimeMarks: z.boolean(),
  isReached: z.boolean(),
  hasSound: z.boolean(),
  hasNotifications: z.boolean(),
  tone: z.enum(REACH_TONES),
  /** Settings that an earlier version told of lack the rules and the warning. */
  rules: z.array(reachRule).default([]),
  quietHours: quietHours.nullable(),
  againMinutes: z.literal(TOLD_AGAIN_MINUTES).nullable(),
  warnMinutes: warnMinutes.default(USUAL_MEMBER_CHAT_SETTING.warnMinutes),
}) satisfies z.ZodType<MemberChatSetting>;
