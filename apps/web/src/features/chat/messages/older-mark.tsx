import type { ConversationId } from '@pasar/domain';
import { useDesk, useDeskState } from '../../../base/desk.tsx';
import { useTranslation } from '../../../base/texts/i18n.ts';
import { Button } from '../../../ui/button.tsx';
import styles from './message-list.module.css';

/** Stands above the oldest message: whether there are older ones, and whether they are being loaded. */
export function OlderMark({ id }: { readonly id: ConversationId }) {
  const { t } = useTranslation('chat');
  const desk = useDesk();
  const older = useDeskState((state) => {
    const window = state.windows.get(id);
    return window !== undefined && 'messages' in window ? window.older : null;
  });
  if (older === null) return null;
  return (
    <div className={styles.older} data-older={older}>
      {older === 'no' && t('older.none')}
      {older === 'fetching' && t('older.fetching')}
      {(older === 'asking' || older === 'yes') && t('older.asking')}
      {older === 'failed' && (
        <>
          {t('older.failed')}
          <Button kind="link" onClick={() => desk.windows.loadOlder(id)}>
            {t('older.again')}
          </Button>
        </>
      )}
    </div>
  );
}
