import { type DeliveryTexts, loadDeliveryTexts, loadReasonTexts, type ReasonTexts } from '@pasar/api';
import { FALLBACK_LOCALE, type Locale, matchLocale, type ReasonCode } from '@pasar/domain';
import i18next, { type TFunction } from 'i18next';
import { initReactI18next, useTranslation } from 'react-i18next';
import { z } from 'zod';
import type account from '../features/account/locales/en.json';
import type cards from '../features/chat/cards/locales/en.json';
import type chat from '../features/chat/locales/en.json';
import type routing from '../features/routing/locales/en.json';
import type shops from '../features/shops/locales/en.json';
import type later from './later/locales/en.json';
import { storeLocale } from './locale.ts';
import type shell from './locales/en.json';

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'shell';
    keySeparator: false;
    resources: {
      shell: typeof shell;
      later: typeof later;
      account: typeof account;
      chat: typeof chat;
      cards: typeof cards;
      routing: typeof routing;
      shops: typeof shops;
    };
  }
}

/** Each feature's texts, one file a language; only the language in use is fetched, when a screen of the feature is. */
const FILES = {
  shell: import.meta.glob<unknown>('./locales/*.json', { import: 'default' }),
  /** Of the shell too, but shown by nothing that is there from the beginning. */
  later: import.meta.glob<unknown>('./later/locales/*.json', { import: 'default' }),
  account: import.meta.glob<unknown>('../features/account/locales/*.json', { import: 'default' }),
  chat: import.meta.glob<unknown>('../features/chat/locales/*.json', { import: 'default' }),
  cards: import.meta.glob<unknown>('../features/chat/cards/locales/*.json', { import: 'default' }),
  routing: import.meta.glob<unknown>('../features/routing/locales/*.json', { import: 'default' }),
  shops: import.meta.glob<unknown>('../features/shops/locales/*.json', { import: 'default' }),
} as const;
export type Feature = keyof typeof FILES;
/** The text of a key, its holes filled; the plural form is that of `count`. */
export type Translate<F extends Feature> = TFunction<F>;
const table = z.record(z.string(), z.string());

const reasons = new Map<Locale, ReasonTexts>();
const deliveries = new Map<Locale, DeliveryTexts>();
let areDeliveriesWanted = false;
const wanted = new Set<Feature>(['shell']);
/** Before the texts are there, calls are already made in this language. */
let current: Locale = FALLBACK_LOCALE;

async function loadTable(locale: Locale, feature: Feature): Promise<void> {
  if (i18next.hasResourceBundle(locale, feature)) return;
  const load = Object.entries(FILES[feature]).find(([path]) => path.endsWith(`/${locale}.json`))?.[1];
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

/** Before anything is drawn. Calls are made in this language from the first one on. */
export async function startI18n(locale: Locale): Promise<void> {
  current = locale;
  await i18next.use(initReactI18next).init({
    lng: locale,
    fallbackLng: false,
    ns: Object.keys(FILES),
    defaultNS: 'shell',
    resources: {},
    keySeparator: false,
    // React escapes; names of buyers must not be escaped twice.
    interpolation: { escapeValue: false },
    // A screen is drawn when its texts are there.
    react: { useSuspense: false },
    returnNull: false,
  });
  await loadAll(locale);
  document.documentElement.lang = locale;
}

/** The texts of a feature, before its first screen is drawn. */
export async function needTexts(feature: Feature): Promise<void> {
  wanted.add(feature);
  await loadTable(current, feature);
}

/** The sentences of messages that were not sent, before the first conversation is drawn. */
export function needDeliveryTexts(): Promise<void> {
  areDeliveriesWanted = true;
  return loadDeliveries(current);
}

/** Switches every text at once, after the new ones are there; nothing flickers in between. */
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

/** The sentence of a refused call, or of a connection that does not stand. */
export const reasonText = (reason: ReasonCode, locale: Locale): string => reasons.get(locale)?.[reason] ?? reason;
/** The sentence of a message that was not sent: what became of it, and what to do. */
export const notSentText = (reason: ReasonCode, locale: Locale): string =>
  deliveries.get(locale)?.[reason] ?? reasonText(reason, locale);
