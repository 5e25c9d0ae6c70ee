import { BUYER_LANGUAGES, type BuyerLanguage } from '@pasar/domain';
import type { ReactNode } from 'react';
import { Button } from '../../ui/button.tsx';
import { Select } from '../../ui/select.tsx';
import { useLocale, useTranslation } from '../texts/i18n.ts';
import { languageName, languageOf } from '../texts/language-name.ts';
import own from './variants-frame.module.css';

/** A language in which something is written; null is for every buyer whose language has nothing of its own. */
type Shown = BuyerLanguage | null;

/** Chooses in which language the fields inside are shown, and adds and removes languages. */
export function VariantsFrame(props: {
  readonly legend: string;
  readonly languages: readonly Shown[];
  readonly shown: Shown;
  readonly onShow: (language: Shown) => void;
  /** Null: the languages can only be looked at. */
  readonly onChange: {
    readonly add: (language: BuyerLanguage) => void;
    readonly remove: (language: BuyerLanguage) => void;
  } | null;
  readonly children: ReactNode;
}) {
  const { t } = useTranslation('parts');
  const locale = useLocale();
  const { languages, shown, onChange } = props;
  const rest = BUYER_LANGUAGES.filter((language) => !languages.includes(language));
  const nameOf = (language: Shown) => (language === null ? t('language.all') : languageName(language, locale));
  return (
    <fieldset className={own.variants}>
      <legend>{props.legend}</legend>
      <div className={own.languages}>
        {languages.map((language) => (
          <Button
            key={language ?? ''}
            kind="plain"
            aria-pressed={language === shown}
            onClick={() => props.onShow(language)}
          >
            {nameOf(language)}
          </Button>
        ))}
        {onChange !== null && (
          <Select
            value=""
            aria-label={t('language.add')}
            onChange={({ currentTarget }) => {
              const language = languageOf(currentTarget.value);
              if (language !== null) onChange.add(language);
            }}
          >
            <option value="">{t('language.add')}</option>
            {rest.map((language) => (
              <option key={language} value={language}>
                {languageName(language, locale)}
              </option>
            ))}
          </Select>
        )}
        {onChange !== null && shown !== null && (
          <Button kind="link" onClick={() => onChange.remove(shown)}>
            {t('language.remove', { language: nameOf(shown) })}
          </Button>
        )}
      </div>
      {props.children}
    </fieldset>
  );
}
