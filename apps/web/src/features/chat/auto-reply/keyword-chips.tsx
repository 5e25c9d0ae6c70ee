import styles from './auto-reply.module.css';

/** Keywords one beside the other. */
export const KeywordChips = ({ words }: { readonly words: readonly string[] }) => (
  <span className={styles.chips}>
    {words.map((word) => (
      <bdi key={word} className={styles.chip}>
        {word}
      </bdi>
    ))}
  </span>
);
