import type { QuickReplyPart, ShopView } from '@pasar/api';
import { BUYER_LANGUAGES, type BuyerLanguage } from '@pasar/domain';
import { type ReactNode, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Select } from '../../ui/select.tsx';
import { useLocale, useTranslation } from '../texts/i18n.ts';
import { languageName, languageOf } from '../texts/language-name.ts';
import { type DraftVariant, type DraftVariants, emptyText, isBlank } from './parts-draft.ts';
import { PartsField } from './parts-field.tsx';
import type { PartsUse } from './parts-use.ts';
import own from './variants-field.module.css';

/** The parts by language. `below` draws what belongs to the parts in the language that is shown. */
export function VariantsField(props: {
  readonly legend: string;
  readonly use: PartsUse;
  readonly variants: DraftVariants;
  /** The shop whose goods can be added; null for none. */
  readonly shop: ShopView | null;
  readonly onChange: (variants: DraftVariants) => void;
  /** Gets the parts that are stored and not blank. */
  readonly below?: (parts: readonly QuickReplyPart[]) => ReactNode;
}) {
  const { t } = useTranslation('parts');
  const locale = useLocale();
  const { use, variants, shop, below } = props;
  const [first, ...others] = variants;
  const [at, setAt] = useState(0);
  const index = Math.min(at, others.length);
  const shown = index === 0 ? first : (others[index - 1] ?? first);
  const rest = BUYER_LANGUAGES.filter((language) => !variants.some((variant) => variant.language === language));
  const nameOf = (language: BuyerLanguage | null) =>
    language === null ? t('language.all') : languageName(language, locale);
  const set = (next: DraftVariant) =>
    props.onChange(index === 0 ? [next, ...others] : [first, ...others.with(index - 1, next)]);
  const add = (language: BuyerLanguage | null) => {
    if (language === null) return;
    props.onChange([...variants, { language, parts: [emptyText()] }]);
    setAt(variants.length);
  };
  return (
    <fieldset className={own.variants}>
      <legend>{props.legend}</legend>
      <div className={own.languages}>
        {variants.map((variant, place) => (
          <Button key={variant.language ?? ''} kind="plain" aria-pressed={place === index} onClick={() => setAt(place)}>
            {nameOf(variant.language)}
          </Button>
        ))}
        <Select
          value=""
          aria-label={t('language.add')}
          onChange={(event) => add(languageOf(event.currentTarget.value))}
        >
          <option value="">{t('language.add')}</option>
          {rest.map((language) => (
            <option key={language} value={language}>
              {languageName(language, locale)}
            </option>
          ))}
        </Select>
        {shown.language !== null && (
          <Button
            kind="link"
            onClick={() => {
              props.onChange([first, ...others.toSpliced(index - 1, 1)]);
              setAt(0);
            }}
          >
            {t('language.remove', { language: nameOf(shown.language) })}
          </Button>
        )}
      </div>
      <PartsField
        key={shown.language ?? ''}
        use={use}
        parts={shown.parts}
        shop={shop}
        onChange={(parts) => set({ ...shown, parts })}
      />
      {below?.(shown.parts.flatMap((item) => ('part' in item && !isBlank(item) ? [item.part] : [])))}
    </fieldset>
  );
}
