import type { ReactNode } from 'react';
import { useTranslation } from '../../../base/texts/i18n.ts';
import { type CardSubject, showSubject } from '../place/card-subject.ts';
import styles from './content-cards.module.css';

interface CardTitleProps {
  readonly subject: CardSubject;
  readonly tip?: string | undefined;
  readonly children: string;
}

/** The title of a card. A click anywhere on the card shows its subject in the right panel. */
export function CardTitle({ subject, tip, children }: CardTitleProps): ReactNode {
  const { t } = useTranslation('cards');
  const { conversationId, kind, id } = subject;
  return (
    <button
      type="button"
      className={styles.title}
      aria-label={t('card.open', { name: children })}
      data-tip={tip}
      onClick={() => showSubject({ conversationId, kind, id })}
    >
      {children}
    </button>
  );
}
