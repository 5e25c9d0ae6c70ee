import { useTranslation } from '../../base/texts/i18n.ts';
import { Button } from '../../ui/button.tsx';
import { saveFile } from '../../ui/save-file.ts';
import styles from './login-panel.module.css';

/** The recovery codes, shown once: nobody can read them afterwards. */
export function RecoveryCodes({ codes, onDone }: { readonly codes: readonly string[]; readonly onDone: () => void }) {
  const { t } = useTranslation('security');
  const save = () => saveFile(new Blob([`${codes.join('\n')}\n`], { type: 'text/plain' }), 'pasar-recovery-codes.txt');
  return (
    <>
      <p role="status">{t('recovery.text')}</p>
      <ul className={styles.codes} aria-label={t('recovery.title')}>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <div className={styles.foot}>
        <Button kind="plain" onClick={save}>
          {t('recovery.save')}
        </Button>
        <Button kind="primary" onClick={onDone}>
          {t('recovery.done')}
        </Button>
      </div>
    </>
  );
}
