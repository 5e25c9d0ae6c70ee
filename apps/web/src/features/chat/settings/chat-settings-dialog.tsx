import { useId } from 'react';
import { useTranslation } from '../../../base/texts/i18n.ts';
import dialogStyles from '../../../ui/form-dialog.module.css';
import { IconButton } from '../../../ui/icon-button.tsx';
import { onOwnCancel, useModal } from '../../../ui/use-modal.ts';
import styles from './chat-settings.module.css';
import { ChatSettings } from './chat-settings.tsx';

/** The chat settings over the chat. */
export function ChatSettingsDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation('chatSettings');
  const { t: common } = useTranslation('common');
  const id = useId();
  const dialog = useModal();
  return (
    <dialog ref={dialog} className={dialogStyles.dialog} aria-labelledby={id} onCancel={onOwnCancel(onClose)}>
      <div className={dialogStyles.form}>
        <header className={styles.head}>
          <h2 id={id} className={dialogStyles.title}>
            {t('title')}
          </h2>
          <IconButton icon="close" label={common('close')} onClick={onClose} />
        </header>
        <ChatSettings onDone={onClose} />
      </div>
    </dialog>
  );
}
