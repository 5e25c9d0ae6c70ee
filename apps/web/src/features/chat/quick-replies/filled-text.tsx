import type { QuickReplyPart } from '@pasar/api';
import { useTranslation } from '../../../base/texts/i18n.ts';
import styles from './filled-text.module.css';
import { PART_TEXTS, VARIABLE_TEXTS } from './texts.ts';
import { segmentsOf, type Values } from './variables.ts';

/** A text with its variables filled in; one without a value is marked by its name. */
export function FilledText({ text, values }: { readonly text: string; readonly values: Values }) {
  const { t } = useTranslation('quickReplies');
  return segmentsOf(text, values).map((segment, index) => {
    const key = `${index}`;
    if (segment.kind === 'text') return <span key={key}>{segment.text}</span>;
    if (segment.value !== null) {
      return (
        <span key={key} className={styles.value}>
          {segment.value}
        </span>
      );
    }
    return (
      <mark key={key} className={styles.missing} data-missing={segment.variable}>
        {t('missing.mark', { name: t(VARIABLE_TEXTS[segment.variable]) })}
      </mark>
    );
  });
}

/** All parts of a reply: its texts, and the names of the others. */
export function FilledParts({ parts, values }: { readonly parts: readonly QuickReplyPart[]; readonly values: Values }) {
  const { t } = useTranslation('quickReplies');
  return parts.map((part, index) =>
    part.kind === 'text' ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts have no other name than their place.
      <span key={index} className={styles.text}>
        <FilledText text={part.text} values={values} />
      </span>
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts have no other name than their place.
      <span key={index} className={styles.part}>
        {t(PART_TEXTS[part.kind])}: {part.kind === 'image' ? part.fileName : part.title}
      </span>
    ),
  );
}
