import type { ReactNode } from 'react';
import styles from './empty.module.css';
import { Icon, type IconName } from './icon.tsx';

/** The content of an empty pane: what appears there, and the next step. */
export function Empty(props: {
  readonly icon: IconName;
  readonly title: string;
  readonly text?: string;
  readonly children?: ReactNode;
}) {
  return (
    <div className={styles.empty}>
      <span className={styles.icon}>
        <Icon name={props.icon} size={28} />
      </span>
      <p className={styles.title}>{props.title}</p>
      {props.text !== undefined && <p className={styles.text}>{props.text}</p>}
      {props.children !== undefined && <div className={styles.actions}>{props.children}</div>}
    </div>
  );
}
