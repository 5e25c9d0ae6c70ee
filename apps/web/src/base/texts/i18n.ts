import { type DeliveryTexts, loadDeliveryTexts, loadReasonTexts, type ReasonTexts } from '@pasar/api';
import { FALLBACK_LOCALE, type Locale, matchLocale, type ReasonCode } from '@pasar/domain';
import i18next, { type FormatterModule, type TFunction } from 'i18next';
import { initReactI18next, useTranslation } from 'react-i18next';
import { z } from 'zod';
import { storeLocale } from '../locale.ts';
import type common from './locales/en.json';
import { numberText } from './number-text.ts';

/** The texts by feature. Each feature adds its own type beside its locale files (`bringTexts`). */
export interface Texts {
  readonly common: typeof common;
}
declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'common';
    keySeparator: false;
    resources: Texts;
  }
}
export type Feature = keyof Texts & string;

/** One file for each language, loaded when needed: `import.meta.glob('./locales/*.json', { import: 'default' })`. */
type LocaleFiles = Readonly<Record<string, () => Promise<unknown>>>;
const files = new Map<Feature, LocaleFiles>([
  ['common', import.meta.glob<unknown>('./locales/*.json', { import: 'default' })],
]);

/**
 * Declares the locale files of a feature. Returns a function that loads the file of the language in use; it is awaited
 * before the first screen of the feature is drawn.
 */
export function bringTexts(feature: Feature, localeFiles: LocaleFiles): () => Promise<void> {
  files.set(feature, localeFiles);
  return async () => {
    wanted.add(feature);
    await loadTable(current, feature);
  };
}

/**
 * Gives the text of a key with its placeholders filled, numbers as the language separates them; `count` chooses the plural
 * form. A number that names something, such as a port, is given as a string.
 */
export type Translate<F extends Feature> = TFunction<F>;
const table = z.record(z.string(), z.string());

const reasons = new Map<Locale, ReasonTexts>();
const deliveries = new Map<Locale, DeliveryTexts>();
let areDeliveriesWanted = false;
const wanted = new Set<Feature>(['common']);
/** Set before the texts are loaded, because the first calls already name the language. */
let current: Locale = FALLBACK_LOCALE;

async function loadTable(locale: Locale, feature: Feature): Promise<void> {
  if (i18next.hasResourceBundle(locale, feature)) return;
  const load = Object.entries(files.get(feature) ?? {}).find(([path]) => path.endsWith(`/${locale}.json`))?.[1];
  if (load === undefined) throw new Error(`no ${locale} texts of ${feature}`);
  i18next.addResourceBundle(locale, feature, table.parse(await load()));
}
async function loadReasons(locale: Locale): Promise<void> {
  if (!reasons.has(locale)) reasons.set(locale, await loadReasonTexts(locale));
}
async function loadDeliveries(locale: Locale): Promise<void> {
  if (areDeliveriesWanted && !deliveries.has(locale)) deliveries.set(locale, await loadDeliveryTexts(locale));
}
const loadAll = (locale: Locale): Promise<unknown> =>
  Promise.all([
    loadReasons(locale),
    loadDeliveries(locale),
    ...[...wanted].map((feature) => loadTable(locale, feature)),
  ]);

const FORMATTER: FormatterModule = {
  type: 'formatter',
  init: () => {},
  add: () => {},
  addCached: () => {},
  format: (value: string | number, _, language) =>
    typeof value === 'number' ? numberText(value, matchLocale(language ?? '') ?? current) : value,
};

/** Called before the first paint; also sets the language of the first calls. */
export async function startI18n(locale: Locale): Promise<void> {
  current = locale;
  await i18next
    .use(FORMATTER)
    .use(initReactI18next)
    .init({
      lng: locale,
      fallbackLng: false,
      ns: ['common'],
      defaultNS: 'common',
      resources: {},
      keySeparator: false,
      // React escapes texts, so escaping here would show names of buyers escaped twice.
      interpolation: { escapeValue: false, alwaysFormat: true },
      // Off, because screens are drawn only after their texts are loaded.
      react: { useSuspense: false },
      returnNull: false,
    });
  await loadAll(locale);
  document.documentElement.lang = locale;
}

/** Loads the sentences about messages that were not sent, before the first conversation is drawn. */
export function needDeliveryTexts(): Promise<void> {
  areDeliveriesWanted = true;
  return loadDeliveries(current);
}

/** Loads the texts of the new language, then switches all texts at once, so that nothing flickers. */
export async function changeLocale(locale: Locale): Promise<void> {
  await loadAll(locale);
  current = locale;
  await i18next.changeLanguage(locale);
  document.documentElement.lang = locale;
  storeLocale(locale);
}

export const currentLocale = (): Locale => current;

/** The locale in use; re-renders when it changes. */
export function useLocale(): Locale {
  const { i18n } = useTranslation();
  return matchLocale(i18n.language) ?? FALLBACK_LOCALE;
}

export { useTranslation };

/** The sentence of a refused call, or of a connection that is down. */
export const reasonText = (reason: ReasonCode, locale: Locale): string => reasons.get(locale)?.[reason] ?? reason;
/** The sentence about a message that was not sent: what happened, and what to do. */
export const notSentText = (reason: ReasonCode, locale: Locale): string =>
  deliveries.get(locale)?.[reason] ?? reasonText(reason, locale);
