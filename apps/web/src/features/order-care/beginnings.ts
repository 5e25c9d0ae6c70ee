import { BUYER_LANGUAGES, type BuyerLanguage, buyerLanguage, type Country, type OrderCareKind } from '@pasar/domain';
import { type DraftVariant, type DraftVariants, drafted, isBlank } from '../../base/parts/parts-draft.ts';
import texts from './beginnings.json';

/**
 * A text to begin with for each kind, in each language of buyers (ours). It names nothing that an order may lack, because a
 * text whose variable has no value is left out.
 */
const BEGINNINGS: Readonly<Record<OrderCareKind, Readonly<Record<BuyerLanguage, string>>>> = texts;

const begun = (kind: OrderCareKind, language: BuyerLanguage) => [
  drafted({ kind: 'text', text: BEGINNINGS[kind][language] }),
];

export const isUnwritten = ({ parts }: DraftVariant): boolean => parts.every(isBlank);

/**
 * The content with our texts where it is empty. Where all of it is empty, the buyers of `countries` get it in their languages,
 * and everybody else in that of the only country or in English.
 */
export function withBeginnings(
  kind: OrderCareKind,
  countries: readonly Country[],
  variants: DraftVariants,
): DraftVariants {
  const spoken = new Set(countries.map((country) => buyerLanguage(country, [])));
  const [only] = spoken;
  const usual = spoken.size === 1 && only !== undefined ? only : 'en';
  const [first, ...others] = variants;
  const filled = (variant: DraftVariant): DraftVariant =>
    isUnwritten(variant) ? { ...variant, parts: begun(kind, variant.language ?? usual) } : variant;
  const isNew = others.length === 0 && isUnwritten(first);
  const added = BUYER_LANGUAGES.filter((language) => isNew && language !== usual && spoken.has(language));
  return [
    filled(first),
    ...others.map(filled),
    ...added.map((language) => ({ language, parts: begun(kind, language) })),
  ];
}
