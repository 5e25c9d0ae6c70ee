import type { ConversationId } from '@pasar/domain';
import { useLookUp } from '../../../base/look-up.ts';
import { useTranslation } from '../../../base/texts/i18n.ts';
import { Button } from '../../../ui/button.tsx';
import styles from './left-draft.module.css';
import { LEFT_DRAFT } from './look-ups.ts';

export interface LeftDraftProps {
  readonly id: ConversationId;
  /** Puts the text into the composer. */
  readonly onTake: (text: string) => void;
}

/** What a colleague had begun to write, offered to the member who has the conversation now. */
export function LeftDraft({ id, onTake }: LeftDraftProps) {
  const { t } = useTranslation('together');
  const look = useLookUp(LEFT_DRAFT, { conversationId: id });
  const left = look.state === 'found' || look.state === 'stale' ? look.data.left : null;
  if (left === null) return null;
  return (
    <div className={styles.left} role="status">
      <span className={styles.words}>
        {t('left.draft', { name: left.name })} <q>{left.text}</q>
      </span>
      <Button kind="plain" onClick={() => onTake(left.text)}>
        {t('left.take')}
      </Button>
    </div>
  );
}
