import type { Locale } from '@pasar/domain';
import type { EmojiData } from 'frimousse';
import type { Translate } from '../../../base/texts/i18n.ts';

/** Each language is a script of Pasar's own server, fetched when the picker first opens in it. */
const NAMES = {
  'zh-CN': () => import('virtual:emoji-names/zh'),
  'zh-TW': () => import('virtual:emoji-names/zh-hant'),
  en: () => import('virtual:emoji-names/en'),
  th: () => import('virtual:emoji-names/th'),
} as const satisfies Record<Locale, unknown>;

/** The package's own words for its groups mix two scripts in Chinese, so these are ours. */
const GROUPS = [
  [0, 'group.smileys'],
  [1, 'group.people'],
  [3, 'group.nature'],
  [4, 'group.food'],
  [5, 'group.travel'],
  [6, 'group.activities'],
  [7, 'group.objects'],
  [8, 'group.symbols'],
  [9, 'group.flags'],
] as const;

export async function emojiData(locale: Locale, t: Translate<'emoji'>): Promise<EmojiData> {
  const { names } = await NAMES[locale]();
  return {
    locale,
    emojis: names.map(([emoji, label, tags, category]) => ({
      emoji,
      label,
      tags: tags.split('|'),
      category,
      version: 0,
    })),
    categories: GROUPS.map(([index, text]) => ({ index, label: t(text) })),
    // The picker offers no skin tones; the library asks for their names.
    skinTones: { light: '', 'medium-light': '', medium: '', 'medium-dark': '', dark: '' },
  };
}
