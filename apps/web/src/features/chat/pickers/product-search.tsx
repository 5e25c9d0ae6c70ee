import { PRODUCT_SEARCH_FIELDS } from '@pasar/domain';
import { useEffect, useState } from 'react';
import { useTranslation } from '../../../base/texts/i18n.ts';
import { Select } from '../../../ui/select.tsx';
import styles from './picker.module.css';

/** The search begins when this time has passed without another letter (our choice). */
const TYPING_MS = 300;
const FIELD_TEXTS = { name: 'product.byName', sellerSku: 'product.bySku' } as const;
type Field = (typeof PRODUCT_SEARCH_FIELDS)[number];

interface Search {
  readonly words: string;
  readonly setWords: (words: string) => void;
  readonly field: Field;
  readonly setField: (field: Field) => void;
  /** The words once they rest; empty while nothing is searched. */
  readonly keyword: string;
}

export function useProductSearch(): Search {
  const [words, setWords] = useState('');
  const [field, setField] = useState<Field>('name');
  return { words, setWords, field, setField, keyword: useRested(words.trim()) };
}

/** The words and where they are looked for. `isFirst`: it has the focus when its dialog opens. */
export function ProductSearch({ search, isFirst }: { readonly search: Search; readonly isFirst: boolean }) {
  const { t } = useTranslation('pickers');
  const { words, setWords, field, setField } = search;
  return (
    <>
      <div className={styles.search}>
        <input
          type="search"
          className={styles.words}
          value={words}
          maxLength={200}
          data-first={isFirst ? '' : undefined}
          aria-label={t('product.search')}
          placeholder={t('product.search')}
          onChange={({ currentTarget }) => setWords(currentTarget.value)}
        />
        <Select
          aria-label={t('product.field')}
          value={field}
          onChange={({ currentTarget }) => setField(currentTarget.value === 'sellerSku' ? 'sellerSku' : 'name')}
        >
          {PRODUCT_SEARCH_FIELDS.map((option) => (
            <option key={option} value={option}>
              {t(FIELD_TEXTS[option])}
            </option>
          ))}
        </Select>
      </div>
      {field === 'sellerSku' && /\s/.test(words.trim()) && <p className={styles.note}>{t('product.firstWord')}</p>}
    </>
  );
}

/** The words once they rest, so that not every letter is a question to the marketplace. */
function useRested(words: string): string {
  const [rested, setRested] = useState(words);
  useEffect(() => {
    const timer = setTimeout(() => setRested(words), TYPING_MS);
    return () => clearTimeout(timer);
  }, [words]);
  return rested;
}
