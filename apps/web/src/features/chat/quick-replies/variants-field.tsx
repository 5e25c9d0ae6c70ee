import type { ShopView } from '@pasar/api';
import { BUYER_LANGUAGES, type BuyerLanguage } from '@pasar/domain';
import { useState } from 'react';
import { useLocale, useTranslation } from '../../../base/texts/i18n.ts';
import { languageName } from '../../../base/texts/language-name.ts';
import { Button } from '../../../ui/button.tsx';
import { Select } from '../../../ui/select.tsx';
import { languageOf } from './answer-language.ts';
import { FilledParts } from './filled-text.tsx';
import { type DraftVariant, type DraftVariants, emptyText, isBlank } from './parts-draft.ts';
import { PartsField } from './parts-field.tsx';
import type { PartsUse } from './parts-use.ts';
import type { Values } from './variables.ts';
import own from './variants-field.module.css';

/** The parts by language, and below them what the buyer of the open conversation would get. */
export function VariantsField(props: {
  readonly legend: string;
  readonly use: PartsUse;
  readonly variants: DraftVariants;
  /** Null: there is no conversation to show a preview of. */
  readonly values: Values | null;
  readonly shop: ShopView | null;
  readonly onChange: (variants: DraftVariants) => void;
}) {
  const { t } = useTranslation('quickReplies');
  const locale = useLocale();
  const { use, variants, values, shop } = props;
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
      {values !== null && (
        <section className={own.preview} aria-label={t('reply.preview')}>
          <h3>{t('reply.preview')}</h3>
          <FilledParts
            parts={shown.parts.flatMap((item) => ('part' in item && !isBlank(item) ? [item.part] : []))}
            values={values}
          />
        </section>
      )}
    </fieldset>
  );
}
