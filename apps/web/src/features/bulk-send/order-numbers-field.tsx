import type { BulkSendTarget, CALLS, CallOutput } from '@pasar/api';
import { toBase64 } from '@pasar/sync';
import { useState } from 'react';
import { saveSpreadsheet } from '../../base/spreadsheet-file.ts';
import { failureText } from '../../base/texts/failure-text.ts';
import { reasonText, useLocale, useTranslation } from '../../base/texts/i18n.ts';
import { Button } from '../../ui/button.tsx';
import { bytesOf, FileButton, LARGEST_FILE_BYTES } from '../../ui/file-button.tsx';
import styles from './bulk-send.module.css';
import { exportWrongOrderNumbers, readOrderNumbers } from './commands.ts';

type Input = Parameters<typeof readOrderNumbers>[0];
/** `of`: what was read. */
type Read = CallOutput<typeof CALLS.bulkSend.readOrderNumbers> & { readonly of: Input };
const FAULT_TEXTS = { unknown: 'import.unknown', repeated: 'import.repeated', notText: 'import.notText' } as const;
/** Rows that are wrong and shown one by one (our choice). */
const SHOWN = 20;

/** Order numbers, pasted or in a file. Rows that are wrong are named and left out; a workbook has all of them. */
export function OrderNumbersField(props: {
  readonly target: Extract<BulkSendTarget, { kind: 'orderNumbers' }>;
  readonly onChange: (target: BulkSendTarget) => void;
}) {
  const { t } = useTranslation('bulkSend');
  const { t: common } = useTranslation('common');
  const locale = useLocale();
  const [text, setText] = useState(props.target.numbers.join('\n'));
  const [read, setRead] = useState<Read | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  /** Numbers of an earlier file must not be taken for those of the next, which may be refused. */
  const forget = () => {
    setProblem(null);
    setRead(null);
    props.onChange({ kind: 'orderNumbers', numbers: [], shopIds: [] });
  };
  const take = async (input: Input) => {
    setIsBusy(true);
    forget();
    const result = await readOrderNumbers(input);
    setIsBusy(false);
    if (!result.ok) return setProblem(failureText(result.failure, common));
    setRead({ ...result.data, of: input });
    const { orders } = result.data;
    props.onChange({
      kind: 'orderNumbers',
      numbers: [...new Set(orders.map(({ number }) => number))],
      shopIds: [...new Set(orders.map(({ shopId }) => shopId))],
    });
  };
  const takeFile = async (file: File) => {
    forget();
    if (file.size > LARGEST_FILE_BYTES) return setProblem(reasonText('import_too_large', locale));
    const bytes = await bytesOf(file);
    if (bytes === null) return setProblem(reasonText('spreadsheet_unreadable', locale));
    await take({ file: toBase64(bytes) });
  };
  return (
    <>
      <label className={styles.field}>
        <span>{t('import.numbers')}</span>
        <textarea rows={4} value={text} onChange={({ currentTarget: { value } }) => setText(value)} />
      </label>
      <div className={styles.line}>
        <Button kind="plain" disabled={isBusy || text.trim() === ''} onClick={() => void take({ text })}>
          {t('import.read')}
        </Button>
        <FileButton label={t('import.file')} isBusy={isBusy} onFile={(file) => void takeFile(file)} />
      </div>
      <p role="status">
        {props.target.numbers.length > 0 && t('import.taken', { count: props.target.numbers.length })}
      </p>
      {problem !== null && (
        <p className={styles.bad} role="alert">
          {problem}
        </p>
      )}
      {read !== null && read.wrong.length > 0 && (
        <div className={styles.wait}>
          {t('import.wrong', { count: read.wrong.length })}
          <ul>
            {read.wrong.slice(0, SHOWN).map(({ rowNumber, number, fault }) => (
              <li key={`${rowNumber} ${number}`}>{t(FAULT_TEXTS[fault], { row: rowNumber, number })}</li>
            ))}
          </ul>
          <Button kind="link" onClick={() => void saveSpreadsheet(exportWrongOrderNumbers(read.of), common)}>
            {t('import.export', { count: read.wrong.length })}
          </Button>
        </div>
      )}
    </>
  );
}
