import styles from './health-dot.module.css';

/** A colour with a shape: not by colour alone (round: good, square: waits, with a line: bad). Its sentence is beside it. */
export function HealthDot({ tone }: { readonly tone: 'good' | 'wait' | 'bad' }) {
  return <span className={styles[tone]} aria-hidden="true" />;
}
