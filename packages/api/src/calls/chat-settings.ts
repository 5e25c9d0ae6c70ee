import { ANSWER_HOURS, CHAT_SETTING_LIMITS, isTimeZone, type QuietHours } from '@pasar/domain';
import { z } from 'zod';
import { defineCall, permission } from '../contract/call.ts';
import { fromJson } from '../contract/form.ts';
import { byLanguage, language } from '../facts/automatic.ts';
import { memberChatSetting, OF_OLD_WINDOW, reachRule, warnMinutes } from '../facts/chat-settings.ts';

/** The chat settings of spec 2 §7.7, with its paths. Their shapes are ours: the specification shows none. */
const chat = permission('chat');
const { faqCategories, faqQuestions, mostPromise, welcome, category, question, answer, tags, rules } =
  CHAT_SETTING_LIMITS;

/** A text that a person wrote: without the spaces around it. */
const written = (most: number) => z.string().trim().max(most, 'chat_setting_text_long');

/** A blank text of a variant stands for the main text. */
const categoryVariants = byLanguage(z.object({ language, category: written(category) }), OF_OLD_WINDOW);
const questionVariants = byLanguage(
  z.object({ language, question: written(question), answer: written(answer) }),
  OF_OLD_WINDOW,
);

const faqWith = <OfCategory extends z.ZodType, OfQuestion extends z.ZodType>(
  ofCategory: OfCategory,
  ofQuestion: OfQuestion,
) =>
  z
    .array(
      z.object({
        category: written(category).min(1, 'faq_incomplete'),
        variants: ofCategory,
        questions: z
          .array(
            z.object({
              question: written(question).min(1, 'faq_incomplete'),
              answer: written(answer).min(1, 'faq_incomplete'),
              variants: ofQuestion,
            }),
          )
          .min(1, 'faq_incomplete')
          .max(faqQuestions, 'faq_full'),
      }),
    )
    .max(faqCategories, 'faq_full');

/** What the automatic answers obey, and how many waiting buyers a member is assigned. */
export const accountChatSetting = z.object({
  isWelcomeOn: z.boolean(),
  /** Sent once to a buyer on one day. */
  welcomeText: written(welcome),
  /** The welcome and each text of the FAQ for buyers of other languages (ours). */
  welcomeVariants: byLanguage(z.object({ language, text: written(welcome) })),
  /** A buyer gets at most one automatic answer in so many hours; null: no limit. */
  answerHours: z.literal(ANSWER_HOURS).nullable(),
  /** Settings that an earlier version stored have no variants. */
  faq: faqWith(categoryVariants.default([]), questionVariants.default([])),
  promiseLimit: z
    .number('promise_limit_form')
    .int('promise_limit_form')
    .min(1, 'promise_limit_form')
    .max(mostPromise, 'promise_limit_form'),
});
export type AccountChatSetting = z.infer<typeof accountChatSetting>;

/** As long as the main account has chosen nothing. */
export const USUAL_ACCOUNT_CHAT_SETTING: AccountChatSetting = {
  isWelcomeOn: false,
  welcomeText: '',
  welcomeVariants: [],
  answerHours: null,
  faq: [],
  promiseLimit: CHAT_SETTING_LIMITS.promise,
};

const isTime = (hours: QuietHours | 'never' | null): boolean =>
  hours === null || hours === 'never' || (hours.from !== hours.to && isTimeZone(hours.timeZone));

const savedOfAccount = accountChatSetting.extend({
  // A window of an earlier version, which does not show the variants, would take them away.
  faq: faqWith(categoryVariants, questionVariants),
});
const savedRule = reachRule.extend({
  shopIds: z.array(z.uuid()).min(1, 'reach_shops_missing').max(5_000).nullable(),
  tagIds: z.array(z.uuid()).min(1, 'reach_tags_missing').max(tags).nullable(),
  // Without the usual value: a window of an earlier version, which does not show the hours, would take them away.
  quietHours: reachRule.shape.quietHours.unwrap().refine(isTime, 'quiet_hours_form'),
});
const savedOfMember = memberChatSetting.extend({
  // Without the usual values, which would replace what the member chose whenever something else is saved.
  rules: z.array(savedRule).max(rules),
  warnMinutes,
  quietHours: memberChatSetting.shape.quietHours.refine(isTime, 'quiet_hours_form'),
});

const getChatSetting = defineCall({
  path: '/api/chat/index/getChatSetting',
  method: 'POST',
  access: chat,
  summary: 'The chat settings of the account and those of the member',
  input: z.object({}),
  output: z.object({
    account: accountChatSetting,
    member: memberChatSetting,
    /** Whether incoming texts are translated where neither shop nor conversation says otherwise: `switchTranslation`. */
    isTranslated: z.boolean(),
  }),
});

/** Only what is given changes. The settings of the account are changed by the main account alone (spec 1 §6). */
const saveChatSetting = defineCall({
  path: '/api/chat/index/saveChatSetting',
  method: 'POST',
  access: chat,
  summary: 'Change chat settings of the account or of the member',
  input: z.object({
    account: fromJson(z.strictObject(savedOfAccount.shape).partial()).optional(),
    member: fromJson(z.strictObject(savedOfMember.shape).partial()).optional(),
  }),
  output: z.object({}),
});

export const CHAT_SETTINGS_CALLS = { getChatSetting, saveChatSetting } as const;
