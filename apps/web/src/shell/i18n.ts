import { FALLBACK_LOCALE, type Locale, matchLocale } from '@pasar/domain';
import i18next from 'i18next';
import { initReactI18next, useTranslation } from 'react-i18next';
import { z } from 'zod';
import type account from '../features/account/locales/en.json';
import type chat from '../features/chat/locales/en.json';
import { storeLocale } from './locale.ts';
import type shell from './locales/en.json';

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'shell';
    keySeparator: false;
    resources: { shell: typeof shell; account: typeof account; chat: typeof chat };
  }
}

/** Each feature's texts, one file a language; only the language in use is fetched. */
const FILES = {
  shell: import.meta.glob<unknown>('./locales/*.json', { import: 'default' }),
  account: import.meta.glob<unknown>('../features/account/locales/*.json', { import: 'default' }),
  chat: import.meta.glob<unknown>('../features/chat/locales/*.json', { import: 'default' }),
} as const;
const texts = z.record(z.string(), z.string());

async function loadTexts(locale: Locale): Promise<void> {
  await Promise.all(
    Object.entries(FILES).map(async ([feature, files]) => {
      const load = Object.entries(files).find(([path]) => path.endsWith(`/${locale}.json`))?.[1];
      if (load === undefined) throw new Error(`no ${locale} texts of ${feature}`);
      if (!i18next.hasResourceBundle(locale, feature)) {
        i18next.addResourceBundle(locale, feature, texts.parse(await load()));
      }
    }),
  );
}

/** Before the texts are there, calls are already made in this language. */
let current: Locale = FALLBACK_LOCALE;

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
    returnNull: false,
  });
  await loadTexts(locale);
  document.documentElement.lang = locale;
}

/** Switches every text at once, after the new ones are there; nothing flickers in between. */
export async function changeLocale(locale: Locale): Promise<void> {
  await loadTexts(locale);
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
