import type { ConversationId } from '@pasar/domain';
import { useDesk } from '../../../../base/desk.tsx';
import { useTranslation } from '../../../../base/texts/i18n.ts';
import { Button } from '../../../../ui/button.tsx';
import { Icon } from '../../../../ui/icon.tsx';
import styles from '../../../../ui/offer-line.module.css';
import { requestFocus } from '../../place/selection.ts';

export interface DeletedLineProps {
  readonly id: ConversationId;
}

/** Says in an open conversation that it was deleted, and puts it back. */
export function DeletedLine({ id }: DeletedLineProps) {
  const { t } = useTranslation('queue');
  const { t: chat } = useTranslation('chat');
  const desk = useDesk();
  return (
    <div className={styles.offer} role="status">
      <Icon name="info" size={16} />
      <span className={styles.text}>{t('deletion.deleted')}</span>
      <Button
        kind="plain"
        onClick={() => {
          desk.settings.setDeleted(id, false);
          requestFocus(id);
        }}
      >
        {chat('action.reopen')}
      </Button>
    </div>
  );
}
