import { type ReactNode, useState } from 'react';
import styles from './figures.module.css';

export interface FigureColumn<Row> {
  readonly key: string;
  readonly title: string;
  readonly hint?: string;
  /** By what the rows are sorted; texts are sorted as people expect. Null stands last. */
  readonly rank: (row: Row) => number | string | null;
  readonly cell: (row: Row) => ReactNode;
  /** Draws the rank as a bar beneath the number. */
  readonly hasBar?: boolean;
}

interface FigureTableProps<Row> {
  readonly label: string;
  /** The first column names the row, and is sorted upwards first. */
  readonly columns: readonly FigureColumn<Row>[];
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string;
  /** What the table is sorted by at first. */
  readonly sortedBy: string;
  readonly openKey: string | null;
  readonly onOpen: (row: Row) => void;
}

/** Figures by shop or by member, sorted by the column that a person chooses. The name of a row opens more about it. */
export function FigureTable<Row>({ label, columns, rows, keyOf, sortedBy, openKey, onOpen }: FigureTableProps<Row>) {
  const [sort, setSort] = useState({ key: sortedBy, isUp: false });
  const sorting = columns.find(({ key }) => key === sort.key) ?? columns[0];
  const sorted = rows.toSorted((one, other) => {
    const ranks = [sorting?.rank(one) ?? null, sorting?.rank(other) ?? null] as const;
    if (ranks[0] === null || ranks[1] === null) return Number(ranks[0] === null) - Number(ranks[1] === null);
    const by = typeof ranks[0] === 'string' ? ranks[0].localeCompare(String(ranks[1])) : ranks[0] - Number(ranks[1]);
    return sort.isUp ? by : -by;
  });
  return (
    <section className={styles.block} aria-label={label}>
      <h2 className={styles.subtitle}>{label}</h2>
      <div className={styles.wide}>
        <table className={styles.shops}>
          <thead>
            <tr>
              {columns.map(({ key, title, hint }, index) => (
                <th
                  key={key}
                  scope="col"
                  aria-sort={sort.key !== key ? 'none' : sort.isUp ? 'ascending' : 'descending'}
                >
                  <button
                    type="button"
                    data-tip={hint}
                    onClick={() => setSort({ key, isUp: sort.key === key ? !sort.isUp : index === 0 })}
                  >
                    {title}
                    <span aria-hidden="true">{sort.key !== key ? '' : sort.isUp ? ' ↑' : ' ↓'}</span>
                  </button>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {sorted.map((row) => (
              <tr key={keyOf(row)} data-row={keyOf(row)}>
                {columns.map((column, index) =>
                  index === 0 ? (
                    <th key={column.key} scope="row">
                      <button
                        type="button"
                        className={styles.shop}
                        aria-expanded={openKey === keyOf(row)}
                        onClick={() => onOpen(row)}
                      >
                        {column.cell(row)}
                      </button>
                    </th>
                  ) : (
                    <td key={column.key}>
                      {column.cell(row)}
                      {column.hasBar === true && <Bar share={shareOf(column, row, rows)} />}
                    </td>
                  ),
                )}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

const Bar = ({ share }: { readonly share: number }) => (
  <span className={styles.bar} aria-hidden="true">
    <span style={{ width: `${share * 100}%` }} />
  </span>
);

function shareOf<Row>({ rank }: FigureColumn<Row>, row: Row, rows: readonly Row[]): number {
  const most = Math.max(1, ...rows.map((one) => Number(rank(one) ?? 0)));
  return Number(rank(row) ?? 0) / most;
}
