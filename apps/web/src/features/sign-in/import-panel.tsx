import { toBase64 } from '@pasar/sync';
import { type DragEvent, useEffect, useId, useMemo, useState } from 'react';
import { useDesk, useDeskState } from '../../base/desk.tsx';
import { saveSpreadsheet, toldOf } from '../../base/spreadsheet-file.ts';
import { failureText } from '../../base/texts/failure-text.ts';
import { reasonText, useLocale, useTranslation } from '../../base/texts/i18n.ts';
import { Button } from '../../ui/button.tsx';
import { Empty } from '../../ui/empty.tsx';
import { bytesOf, FileButton, LARGEST_FILE_BYTES } from '../../ui/file-button.tsx';
import { Select } from '../../ui/select.tsx';
import styles from './import-panel.module.css';
import { ImportResult } from './import-result.tsx';
import { PasteRows } from './paste-rows.tsx';
import { WayOut } from './way-out.tsx';

/**
 * Bulk import (spec 1 §2): a template, a file, and the state of each of its rows. The import continues when the window
 * is closed.
 */
export function ImportPanel() {
  const { t } = useTranslation('signIn');
  const { t: common } = useTranslation('common');
  const locale = useLocale();
  const desk = useDesk();
  const which = useId();
  const imports = useDeskState((state) => state.imports);
  const [chosen, setChosen] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const [isPasting, setIsPasting] = useState(false);
  const [wayOut, setWayOut] = useState<string | null>(null);
  useEffect(() => void toldOf(desk.shops.loadImports(), common), [desk, common]);
  const startedAt = useMemo(
    () => new Intl.DateTimeFormat(locale, { dateStyle: 'short', timeStyle: 'short' }),
    [locale],
  );
  const newest = [...imports.values()].sort((left, right) => right.createdAt - left.createdAt);
  const shown = newest.find((item) => item.importId === chosen) ?? newest[0];
  const take = async (file: File) => {
    if (file.size > LARGEST_FILE_BYTES) return setProblem(reasonText('import_too_large', locale));
    setProblem(null);
    setIsBusy(true);
    const bytes = await bytesOf(file);
    if (bytes === null) {
      setIsBusy(false);
      return setProblem(reasonText('spreadsheet_unreadable', locale));
    }
    const result = await desk.shops.importFile({ fileName: file.name, file: toBase64(bytes) }, wayOut);
    setIsBusy(false);
    if (!result.ok) return setProblem(failureText(result.failure, common));
    setIsPasting(false);
    setChosen(result.data.importId);
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    const [file] = event.dataTransfer.files;
    if (file !== undefined && !isBusy) void take(file);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the button takes the file too.
    <div className={styles.import} onDragOver={(event) => event.preventDefault()} onDrop={drop}>
      <ol className={styles.steps}>
        <li>
          <span>{t('import.step1')}</span>
          <span className={styles.buttons}>
            <Button kind="plain" onClick={() => void saveSpreadsheet(desk.shops.template(), common)}>
              {t('import.template')}
            </Button>
          </span>
        </li>
        <li className={styles.way}>
          <WayOut label={t('import.wayOut')} chosen={wayOut} onChoose={setWayOut} />
        </li>
        <li>
          <span>{t('import.step2')}</span>
          <span className={styles.buttons}>
            <FileButton
              label={t(isBusy ? 'import.reading' : 'import.choose')}
              isBusy={isBusy}
              onFile={(file) => void take(file)}
            />
            <Button kind="plain" aria-expanded={isPasting} disabled={isBusy} onClick={() => setIsPasting(!isPasting)}>
              {t('import.paste')}
            </Button>
          </span>
        </li>
      </ol>
      {isPasting && (
        <PasteRows
          isBusy={isBusy}
          onRows={(rows) => void take(new File([rows], t('import.pasted')))}
          onClose={() => setIsPasting(false)}
        />
      )}
      {problem !== null && (
        <p className={styles.bad} role="alert">
          {problem}
        </p>
      )}
      {newest.length > 1 && (
        <div className={styles.which}>
          <label htmlFor={which}>{t('import.which')}</label>
          <Select id={which} value={shown?.importId ?? ''} onChange={(event) => setChosen(event.currentTarget.value)}>
            {newest.map((item) => (
              <option key={item.importId} value={item.importId}>
                {item.fileName} · {startedAt.format(item.createdAt)}
              </option>
            ))}
          </Select>
        </div>
      )}
      {shown === undefined && <Empty icon="shop" title={t('import.none')} text={t('import.noneText')} />}
      {shown !== undefined && <ImportResult key={shown.importId} shopImport={shown} />}
    </div>
  );
}
