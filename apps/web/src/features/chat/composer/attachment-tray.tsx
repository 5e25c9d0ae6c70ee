import { useDeskState } from '../../../base/desk.tsx';
import { useTranslation } from '../../../base/texts/i18n.ts';
import type { ReadVideo } from '../../../base/videos/read-video.ts';
import { Icon } from '../../../ui/icon.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { lengthText } from '../cards/video-length.ts';
import { type Attachment, MEGABYTE } from '../pictures/attachments.ts';
import styles from './attachment-tray.module.css';

/** At least a tenth, so that no picture has a size of 0. */
const megabytes = (bytes: number): string => Math.max(0.1, bytes / MEGABYTE).toFixed(1);

/** What the next press of the sending key sends beside the text. */
export function AttachmentTray({
  attached,
  onRemove,
}: {
  readonly attached: readonly Attachment[];
  readonly onRemove: (attachment: Attachment) => void;
}) {
  const { t } = useTranslation('attach');
  const key = useDeskState((state) => (state.chatSetting.sendingKey === 'enter' ? 'Enter' : 'Ctrl+Enter'));
  return (
    <>
      <span className="visually-hidden" role="status">
        {t('attach.count', { count: attached.length, key })}
      </span>
      <ul className={styles.list} aria-label={t('attach.list')}>
        {attached.map((attachment) => (
          <li key={keyOf(attachment)} className={styles.item}>
            {attachment.url === '' ? (
              <span className={styles.image}>
                <Icon name="play" size={20} />
              </span>
            ) : (
              <img className={styles.image} src={attachment.url} alt={nameOf(attachment)} width={56} height={56} />
            )}
            {attachment.kind === 'video' && <About {...attachment} />}
            {attachment.kind === 'picture' && attachment.reducedFrom !== null && (
              <p className={styles.about}>
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
              label={t('attach.remove', { name: nameOf(attachment) })}
              onClick={() => onRemove(attachment)}
            />
          </li>
        ))}
      </ul>
    </>
  );
}

const nameOf = (attachment: Attachment): string =>
  attachment.kind === 'picture' ? attachment.picture.fileName : attachment.video.fileName;

const keys = new WeakMap<Attachment, number>();
/** A video without a cover has no address of its own. */
function keyOf(attachment: Attachment): number {
  const key = keys.get(attachment) ?? nextKey();
  keys.set(attachment, key);
  return key;
}
let lastKey = 0;
const nextKey = (): number => {
  lastKey += 1;
  return lastKey;
};

/** The name of a video, how long it lasts, and how large it is. */
function About({ video }: Pick<ReadVideo, 'video'>) {
  const { t } = useTranslation('attach');
  return (
    <p className={styles.about}>
      <span className={styles.name}>{video.fileName}</span>
      <span className="numbers">
        {video.durationSeconds !== null && `${lengthText(video.durationSeconds)} · `}
        {t('attach.size', { size: megabytes(video.bytes) })}
      </span>
    </p>
  );
}
