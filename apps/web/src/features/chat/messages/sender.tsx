import { COLLEAGUES } from '../../../base/colleagues.ts';
import { useLookUp } from '../../../base/look-up.ts';
import { useTranslation } from '../../../base/texts/i18n.ts';
import styles from './message-bubble.module.css';

export interface SenderProps {
  readonly memberId: string;
}

/** Which member answered; in an account of one member, the member who is there is not named. */
export function Sender({ memberId }: SenderProps) {
  const { t } = useTranslation('chat');
  const look = useLookUp(COLLEAGUES, {});
  if (look.state !== 'found' && look.state !== 'stale') return null;
  const { members } = look.data;
  const sender = members.find((one) => one.memberId === memberId);
  if (sender !== undefined && members.length < 2) return null;
  // A stale list may lack a new colleague.
  if (sender === undefined && look.state === 'stale') return null;
  return <span className={styles.sender}>{sender?.name ?? t('sender.former')}</span>;
}
