import { useId, useState } from 'react';
import { failureText } from '../../base/texts/failure-text.ts';
import { useTranslation } from '../../base/texts/i18n.ts';
import { demandSecondFactor } from './commands.ts';
import styles from './team-panel.module.css';

/** Whether every member of the account needs a second factor. */
export function Demand({ isDemanded }: { readonly isDemanded: boolean }) {
  const { t } = useTranslation('team');
  const { t: common } = useTranslation('common');
  const id = useId();
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const change = async (isOn: boolean) => {
    setProblem(null);
    setIsBusy(true);
    const result = await demandSecondFactor(isOn);
    setIsBusy(false);
    if (!result.ok) setProblem(failureText(result.failure, common));
  };
  return (
    <section className={styles.demand} aria-labelledby={`${id}-label`}>
      <label>
        <input
          type="checkbox"
          checked={isDemanded}
          disabled={isBusy}
          aria-describedby={`${id}-text`}
          onChange={(event) => void change(event.currentTarget.checked)}
        />
        <span id={`${id}-label`}>{t('demand.label')}</span>
      </label>
      <p id={`${id}-text`}>{t('demand.text')}</p>
      {problem !== null && (
        <p className={styles.bad} role="alert">
          {problem}
        </p>
      )}
    </section>
  );
}
