import type { TimerEntryView } from '@pasar/api';
import { useState } from 'react';
import { useDeskState } from '../../base/desk.tsx';
import { shopName } from '../../base/shops/health.ts';
import { failureText } from '../../base/texts/failure-text.ts';
import { useLocale, useTranslation } from '../../base/texts/i18n.ts';
import { fullTime, listTime } from '../../base/texts/time-format.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import section from '../../ui/section.module.css';
import { toast } from '../../ui/toasts.tsx';
import { useNow } from '../../ui/use-now.ts';
import { retryTask, stopTask } from './commands.ts';
import { KIND_TEXTS, LASTING_TEXTS, STOP_TEXTS } from './texts.ts';
import styles from './timer.module.css';

/** A task, with what can be done about it. */
export function TimerRow({ entry }: { readonly entry: TimerEntryView }) {
  const { t } = useTranslation('timer');
  const { t: common } = useTranslation('common');
  const locale = useLocale();
  const now = useNow();
  const shop = useDeskState(({ shops }) => (entry.shopId === null ? undefined : shops.get(entry.shopId)));
  const [isAsked, setIsAsked] = useState(false);
  const { taskId, kind, state, subject, dueAt, tries } = entry;
  const what = [t(KIND_TEXTS[kind]), subject ?? ''].filter((part) => part !== '').join(', ');
  const about = [...(subject === null ? [] : [subject]), ...(shop === undefined ? [] : [shopName(shop)])];
  const act = async (command: typeof retryTask, done: 'retried' | 'stopped') => {
    setIsAsked(false);
    const result = await command(taskId);
    if (result.ok) toast('good', t(done));
    else toast('bad', failureText(result.failure, common));
  };
  const time = listTime(dueAt, now, locale);
  return (
    <tr data-state={state}>
      <td>{t(KIND_TEXTS[kind])}</td>
      <td>
        <bdi>{about[0] ?? t('about.none')}</bdi>
        {about[1] !== undefined && <span className={section.second}>{about[1]}</span>}
      </td>
      <td data-tip={fullTime(dueAt)}>{t(state === 'waiting' && dueAt < now ? 'when.late' : 'when.due', { time })}</td>
      <td>
        <State entry={entry} />
      </td>
      <td className={styles.actions}>
        {state !== 'running' && tries > 0 && (
          <Button kind="link" aria-label={t('retry.of', { what })} onClick={() => void act(retryTask, 'retried')}>
            {t('retry')}
          </Button>
        )}
        {entry.lasting === null ? (
          <Button kind="link" aria-label={t('stop.of', { what })} onClick={() => setIsAsked(true)}>
            {t('stop')}
          </Button>
        ) : (
          <span className={section.second}>{t(LASTING_TEXTS[entry.lasting])}</span>
        )}
        {isAsked && (
          <ConfirmDialog
            title={t('stop.title')}
            text={t(STOP_TEXTS[kind])}
            confirm={t('stop')}
            cancel={t('cancel')}
            tone="danger"
            onConfirm={() => void act(stopTask, 'stopped')}
            onClose={() => setIsAsked(false)}
          />
        )}
      </td>
    </tr>
  );
}

function State({ entry: { kind, state, tries, mostTries, error } }: { readonly entry: TimerEntryView }) {
  const { t } = useTranslation('timer');
  switch (state) {
    case 'running':
      return t('state.running');
    case 'waiting':
      return (
        <>
          {tries > 0
            ? t('state.again', { tries, most: mostTries })
            : t(kind === 'bulkSend' ? 'state.waitingSend' : 'state.waiting')}
          {error !== null && <span className={section.second}>{t('error', { error })}</span>}
        </>
      );
    case 'failed':
      return (
        <>
          <span className={styles.failed}>{t('state.failed')}</span>
          <span className={section.second}>{error === null ? t('error.none', { tries }) : t('error', { error })}</span>
        </>
      );
  }
}
