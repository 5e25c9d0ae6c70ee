import type { QuickReplyPart } from '@pasar/api';
import { PART_TEXTS, VARIABLE_TEXTS } from '../../../base/parts/texts.ts';
import { useTranslation } from '../../../base/texts/i18n.ts';
import styles from './filled-text.module.css';
import { segmentsOf, type Values } from './variables.ts';

/** A text with its variables filled in; one without a value is marked by its name. */
export function FilledText({ text, values }: { readonly text: string; readonly values: Values }) {
  const { t } = useTranslation('quickReplies');
  const { t: ofParts } = useTranslation('parts');
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
        {t('missing.mark', { name: ofParts(VARIABLE_TEXTS[segment.variable]) })}
      </mark>
    );
  });
}

/** All parts of a reply: its texts, and the names of the others. */
export function FilledParts({ parts, values }: { readonly parts: readonly QuickReplyPart[]; readonly values: Values }) {
  const { t } = useTranslation('parts');
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

/** What the buyer of the open conversation would get. */
export function FilledPreview(props: { readonly parts: readonly QuickReplyPart[]; readonly values: Values }) {
  const { t } = useTranslation('quickReplies');
  return (
    <section className={styles.preview} aria-label={t('reply.preview')}>
      <h3>{t('reply.preview')}</h3>
      <FilledParts {...props} />
    </section>
  );
}
