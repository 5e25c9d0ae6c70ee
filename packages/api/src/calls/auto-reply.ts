import {
  AUTO_REPLY_ARRIVALS,
  AUTO_REPLY_KINDS,
  AUTO_REPLY_LIMITS,
  AUTO_REPLY_REASONS,
  AUTO_REPLY_TIMES,
  BUYER_LANGUAGES,
  COUNTRIES,
  keywordsOf,
  MARKETPLACES,
  TRIED_ORDERS,
} from '@pasar/domain';
import { z } from 'zod';
import { defineCall, MAIN, permission, program } from '../contract/call.ts';
import { flag, fromJson } from '../contract/form.ts';
import { automaticAnswer, automaticAnswerPart } from '../facts/automatic.ts';
import { conversationId, shopId } from '../facts/views.ts';

/**
 * Automatic answers (spec 2 §7.7, "reply settings"), with the specification's paths and field names. The names say Lazada;
 * they hold for every marketplace, which `platform` names. Ours: the parts, the variants, the working times and the rules of
 * a single shop beside those of its country; and the calls of the log, the test and the stop.
 */
const chat = permission('chat');
const platform = z.enum(MARKETPLACES);
const { delayMinutes, delaySeconds, parts, holidays, keyword, keywordsOfRule } = AUTO_REPLY_LIMITS;
const times = z.enum(AUTO_REPLY_TIMES);
const minute = z.number().int().min(0).max(1_440);

const workingHours = z.object({
  from: minute,
  to: minute,
  days: z.array(z.number().int().min(0).max(6)).min(1).max(7),
});

const keywordRuleView = z.object({
  keywordId: z.uuid(),
  /** Separated by the enumeration comma. */
  keyword: z.string(),
  isWhole: z.boolean(),
  ...automaticAnswer(parts).shape,
});
export type KeywordRuleView = z.infer<typeof keywordRuleView>;

/** By which rules the buyers of a country are answered or, with a shop, those of the shop. */
const replySettingView = z.object({
  country: z.enum(COUNTRIES),
  shopId: shopId.nullable(),
  is_lazada_auto_reply: z.boolean(),
  /** Minutes. */
  lazada_reply_delay: z.number().int(),
  /** The first text of the usual answer; empty for none. */
  reply_text: z.string(),
  is_lazada_keyword_auto_reply: z.boolean(),
  /** Seconds. */
  lazada_keyword_reply_delay: z.number().int(),
  /** The usual answer; null while nothing was written. */
  content: automaticAnswer(parts).nullable(),
  times,
  keywordTimes: times,
  /** Null: every hour of every day but holidays is a working hour. */
  hours: workingHours.nullable(),
  holidays: z.array(z.iso.date()),
  keywords: z.array(keywordRuleView),
});
export type ReplySettingView = z.infer<typeof replySettingView>;

const getCountryAndReplySettingMap = defineCall({
  path: '/api/chat/index/getCountryAndReplySettingMap',
  method: 'POST',
  access: chat,
  summary: 'By which rules buyers of a marketplace are answered automatically, by country, and those of single shops',
  input: z.object({ platform }),
  output: z.object({
    countryAndReplySettingMap: z.partialRecord(z.enum(COUNTRIES), replySettingView),
    shops: z.array(replySettingView),
  }),
});

const savedSetting = z
  .object({
    country: z.enum(COUNTRIES),
    shopId: shopId.nullable().default(null),
    is_lazada_auto_reply: z.boolean(),
    lazada_reply_delay: z
      .number('reply_delay_form')
      .int('reply_delay_form')
      .min(0, 'reply_delay_form')
      .max(delayMinutes, 'reply_delay_form'),
    /** The usual answer as one text; `content` has more. */
    reply_text: z.string(),
    is_lazada_keyword_auto_reply: z.boolean(),
    lazada_keyword_reply_delay: z
      .number('reply_delay_form')
      .int('reply_delay_form')
      .min(0, 'reply_delay_form')
      .max(delaySeconds, 'reply_delay_form'),
    content: automaticAnswer(parts).nullable(),
    times,
    keywordTimes: times,
    hours: workingHours.nullable(),
    holidays: z.array(z.iso.date()).max(holidays),
  })
  .partial()
  .required({ country: true });

/** Sub-accounts may not change them (spec 1 §6). Only what is given changes. */
const saveReplySettingList = defineCall({
  path: '/api/chat/index/saveReplySettingList',
  method: 'POST',
  access: MAIN,
  summary: 'Change the rules of automatic answers of countries, or of shops',
  input: z.object({ platform, list: fromJson(z.array(savedSetting).min(1).max(200)) }),
  output: z.object({}),
});

const saveReplyKeywordSetting = defineCall({
  path: '/api/chat/index/saveReplyKeywordSetting',
  method: 'POST',
  access: MAIN,
  summary: 'Add a rule of keywords with its answer, or change one',
  input: z.object({
    platform,
    country: z.enum(COUNTRIES),
    shopId: shopId.optional(),
    keywordId: z.uuid().optional(),
    keyword: z
      .string()
      .transform(keywordsOf)
      .refine((words) => words.length > 0, 'keyword_empty')
      .refine((words) => words.length <= keywordsOfRule, 'keywords_too_many')
      .refine((words) => words.every((word) => word.length <= keyword), 'keyword_too_long'),
    isWhole: flag.default(false),
    content: fromJson(automaticAnswer(parts)),
  }),
  output: z.object({ keywordId: z.uuid() }),
});

const delReplyKeywordSetting = defineCall({
  path: '/api/chat/index/delReplyKeywordSetting',
  method: 'POST',
  access: MAIN,
  summary: 'Remove rules of keywords',
  input: z.object({ keywordIds: fromJson(z.array(z.uuid()).min(1).max(1_000)) }),
  output: z.object({}),
});

/** Its keywords too, with the pictures and videos of all answers. A shop that has its own rules keeps them. */
const giveShopReplySetting = defineCall({
  path: '/api/desk/giveShopReplySetting',
  method: 'POST',
  access: MAIN,
  summary: 'Give a single shop its own rules of automatic answers, which begin as a copy of its country’s',
  input: z.object({ shopId }),
  output: z.object({}),
});

/** The rules of a shop go, so that those of its country hold again. */
const removeShopReplySetting = defineCall({
  path: '/api/desk/removeShopReplySetting',
  method: 'POST',
  access: MAIN,
  summary: 'Remove the rules of automatic answers of a single shop',
  input: z.object({ shopId }),
  output: z.object({}),
});

/**
 * A client that answers by itself asks for the answer to a message: true once, and then nobody else gives it. False when it
 * was given or taken, when there is none, when it is not due yet, and when the rules do not allow it (ours: a person has
 * answered, the chosen times, the limit of frequency, a stop).
 */
const getAutoReplyLock = defineCall({
  path: '/api/chat/index/getAutoReplyLock',
  method: 'POST',
  access: program('chat'),
  summary: 'Take the automatic answer to a message, so that nobody else gives it',
  input: z.object({ messageId: z.uuid() }),
  output: z.object({ isLocked: z.boolean() }),
});

/** The due first. Ours: the shape but for the four fields of spec 1 §3, and the answers to greetings and to the FAQ. */
const queuedAnswerView = z.object({
  queueId: z.uuid(),
  messageId: z.uuid(),
  conversationId,
  userId: z.string(),
  platform,
  country: z.enum(COUNTRIES),
  replyType: z.enum(['default', 'keyword_auto_reply', 'welcome', 'faq']),
  /** Milliseconds. */
  replyTs: z.number().int(),
  /** The first text; empty for none. */
  replyText: z.string(),
  /** The answer in the buyer's language, with its variables filled in. */
  parts: z.array(automaticAnswerPart),
});
export type QueuedAnswerView = z.infer<typeof queuedAnswerView>;

/**
 * What a client does that drives timed work by itself (spec 1 §2, `/timer/index`): it takes an answer by `getAutoReplyLock` and
 * a task by `lockTimerTask`, so each thing happens once, whoever does it.
 */
const getTimerQueueAndConfigMap = defineCall({
  path: '/api/timer/getTimerQueueAndConfigMap',
  method: 'POST',
  access: program('chat'),
  summary:
    'The automatic answers that wait, the tasks that send or wait for their start, and the rules of countries and shops',
  input: z.object({}),
  output: z.object({
    queue: z.array(queuedAnswerView),
    /** Only for a token that may send to many buyers. */
    tasks: z.array(
      z.object({
        taskId: z.uuid(),
        taskName: z.string(),
        sendTime: z.number().int().nullable(),
        interval: z.number().int(),
      }),
    ),
    configMap: z.partialRecord(platform, z.partialRecord(z.enum(COUNTRIES), replySettingView)),
    /** The rules that shops have of their own, which hold instead of their country's (ours). */
    shopConfigs: z.array(replySettingView.extend({ shopId, userId: z.string(), platform })),
  }),
});

const answerView = z.object({
  queueId: z.uuid(),
  shopId,
  conversationId,
  buyerName: z.string(),
  /** What the buyer wrote; null when it was no text or is gone. */
  text: z.string().nullable(),
  writtenAt: z.number().int(),
  replyType: z.enum(AUTO_REPLY_KINDS),
  keyword: z.string().nullable(),
  dueAt: z.number().int(),
  state: z.enum(['waiting', 'answered', 'skipped']),
  reason: z.enum(AUTO_REPLY_REASONS).nullable(),
  endedAt: z.number().int().nullable(),
  /** What the buyer has or may get, the texts part by part; empty before the answer is given, and where it has no text. */
  answers: z.array(z.string()),
  /** Null: no answer was given. A part of an answer may still be on its way. */
  arrival: z.enum(AUTO_REPLY_ARRIVALS).nullable(),
});
export type AutoReplyLogEntry = z.infer<typeof answerView>;

const autoReplyLog = defineCall({
  path: '/api/desk/autoReplyLog',
  method: 'GET',
  access: chat,
  summary: 'Which messages were or will be answered automatically, and why others were not; newest first, 50 a page',
  input: z.object({
    state: z.enum(['waiting', 'answered', 'skipped']).optional(),
    shopId: shopId.optional(),
    replyType: z.enum(AUTO_REPLY_KINDS).optional(),
    /** `next` of the page before. */
    before: z.uuid().optional(),
  }),
  output: z.object({ entries: z.array(answerView), next: z.uuid().nullable() }),
});

/** Nothing is sent. The rules are those that are stored. */
const tryAutoReply = defineCall({
  path: '/api/desk/tryAutoReply',
  method: 'POST',
  access: chat,
  summary: 'What would be answered to a text that a buyer of a shop writes now, when, and why not',
  input: z.object({
    shopId,
    text: z.string().trim().min(1).max(2_000),
    isFirstToday: flag.default(false),
    /** The buyer's newest order, which fills in `{order}`, `{product}` and, when it has left, `{tracking}`. */
    newestOrder: z.enum(TRIED_ORDERS).default('none'),
  }),
  output: z.object({
    /** Null: no rule answers. */
    answer: z
      .object({
        replyType: z.enum(AUTO_REPLY_KINDS),
        keyword: z.string().nullable(),
        afterMs: z.number().int(),
        /** In which language the buyer would be answered. */
        language: z.enum(BUYER_LANGUAGES),
        /** The texts and names of the parts, in that language where there are some, with the variables filled in. */
        parts: z.array(
          z.object({
            kind: z.enum(['text', 'image', 'video', 'product', 'voucher']),
            text: z.string(),
            /** The picture, or the cover of the video, is at `automaticMediaPath`; null for other kinds. */
            pictureId: z.uuid().nullable(),
          }),
        ),
        /** Why it would not go out at that time; null: it would. */
        reason: z.enum(AUTO_REPLY_REASONS).nullable(),
      })
      .nullable(),
    /** Whose rules were asked: those of the shop itself, or of its country. */
    isOfShop: z.boolean(),
  }),
});

export const AUTO_REPLY_CALLS = {
  getCountryAndReplySettingMap,
  saveReplySettingList,
  saveReplyKeywordSetting,
  delReplyKeywordSetting,
  giveShopReplySetting,
  removeShopReplySetting,
  getAutoReplyLock,
  getTimerQueueAndConfigMap,
  autoReplyLog,
  tryAutoReply,
} as const;
