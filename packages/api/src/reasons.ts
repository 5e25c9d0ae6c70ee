import type { Locale, ReasonCode } from '@pasar/domain';
import en from './reasons/en.json' with { type: 'json' };
import th from './reasons/th.json' with { type: 'json' };
import zhCN from './reasons/zh-CN.json' with { type: 'json' };
import zhTW from './reasons/zh-TW.json' with { type: 'json' };

const TEXTS: Readonly<Record<Locale, Readonly<Record<ReasonCode, string>>>> = {
  'zh-CN': zhCN,
  'zh-TW': zhTW,
  en,
  th,
};

/** The sentence for a refusal in the user's language: what happened, and what to do next. */
export const reasonText = (reason: ReasonCode, locale: Locale): string => TEXTS[locale][reason];

export { type DeliveryTexts, loadDeliveryTexts, loadReasonTexts, type ReasonTexts } from './reasons-of-locale.ts';
