import { SEARCH_LIMITS } from '@pasar/domain';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from '../../base/texts/i18n.ts';
import styles from './search.module.css';

/** A pause this long in typing begins the search (our choice). */
const TYPED_MS = 200;

/** The field of the words. A person who opens the search types next. */
export function Words({ words, onWords }: { readonly words: string; readonly onWords: (words: string) => void }) {
  const { t } = useTranslation('search');
  const [typed, setTyped] = useState(words);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const tell = useRef(onWords);
  tell.current = onWords;
  const field = useRef<HTMLInputElement>(null);
  // The address leads: the palette, or a step back, changes the words.
  useEffect(() => setTyped(words), [words]);
  useEffect(() => () => clearTimeout(timer.current), []);
  return (
    <input
      ref={field}
      type="search"
      className={styles.words}
      data-stop=""
      data-search-words=""
      // biome-ignore lint/a11y/noAutofocus: a person who opens the search types next.
      autoFocus
      aria-label={t('label')}
      placeholder={t('hint')}
      maxLength={SEARCH_LIMITS.question}
      value={typed}
      onChange={({ currentTarget: { value } }) => {
        setTyped(value);
        clearTimeout(timer.current);
        timer.current = setTimeout(() => tell.current(value), TYPED_MS);
      }}
      onKeyDown={({ key }) => {
        if (key !== 'Enter') return;
        clearTimeout(timer.current);
        tell.current(typed);
      }}
    />
  );
}
