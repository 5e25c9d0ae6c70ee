import type { AccountChatSetting } from '@pasar/api';
import { BUYER_LANGUAGES, type BuyerLanguage } from '@pasar/domain';

/** The texts that have variants. */
export type Texts = Pick<AccountChatSetting, 'welcomeText' | 'welcomeVariants' | 'faq'>;
type Category = Texts['faq'][number];

const variantOf = <Variant extends { readonly language: BuyerLanguage }>(
  variants: readonly Variant[],
  language: BuyerLanguage,
): Variant | undefined => variants.find((variant) => variant.language === language);

/** A variant without any text is no variant. */
function withVariant<Variant extends { readonly language: BuyerLanguage }>(
  variants: readonly Variant[],
  { language, ...texts }: Variant,
): Variant[] {
  const others = variants.filter((variant) => variant.language !== language);
  const isEmpty = Object.values(texts).every((text) => text === '');
  return isEmpty ? others : [...others, { language, ...texts } as Variant];
}

/** The languages in which something is written besides the main texts. */
export const languagesOf = ({ welcomeVariants, faq }: Texts): readonly BuyerLanguage[] => {
  const variants = [
    ...welcomeVariants,
    ...faq.flatMap((category) => [...category.variants, ...category.questions.flatMap((one) => one.variants)]),
  ];
  return BUYER_LANGUAGES.filter((language) => variantOf(variants, language) !== undefined);
};

/** The welcome in a language; null: the main text. */
export const welcomeIn = ({ welcomeText, welcomeVariants }: Texts, language: BuyerLanguage | null): string =>
  language === null ? welcomeText : (variantOf(welcomeVariants, language)?.text ?? '');

export const withWelcome = (
  { welcomeVariants }: Texts,
  language: BuyerLanguage | null,
  text: string,
): Partial<Texts> =>
  language === null ? { welcomeText: text } : { welcomeVariants: withVariant(welcomeVariants, { language, text }) };

/** A category with the texts of a language in the place of the main ones: empty where there are none. */
export function categoryIn(category: Category, language: BuyerLanguage): Category {
  const questions = category.questions.map((one) => {
    const own = variantOf(one.variants, language);
    return { ...one, question: own?.question ?? '', answer: own?.answer ?? '' };
  });
  return { ...category, category: variantOf(category.variants, language)?.category ?? '', questions };
}

/** A category whose texts in a language are those of another. */
export function withCategory(category: Category, language: BuyerLanguage, written: Category): Category {
  const variants = withVariant(category.variants, { language, category: written.category });
  const questions = category.questions.map((one, at) => {
    const { question = '', answer = '' } = written.questions[at] ?? {};
    return { ...one, variants: withVariant(one.variants, { language, question, answer }) };
  });
  return { ...category, variants, questions };
}

/** The texts without those of a language. */
export const withoutLanguage = (texts: Texts, language: BuyerLanguage): Partial<Texts> => ({
  ...withWelcome(texts, language, ''),
  faq: texts.faq.map((category) => withCategory(category, language, { ...category, category: '', questions: [] })),
});
