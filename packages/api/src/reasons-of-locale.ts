import type { Locale, ReasonCode } from '@pasar/domain';

/** The sentences of one language. */
export interface ReasonTexts {
  /** Of a refused call or a connection that does not stand. */
  readonly general: Readonly<Record<ReasonCode, string>>;
  /**
   * Of a message that was certainly not sent: what became of it, and which of its buttons to press. What has no sentence
   * here cannot end a delivery, and is said in general words.
   */
  readonly deliveries: Readonly<Partial<Record<ReasonCode, string>>>;
}

/** For a screen that speaks one language: the others are not fetched. */
export async function loadReasonTexts(locale: Locale): Promise<ReasonTexts> {
  const [general, deliveries] = await load(locale);
  return { general, deliveries };
}

/** Only the defaults are taken, each at its import: a bundler would else make an export of every code. */
function load(locale: Locale) {
  switch (locale) {
    case 'zh-CN':
      return Promise.all([
        import('./reasons/zh-CN.json', { with: { type: 'json' } }).then(({ default: texts }) => texts),
        import('./reasons/deliveries/zh-CN.json', { with: { type: 'json' } }).then(({ default: texts }) => texts),
      ]);
    case 'zh-TW':
      return Promise.all([
        import('./reasons/zh-TW.json', { with: { type: 'json' } }).then(({ default: texts }) => texts),
        import('./reasons/deliveries/zh-TW.json', { with: { type: 'json' } }).then(({ default: texts }) => texts),
      ]);
    case 'en':
      return Promise.all([
        import('./reasons/en.json', { with: { type: 'json' } }).then(({ default: texts }) => texts),
        import('./reasons/deliveries/en.json', { with: { type: 'json' } }).then(({ default: texts }) => texts),
      ]);
    case 'th':
      return Promise.all([
        import('./reasons/th.json', { with: { type: 'json' } }).then(({ default: texts }) => texts),
        import('./reasons/deliveries/th.json', { with: { type: 'json' } }).then(({ default: texts }) => texts),
      ]);
  }
}
