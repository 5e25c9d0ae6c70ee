import styles from './health-dot.module.css';

/**
 * A coloured dot whose shape has the same meaning as its colour (round: good, square: waiting, with a line: bad, small:
 * unknown). Its sentence is beside it.
 */
export function HealthDot({ tone }: { readonly tone: 'good' | 'wait' | 'bad' | 'unknown' }) {
  return <span className={styles[tone]} data-tone={tone} aria-hidden="true" />;
}
