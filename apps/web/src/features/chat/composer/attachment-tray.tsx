import { useTranslation } from '../../../base/texts/i18n.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import styles from './attachment-tray.module.css';
import { type Attachment, MEGABYTE } from './attachments.ts';

/** At least a tenth, so that no picture has a size of 0. */
const megabytes = (bytes: number): string => Math.max(0.1, bytes / MEGABYTE).toFixed(1);

/** The pictures that the next Enter sends. */
export function AttachmentTray({
  attached,
  onRemove,
}: {
  readonly attached: readonly Attachment[];
  readonly onRemove: (attachment: Attachment) => void;
}) {
  const { t } = useTranslation('attach');
  return (
    <>
      <span className="visually-hidden" role="status">
        {t('attach.count', { count: attached.length })}
      </span>
      <ul className={styles.list} aria-label={t('attach.list')}>
        {attached.map((attachment) => (
          <li key={attachment.url} className={styles.item}>
            <img
              className={styles.image}
              src={attachment.url}
              alt={attachment.picture.fileName}
              width={56}
              height={56}
            />
            {attachment.reducedFrom !== null && (
              <p className={styles.reduced}>
                {t('attach.reduced')}
                <span className="numbers">
                  {t('attach.sizes', {
                    before: megabytes(attachment.reducedFrom),
                    after: megabytes(attachment.picture.bytes.size),
                  })}
                </span>
              </p>
            )}
            <IconButton
              icon="close"
              className={styles.remove ?? ''}
              label={t('attach.remove', { name: attachment.picture.fileName })}
              onClick={() => onRemove(attachment)}
            />
          </li>
        ))}
      </ul>
    </>
  );
}
