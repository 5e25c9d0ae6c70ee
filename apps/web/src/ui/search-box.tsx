import { useEffect, useRef, useState } from 'react';
import page from './list-page.module.css';

interface SearchBoxProps {
  readonly label: string;
  /** What may be searched for. */
  readonly hint: string;
  readonly mostLength: number;
  readonly words: string;
  readonly onWords: (words: string) => void;
}

/** A pause this long in typing begins the search (our choice). */
const TYPED_MS = 250;

/** A field for words that a list is searched by. */
export function SearchBox({ label, hint, mostLength, words, onWords }: SearchBoxProps) {
  const [typed, setTyped] = useState(words);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const tell = useRef(onWords);
  tell.current = onWords;
  // The address leads: a saved view, a cleared filter or a step back changes the words.
  useEffect(() => setTyped(words), [words]);
  useEffect(() => () => clearTimeout(timer.current), []);
  return (
    <input
      type="search"
      className={page.search}
      aria-label={label}
      placeholder={hint}
      data-tip={hint}
      maxLength={mostLength}
      value={typed}
      onChange={({ currentTarget: { value } }) => {
        setTyped(value);
        clearTimeout(timer.current);
        timer.current = setTimeout(() => tell.current(value), TYPED_MS);
      }}
    />
  );
}
