import { COLLEAGUES } from '../../../base/colleagues.ts';
import { useLookUp } from '../../../base/look-up.ts';
import styles from './message-bubble.module.css';

export interface SenderProps {
  readonly memberId: string;
}

/** Which member answered; nobody is named in an account of one member. */
export function Sender({ memberId }: SenderProps) {
  const look = useLookUp(COLLEAGUES, {});
  const members = look.state === 'found' || look.state === 'stale' ? look.data.members : [];
  const name = members.find((one) => one.memberId === memberId)?.name;
  if (name === undefined || members.length < 2) return null;
  return <span className={styles.sender}>{name}</span>;
}
