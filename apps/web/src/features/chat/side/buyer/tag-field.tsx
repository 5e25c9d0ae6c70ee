import type { BuyerTagView } from '@pasar/api';
import { BUYER_TAG_LIMITS } from '@pasar/domain';
import { type KeyboardEvent, useId, useState } from 'react';
import { useTranslation } from '../../../../base/texts/i18n.ts';
import { TagMark } from '../../tags/tag-mark.tsx';
import styles from '../../tags/tags.module.css';

/** So many suggestions are shown at once (our choice). */
const SHOWN = 8;

interface TagFieldProps {
  /** The tags that the buyer does not have. */
  readonly others: readonly BuyerTagView[];
  /** The names of the tags that the buyer has. */
  readonly held: readonly string[];
  readonly isBusy: boolean;
  readonly onAdd: (name: string) => void;
}

/**
 * A field for the name of a tag, with the tags that fit below it. Arrows choose one of them, Enter adds it, or a new
 * tag of the name; Escape closes the suggestions.
 */
export function TagField({ others, held, isBusy, onAdd }: TagFieldProps) {
  const { t } = useTranslation('buyerTags');
  const id = useId();
  const [words, setWords] = useState('');
  const [at, setAt] = useState(-1);
  const [isOpen, setIsOpen] = useState(false);
  const name = words.trim();
  const folded = name.toLowerCase();
  const fitting = others.filter(({ buyerTagName }) => buyerTagName.toLowerCase().includes(folded)).slice(0, SHOWN);
  const isKnown = [...held, ...others.map(({ buyerTagName }) => buyerTagName)].some(
    (known) => known.toLowerCase() === folded,
  );
  const choices = [
    ...fitting.map((tag) => ({ name: tag.buyerTagName, tag })),
    ...(name === '' || isKnown ? [] : [{ name, tag: null }]),
  ];
  const isShown = isOpen && choices.length > 0;
  const chosen = isShown ? choices[at] : undefined;
  const optionId = (index: number) => `${id}-${index}`;
  const add = (wanted: string) => {
    if (isBusy || wanted === '') return;
    setWords('');
    setAt(-1);
    setIsOpen(false);
    onAdd(wanted);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Enter') add(chosen?.name ?? name);
    else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      const step = event.key === 'ArrowDown' ? 1 : -1;
      setIsOpen(true);
      setAt((held) =>
        choices.length === 0 ? -1 : (Math.max(held, step > 0 ? -1 : 0) + step + choices.length) % choices.length,
      );
    } else if (event.key === 'Escape' && isShown) setIsOpen(false);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div className={styles.field}>
      <input
        className={styles.input}
        role="combobox"
        aria-label={t('add')}
        aria-expanded={isShown}
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        aria-activedescendant={chosen === undefined ? undefined : optionId(at)}
        placeholder={t('placeholder')}
        maxLength={BUYER_TAG_LIMITS.name}
        autoComplete="off"
        dir="auto"
        value={words}
        onChange={(event) => {
          setWords(event.currentTarget.value);
          setAt(-1);
          setIsOpen(true);
        }}
        onFocus={() => setIsOpen(true)}
        onBlur={() => setIsOpen(false)}
        onKeyDown={onKeyDown}
      />
      <div id={`${id}-list`} role="listbox" aria-label={t('suggestions')} className={styles.choices} hidden={!isShown}>
        {choices.map((choice, index) => (
          // biome-ignore lint/a11y/useFocusableInteractive: the field holds the focus and names its active option.
          // biome-ignore lint/a11y/useKeyWithClickEvents: the field takes the keys.
          <div
            key={choice.tag?.buyerTagId ?? 'new'}
            id={optionId(index)}
            role="option"
            className={styles.choice}
            aria-selected={index === at}
            // The field would lose the focus, and the list would close before the press counts.
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => add(choice.name)}
          >
            {choice.tag === null ? (
              t('create', { name })
            ) : (
              <TagMark name={choice.tag.buyerTagName} color={choice.tag.color} />
            )}
          </div>
        ))}
      </div>
    </div>
  );
}
