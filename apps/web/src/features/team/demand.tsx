import type { SubAccountView } from '@pasar/api';
import { useId, useState } from 'react';
import { failureText } from '../../base/texts/failure-text.ts';
import { useLocale, useTranslation } from '../../base/texts/i18n.ts';
import { listText } from '../../base/texts/list-text.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { demandSecondFactor } from './commands.ts';
import styles from './team-panel.module.css';

/** Whether every member of the account needs a second factor. It is demanded after a question, because it logs out. */
export function Demand(props: { readonly isDemanded: boolean; readonly members: readonly SubAccountView[] }) {
  const { isDemanded, members } = props;
  const { t } = useTranslation('team');
  const { t: common } = useTranslation('common');
  const id = useId();
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const [isAsking, setIsAsking] = useState(false);
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
          onChange={(event) => (event.currentTarget.checked ? setIsAsking(true) : void change(false))}
        />
        <span id={`${id}-label`}>{t('demand.label')}</span>
      </label>
      <p id={`${id}-text`}>{t('demand.text')}</p>
      {problem !== null && (
        <p className={styles.bad} role="alert">
          {problem}
        </p>
      )}
      {isAsking && (
        <Question members={members} onConfirm={() => void change(true)} onClose={() => setIsAsking(false)} />
      )}
    </section>
  );
}

/** More names than these would not be read. */
const MOST_NAMES = 5;

/** Says who is logged out. */
function Question(props: {
  readonly members: readonly SubAccountView[];
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation('team');
  const locale = useLocale();
  const names = props.members.flatMap(({ hasSecondFactor, name }) => (hasSecondFactor ? [] : [name]));
  const count = names.length;
  const shown =
    count <= MOST_NAMES
      ? names
      : [...names.slice(0, MOST_NAMES - 1), t('demand.others', { count: count - MOST_NAMES + 1 })];
  return (
    <ConfirmDialog
      title={t('demand.title')}
      text={count === 0 ? t('demand.nobody') : t('demand.out', { count })}
      confirm={t('demand.sure')}
      cancel={t('cancel')}
      onConfirm={props.onConfirm}
      onClose={props.onClose}
    >
      {count === 0 ? t('demand.label') : listText(shown, locale)}
    </ConfirmDialog>
  );
}
