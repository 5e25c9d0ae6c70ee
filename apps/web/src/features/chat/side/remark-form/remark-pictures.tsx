import { type ConversationId, IMAGE_TYPES, REMARK_LIMITS } from '@pasar/domain';
import { useRef } from 'react';
import { useTranslation } from '../../../../base/texts/i18n.ts';
import { Button } from '../../../../ui/button.tsx';
import { IconButton } from '../../../../ui/icon-button.tsx';
import { type DraftPicture, removePicture, storePicture } from './remark-draft.ts';
import styles from './remark-form.module.css';

/** The pictures of a new remark: each with its preview, and by name why it is not stored. */
export function RemarkPictures({
  conversationId,
  pictures,
  onFiles,
}: {
  readonly conversationId: ConversationId;
  readonly pictures: readonly DraftPicture[];
  readonly onFiles: (files: readonly File[]) => void;
}) {
  const { t } = useTranslation('remarkForm');
  const { t: remarks } = useTranslation('remarks');
  const input = useRef<HTMLInputElement>(null);
  const label = t('pictures.label', { count: pictures.length, max: REMARK_LIMITS.pictures });
  return (
    <div>
      <Button kind="plain" disabled={pictures.length >= REMARK_LIMITS.pictures} onClick={() => input.current?.click()}>
        {label}
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        multiple
        accept={IMAGE_TYPES.join(',')}
        aria-label={label}
        onChange={({ currentTarget }) => {
          const files = [...(currentTarget.files ?? [])];
          // Cleared, so that the same file can be chosen again.
          currentTarget.value = '';
          onFiles(files);
        }}
      />
      <p className={styles.hint}>{t('pictures.hint')}</p>
      <ul className={styles.pictures} aria-label={remarks('pictures')}>
        {pictures.map((picture) => (
          <Picture key={picture.key} conversationId={conversationId} picture={picture} />
        ))}
      </ul>
    </div>
  );
}

function Picture({
  conversationId,
  picture,
}: {
  readonly conversationId: ConversationId;
  readonly picture: DraftPicture;
}) {
  const { t } = useTranslation('remarkForm');
  const { t: common } = useTranslation('common');
  const { file, url, state } = picture;
  const { name } = file;
  return (
    <li className={styles.picture}>
      <img src={url} alt="" />
      {state.kind === 'failed' ? (
        <span className={`${styles.name} ${styles.failed}`} role="alert">
          {t('pictures.failed', { name, why: state.why })}
        </span>
      ) : (
        <span className={styles.name}>{state.kind === 'coming' ? t('pictures.coming', { name }) : name}</span>
      )}
      {state.kind === 'failed' && (
        <IconButton
          icon="retry"
          label={t('pictures.again', { name })}
          onClick={() => void storePicture(conversationId, picture, common)}
        />
      )}
      <IconButton
        icon="close"
        label={t('pictures.remove', { name })}
        onClick={() => removePicture(conversationId, picture)}
      />
    </li>
  );
}
