import table from '../ui/table.module.css';
import { useNow } from '../ui/use-now.ts';
import styles from './change-log.module.css';
import { useLocale } from './texts/i18n.ts';
import { fullTime, listTime } from './texts/time-format.ts';

export interface ChangeLogRow {
  readonly changeId: string;
  /** Milliseconds since the epoch. */
  readonly changedAt: number;
  readonly changedBy: string;
  /** The texts behind the time and the name; always the same three things, or an empty text. */
  readonly cells: readonly [string, string, string];
}

/** Who changed a setting of the account, when, and from what to what. */
export function ChangeLog(props: {
  readonly title: string;
  /** Of the time, the name and the cells. */
  readonly columns: readonly [string, string, string, string, string];
  readonly rows: readonly ChangeLogRow[];
}) {
  const locale = useLocale();
  const now = useNow();
  return (
    <>
      <h3 className={styles.title}>{props.title}</h3>
      <table className={table.table}>
        <thead>
          <tr>
            {props.columns.map((column) => (
              <th key={column}>{column}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {props.rows.map(({ changeId, changedAt, changedBy, cells: [what, from, to] }) => (
            <tr key={changeId}>
              <td data-tip={fullTime(changedAt)}>{listTime(changedAt, now, locale)}</td>
              <td>{changedBy}</td>
              <td>{what}</td>
              <td>{from}</td>
              <td>{to}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}
