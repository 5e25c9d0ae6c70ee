import type { JudgedTagRow } from '@pasar/api';
import { toBase64 } from '@pasar/sync';
import { type FormEvent, useId, useState } from 'react';
import { useDeskState } from '../../../base/desk.tsx';
import { shopName } from '../../../base/shops/health.ts';
import { failureText } from '../../../base/texts/failure-text.ts';
import { reasonText, useLocale, useTranslation } from '../../../base/texts/i18n.ts';
import { Button } from '../../../ui/button.tsx';
import { bytesOf, FileButton, LARGEST_FILE_BYTES } from '../../../ui/file-button.tsx';
import form from '../../../ui/form-dialog.module.css';
import { Icon } from '../../../ui/icon.tsx';
import { toast } from '../../../ui/toasts.tsx';
import { addToMany } from './commands.ts';
import styles from './tags.module.css';

type Kind = JudgedTagRow['verdict']['kind'];
/** Rows and what each would do. `isStale`: the buyers have changed since the rows were judged first. */
interface Judged {
  readonly file: string;
  readonly rows: readonly JudgedTagRow[];
  readonly mark: string;
  readonly isStale: boolean;
}
/** What a person has to look at comes first. */
const ORDER: readonly Kind[] = ['fault', 'add', 'same'];
const FAULT_TEXTS = {
  unknown: 'fault.unknown',
  ambiguous: 'fault.ambiguous',
  common: 'fault.common',
  repeated: 'fault.repeated',
  incomplete: 'fault.incomplete',
  notText: 'fault.notText',
  full: 'fault.full',
} as const;
const countOf = (rows: readonly JudgedTagRow[], kind: Kind) =>
  rows.filter(({ verdict }) => verdict.kind === kind).length;

/** Gives a tag to the buyers of pasted rows or of a file: every row is judged before anything changes. */
export function BulkAdd({ buyerTagId }: { readonly buyerTagId: string }) {
  const { t } = useTranslation('buyerTags');
  const id = useId();
  const [rows, setRows] = useState('');
  const { judged, problem, isBusy, take, apply } = useBulkAdd(buyerTagId);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void take(new File([rows], t('bulk.pasted')));
  };
  const adds = judged === null ? 0 : countOf(judged.rows, 'add');
  return (
    <form className={form.part} onSubmit={submit}>
      <p className={form.hint}>{t('bulk.text')}</p>
      <div className={form.field}>
        <label htmlFor={id}>{t('bulk.label')}</label>
        <textarea
          id={id}
          rows={4}
          value={rows}
          spellCheck={false}
          autoComplete="off"
          onChange={(event) => setRows(event.currentTarget.value)}
        />
      </div>
      <div className={styles.row}>
        <Button kind="plain" type="submit" disabled={isBusy || rows.trim() === ''}>
          {t('bulk.judge')}
        </Button>
        <FileButton
          label={t(isBusy ? 'bulk.reading' : 'bulk.choose')}
          isBusy={isBusy}
          onFile={(file) => void take(file)}
        />
      </div>
      {problem !== null && (
        <p className={form.bad} role="alert">
          {problem}
        </p>
      )}
      {judged !== null && (
        <>
          <div className={styles.row}>
            <p role="status">
              {judged.isStale && `${t('bulk.stale')} `}
              {t('bulk.sum', { adds, same: countOf(judged.rows, 'same'), faults: countOf(judged.rows, 'fault') })}
            </p>
            <Button kind="primary" disabled={isBusy || adds === 0} onClick={() => void apply()}>
              {t('bulk.apply', { count: adds })}
            </Button>
          </div>
          <Rows rows={judged.rows} />
        </>
      )}
    </form>
  );
}

function useBulkAdd(buyerTagId: string) {
  const { t } = useTranslation('buyerTags');
  const { t: common } = useTranslation('common');
  const locale = useLocale();
  const [judged, setJudged] = useState<Judged | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const ask = async (file: string, mark: string | null) => {
    setProblem(null);
    setIsBusy(true);
    const result = await addToMany(buyerTagId, file, mark);
    setIsBusy(false);
    if (!result.ok) return setProblem(failureText(result.failure, common));
    const { isApplied, ...again } = result.data;
    if (!isApplied) return setJudged({ file, ...again, isStale: mark !== null });
    setJudged(null);
    toast('good', t('bulk.done'));
  };
  const take = async (file: File) => {
    setJudged(null);
    if (file.size > LARGEST_FILE_BYTES) return setProblem(reasonText('import_too_large', locale));
    const bytes = await bytesOf(file);
    if (bytes === null) return setProblem(reasonText('spreadsheet_unreadable', locale));
    await ask(toBase64(bytes), null);
  };
  const apply = async () => {
    if (judged !== null) await ask(judged.file, judged.mark);
  };
  return { judged, problem, isBusy, take, apply };
}

function Rows({ rows }: { readonly rows: readonly JudgedTagRow[] }) {
  const { t } = useTranslation('buyerTags');
  const sorted = rows.toSorted(
    (left, right) =>
      ORDER.indexOf(left.verdict.kind) - ORDER.indexOf(right.verdict.kind) || left.rowNumber - right.rowNumber,
  );
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
    <section className={styles.scroll} aria-label={t('bulk.rows')} tabIndex={0}>
      <table className={form.table}>
        <thead>
          <tr>
            <th>{t('bulk.row')}</th>
            <th>{t('bulk.buyer')}</th>
            <th>{t('bulk.shop')}</th>
            <th>{t('bulk.what')}</th>
          </tr>
        </thead>
        <tbody>
          {sorted.map((row) => (
            <Row key={row.rowNumber} row={row} />
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Row({ row: { rowNumber, buyer, shop, verdict } }: { readonly row: JudgedTagRow }) {
  const { t } = useTranslation('buyerTags');
  const shops = useDeskState((state) => state.shops);
  const named =
    verdict.kind === 'add'
      ? verdict.shopIds.map((shopId) => shops.get(shopId)).flatMap((one) => (one === undefined ? [] : [shopName(one)]))
      : [shop];
  return (
    <tr data-verdict={verdict.kind}>
      <td>{rowNumber}</td>
      <td>
        <bdi>{verdict.kind === 'fault' ? buyer : verdict.buyerName}</bdi>
      </td>
      <td>{named.join(', ')}</td>
      <td className={verdict.kind === 'fault' ? styles.bad : undefined}>
        {verdict.kind === 'fault' && (
          <>
            <Icon name="failed" size={14} /> {t(FAULT_TEXTS[verdict.fault])}
          </>
        )}
        {verdict.kind === 'add' && t('bulk.add')}
        {verdict.kind === 'same' && t('bulk.same')}
      </td>
    </tr>
  );
}
