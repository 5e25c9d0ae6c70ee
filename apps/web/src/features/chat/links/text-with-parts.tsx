import { useMemo } from 'react';
import { useTranslation } from '../../../base/texts/i18n.ts';
import { useCopyNumber } from '../cards/use-copy-number.ts';
import { Link } from './link.tsx';
import styles from './links.module.css';
import { partsOf } from './text-parts.ts';

export interface LinkedTextProps {
  readonly text: string;
}

/** A text whose addresses can be opened and whose order numbers are copied by a click. Everything is a text node. */
export function TextWithParts({ text }: LinkedTextProps) {
  const parts = useMemo(() => partsOf(text), [text]);
  const { t } = useTranslation('cards');
  const copy = useCopyNumber();
  return parts.map((part, at) => {
    // The parts of one text never change their places.
    const key = `${at}`;
    if (part.kind === 'words') return part.text;
    if (part.kind === 'link') return <Link key={key} {...part} />;
    return (
      <button
        key={key}
        type="button"
        className={styles.number}
        data-tip={t('number.copy', { number: part.text })}
        onClick={() => copy(part.text)}
      >
        {part.text}
      </button>
    );
  });
}
