import type { ReactNode } from 'react';
import { Icon, type IconName } from './icon.tsx';
import styles from './plain-page.module.css';

/** A whole page with one message and one action. */
export function PlainPage(props: {
  readonly icon: IconName;
  readonly title: string;
  readonly text: string;
  readonly children: ReactNode;
}) {
  return (
    <main className={styles.page}>
      <div className={styles.card}>
        <span className={styles.icon}>
          <Icon name={props.icon} size={24} />
        </span>
        <h1 className={styles.title}>{props.title}</h1>
        <p className={styles.text}>{props.text}</p>
        <div className={styles.actions}>{props.children}</div>
      </div>
    </main>
  );
}
