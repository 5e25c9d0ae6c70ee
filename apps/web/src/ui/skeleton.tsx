import styles from './skeleton.module.css';

/**
 * Grey shapes in the final size of the content that is being loaded. Hidden from screen readers, which hear that the
 * pane is busy.
 */
export function SkeletonRows({ count }: { readonly count: number }) {
  return (
    <div aria-hidden="true" className={styles.rows}>
      {Array.from({ length: count }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the shapes have no identity.
        <div key={index} className={styles.row}>
          <span className={styles.avatar} />
          <span className={styles.lines}>
            <span className={styles.line} style={{ width: `${45 + ((index * 17) % 35)}%` }} />
            <span className={styles.line} style={{ width: `${60 + ((index * 23) % 35)}%` }} />
          </span>
        </div>
      ))}
    </div>
  );
}

/** Rows of one line, each with its dot. */
export function SkeletonLines({ count }: { readonly count: number }) {
  return (
    <div aria-hidden="true" className={styles.rows}>
      {Array.from({ length: count }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the shapes have no identity.
        <div key={index} className={styles.oneLine}>
          <span className={styles.dot} />
          <span className={styles.line} style={{ width: `${45 + ((index * 17) % 35)}%` }} />
        </div>
      ))}
    </div>
  );
}

/** Bubbles of a conversation that is being loaded. */
export function SkeletonBubbles() {
  return (
    <div aria-hidden="true" className={styles.bubbles}>
      {[180, 240, 120, 300, 160, 220].map((width, index) => (
        <span key={width} className={index % 3 === 1 ? styles.right : styles.left} style={{ width }} />
      ))}
    </div>
  );
}
