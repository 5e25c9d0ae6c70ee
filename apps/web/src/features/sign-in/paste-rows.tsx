import { useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from '../../base/texts/i18n.ts';
import { Button } from '../../ui/button.tsx';
import styles from './import-panel.module.css';

/** Rows that are copied from a spreadsheet and pasted, instead of a file. */
export function PasteRows(props: {
  readonly isBusy: boolean;
  readonly onRows: (rows: string) => void;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation('signIn');
  const id = useId();
  const [rows, setRows] = useState('');
  const box = useRef<HTMLTextAreaElement>(null);
  useEffect(() => box.current?.focus(), []);
  return (
    <div className={styles.paste}>
      <label htmlFor={id}>{t('import.pasteLabel')}</label>
      <textarea
        ref={box}
        id={id}
        rows={6}
        value={rows}
        spellCheck={false}
        autoComplete="off"
        placeholder={EXAMPLE}
        onChange={(event) => setRows(event.currentTarget.value)}
      />
      <footer>
        <Button kind="plain" onClick={props.onClose}>
          {t('challenge.cancel')}
        </Button>
        <Button kind="primary" disabled={props.isBusy || rows.trim() === ''} onClick={() => props.onRows(rows)}>
          {t('import.pasteStart')}
        </Button>
      </footer>
    </div>
  );
}

/** The same in every language: a site, an account and a password. */
const EXAMPLE = 'Shopee MY\tshop@example.com\t********';
