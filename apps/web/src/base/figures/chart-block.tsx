import { type ReactNode, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { useTranslation } from '../texts/i18n.ts';
import { BarChart } from './bar-chart.tsx';
import styles from './figures.module.css';

interface ChartBlockProps {
  readonly label: string;
  /** Of the bars, in order. */
  readonly names: readonly string[];
  readonly values: readonly number[];
  /** A number beside the lines of the chart. */
  readonly numberText: (value: number) => string;
  /** The headings of the table: of the names, and of the values. */
  readonly headings: readonly [string, string];
  /** The values as the table shows them. */
  readonly cells: readonly string[];
  /** Opens what is behind a bar. */
  readonly onPick?: (index: number) => void;
  /** Stands above the chart. */
  readonly children?: ReactNode;
}

/** A chart of bars, and the same as a table, which a screen reader always has. */
export function ChartBlock({ label, names, values, numberText, headings, cells, onPick, children }: ChartBlockProps) {
  const { t } = useTranslation('figures');
  const [isTable, setIsTable] = useState(false);
  return (
    <section className={`${styles.block} ${styles.overTime}`} aria-label={label}>
      <div className={styles.line}>
        {children ?? <h2 className={styles.subtitle}>{label}</h2>}
        <Button kind="link" aria-pressed={isTable} onClick={() => setIsTable(!isTable)}>
          {t('chart.table')}
        </Button>
      </div>
      {!isTable && <BarChart label={label} names={names} values={values} numberText={numberText} onPick={onPick} />}
      <table className={isTable ? styles.points : styles.heard}>
        <caption className={styles.heard}>{label}</caption>
        <thead>
          <tr>
            {headings.map((heading) => (
              <th key={heading} scope="col">
                {heading}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {cells.map((cell, index) => (
            // A name may come twice: the same hour, where the clock is put back.
            // biome-ignore lint/suspicious/noArrayIndexKey: the rows are the bars, in their order
            <tr key={index}>
              <th scope="row">
                {onPick === undefined ? (
                  names[index]
                ) : (
                  <button type="button" className={styles.shop} onClick={() => onPick(index)}>
                    {names[index]}
                  </button>
                )}
              </th>
              <td>{cell}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
