import type { ConversationView } from '@pasar/api';
import { COLLEAGUES } from '../../../base/colleagues.ts';
import { useLookUp } from '../../../base/look-up.ts';
import { useTranslation } from '../../../base/texts/i18n.ts';
import { Avatar } from '../../../ui/avatar.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { ask } from '../place/asking.ts';
import { ariaKeys, shownKeys } from '../place/open-actions.ts';
import styles from './assignee-button.module.css';

/** Who answers this buyer, in the head of the conversation. An account of one member has nobody to choose from. */
export function AssigneeButton({ conversation }: { readonly conversation: ConversationView }) {
  const { t } = useTranslation('chat');
  const { conversationId, assigneeId } = conversation;
  const look = useLookUp(COLLEAGUES, {});
  const members = look.state === 'found' || look.state === 'stale' ? look.data.members : [];
  const name = members.find(({ memberId }) => memberId === assigneeId)?.name ?? null;
  if (members.length < 2) return null;
  const is = name === null ? t('action.assign') : t('assignee.is', { name });
  return (
    <button
      type="button"
      className={styles.button}
      aria-label={`${t('action.assign')} ${name ?? t('assignee.nobody')}`}
      aria-haspopup="dialog"
      aria-keyshortcuts={ariaKeys('assign')}
      data-tip={`${is} (${shownKeys('assign')})`}
      onClick={() => ask('assign', conversationId)}
    >
      {assigneeId === null || name === null ? (
        <Icon name="person" size={16} />
      ) : (
        <Avatar name={name} seed={assigneeId} url={null} size={20} />
      )}
      <span className={styles.name}>{name ?? t('assignee.nobody')}</span>
      <Icon name="down" size={13} />
    </button>
  );
}
