import { type ReactNode, useId } from 'react';
import styles from './buyer-details.module.css';

/** A part of the panel under its heading. `aside`: a short fact at the end of the heading's line. */
export function Section({
  title,
  aside = null,
  children,
}: {
  readonly title: string;
  readonly aside?: ReactNode;
  readonly children: ReactNode;
}) {
  const id = useId();
  return (
    <section className={styles.section} aria-labelledby={id}>
      <div className={styles.head}>
        <h4 id={id}>{title}</h4>
        {aside !== null && <span className={styles.aside}>{aside}</span>}
      </div>
      {children}
    </section>
  );
}

export function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div className={styles.fact}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
