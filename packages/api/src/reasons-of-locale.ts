import type { Locale, ReasonCode } from '@pasar/domain';

/** The sentences of one language for a refused call, or for a connection that is down. */
export type ReasonTexts = Readonly<Record<ReasonCode, string>>;
/**
 * Sentences about a message that was certainly not sent: what happened, and which button of the message to press. A
 * code without a sentence here cannot end a delivery, and is told in general words.
 */
export type DeliveryTexts = Readonly<Partial<Record<ReasonCode, string>>>;

/**
 * For a screen that speaks one language: the other languages are not fetched. Each branch takes only the default export
 * of its import; otherwise a bundler would make an export of every code.
 */
export function loadReasonTexts(locale: Locale): Promise<ReasonTexts> {
  switch (locale) {
    case 'zh-CN':
      return import('./reasons/zh-CN.json', { with: { type: 'json' } }).then(({ default: texts }) => texts);
    case 'zh-TW':
      return import('./reasons/zh-TW.json', { with: { type: 'json' } }).then(({ default: texts }) => texts);
    case 'en':
      return import('./reasons/en.json', { with: { type: 'json' } }).then(({ default: texts }) => texts);
    case 'th':
      return import('./reasons/th.json', { with: { type: 'json' } }).then(({ default: texts }) => texts);
  }
}

/** As above, for a screen that shows messages. */
export function loadDeliveryTexts(locale: Locale): Promise<DeliveryTexts> {
  switch (locale) {
    case 'zh-CN':
      return import('./reasons/deliveries/zh-CN.json', { with: { type: 'json' } }).then(({ default: texts }) => texts);
    case 'zh-TW':
      return import('./reasons/deliveries/zh-TW.json', { with: { type: 'json' } }).then(({ default: texts }) => texts);
    case 'en':
      return import('./reasons/deliveries/en.json', { with: { type: 'json' } }).then(({ default: texts }) => texts);
    case 'th':
      return import('./reasons/deliveries/th.json', { with: { type: 'json' } }).then(({ default: texts }) => texts);
  }
}
