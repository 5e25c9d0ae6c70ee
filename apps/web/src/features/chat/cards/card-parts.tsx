import type { CallFailure } from '@pasar/sync';
import { failureText } from '../../../base/texts/failure-text.ts';
import { useTranslation } from '../../../base/texts/i18n.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import type { CardDetails } from './asked-card.tsx';
import styles from './content-cards.module.css';

/** The place of a line that is being loaded. The card is marked as busy. */
export function Blank({ width }: { readonly width: string }) {
  const { t } = useTranslation('cards');
  return (
    <span className={styles.blank}>
      <span className={styles.bar} style={{ width }} aria-hidden="true" />
      <span className="visually-hidden">{t('card.loading')}</span>
    </span>
  );
}

/** Why the details are missing, in as many lines as the details would have; the whole text is in a tip. */
export function WhyNot({ failure, lines }: { readonly failure: CallFailure; readonly lines: 1 | 2 }) {
  const { t: common } = useTranslation('common');
  const why = failureText(failure, common);
  return (
    <span className={styles.whyNot} data-lines={lines} data-tip={why}>
      {why}
    </span>
  );
}

/** A button that asks again for details that could not be fetched; nothing while nothing has failed. */
export function AgainButton({ name, details }: { readonly name: string; readonly details: CardDetails }) {
  const { t } = useTranslation('cards');
  if (details.state === 'waiting' || details.state === 'found' || details.failure === null) return null;
  return <IconButton className={styles.again} icon="retry" label={t('card.retry', { name })} onClick={details.again} />;
}
