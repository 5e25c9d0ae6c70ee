import type { BulkSendTaskView } from '@pasar/api';
import type { CallResult } from '@pasar/sync';
import { useId, useState } from 'react';
import { useDeskState } from '../../base/desk.tsx';
import { shopName } from '../../base/shops/health.ts';
import { saveSpreadsheet, toldOf } from '../../base/spreadsheet-file.ts';
import { reasonText, useLocale, useTranslation } from '../../base/texts/i18n.ts';
import { fullTime } from '../../base/texts/time-format.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import styles from './bulk-send.module.css';
import { ChangeDialog } from './change-dialog.tsx';
import { continueTask, deleteTask, exportTask, retryTask, stopTask } from './commands.ts';
import type { BulkSendParts } from './parts.ts';
import { TaskItems } from './task-items.tsx';
import { KIND_TEXTS, PAUSE_TEXTS, STATE_TEXTS } from './texts.ts';

/** A task: how far it has come, why it waits, and what can be done with it. */
export function TaskRow({
  task,
  parts,
  onCopy,
}: {
  readonly task: BulkSendTaskView;
  readonly parts: BulkSendParts;
  readonly onCopy: () => void;
}) {
  const { t } = useTranslation('bulkSend');
  const locale = useLocale();
  const id = useId();
  const [isOpen, setIsOpen] = useState(false);
  const { totalCount, successCount, failCount, skipCount, unconfirmedCount } = task;
  const done = successCount + failCount + skipCount + unconfirmedCount;
  return (
    <li className={styles.task} aria-labelledby={id}>
      <div className={styles.head}>
        <h2 id={id} className={styles.name}>
          {task.taskName}
        </h2>
        <span className={styles.state} data-state={task.state}>
          {t(STATE_TEXTS[task.state])}
        </span>
      </div>
      <p className={styles.facts}>
        {t(KIND_TEXTS[task.targetKind])} · {task.author} ·{' '}
        {task.sendTime === null
          ? t('madeAt', { time: fullTime(task.createTime) })
          : t('startsAt', { time: fullTime(task.sendTime) })}
      </p>
      <progress
        className={styles.meter}
        value={done}
        max={Math.max(1, totalCount)}
        aria-label={t('progress', { name: task.taskName })}
      />
      <Counts task={task} />
      {task.reason !== null && <p className={styles.bad}>{reasonText(task.reason, locale)}</p>}
      <Pauses task={task} />
      <Actions task={task} isOpen={isOpen} onOpen={() => setIsOpen(!isOpen)} onCopy={onCopy} />
      {isOpen && <TaskItems task={task} parts={parts} />}
    </li>
  );
}

function Counts({ task }: { readonly task: BulkSendTaskView }) {
  const { t } = useTranslation('bulkSend');
  const counts = [
    ['count.total', task.totalCount, true],
    ['count.sent', task.sentCount, task.sentCount > 0],
    ['count.success', task.successCount, true],
    ['count.fail', task.failCount, true],
    ['count.unconfirmed', task.unconfirmedCount, task.unconfirmedCount > 0],
    ['count.skip', task.skipCount, task.skipCount > 0],
    ['count.answered', task.answeredCount, task.answeredCount > 0],
  ] as const;
  return (
    <ul className={styles.counts}>
      {counts.map(
        ([text, count, isShown]) =>
          isShown && (
            <li key={text} data-count={text}>
              {t(text, { number: count })}
            </li>
          ),
      )}
    </ul>
  );
}

/** Shops whose messages wait, one line for each reason. */
function Pauses({ task }: { readonly task: BulkSendTaskView }) {
  const { t } = useTranslation('bulkSend');
  const shops = useDeskState((state) => state.shops);
  const names = (pauses: BulkSendTaskView['pauses']) =>
    pauses.flatMap(({ shopId }) => {
      const shop = shops.get(shopId);
      return shop === undefined ? [] : [shopName(shop)];
    });
  return [...Map.groupBy(task.pauses, ({ pause }) => pause)].map(([pause, pauses]) => (
    <p key={pause} className={styles.wait}>
      {t(PAUSE_TEXTS[pause], { shops: names(pauses).join(', ') })}
    </p>
  ));
}

function Actions(props: {
  readonly task: BulkSendTaskView;
  readonly isOpen: boolean;
  readonly onOpen: () => void;
  readonly onCopy: () => void;
}) {
  const { t } = useTranslation('bulkSend');
  const { t: common } = useTranslation('common');
  const locale = useLocale();
  const { task, isOpen } = props;
  const { taskId, state } = task;
  const [isAsked, setIsAsked] = useState(false);
  const [isChanging, setIsChanging] = useState(false);
  const [isBusy, setIsBusy] = useState(false);
  const make = async (asked: Promise<CallResult<unknown>>) => {
    setIsBusy(true);
    await toldOf(asked, common);
    setIsBusy(false);
  };
  const download = () => {
    const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
    return saveSpreadsheet(exportTask({ taskId, timeZone, locale }), common);
  };
  const canRetry = task.failCount > 0 && (state === 'finish' || state === 'stopped' || state === 'processing');
  return (
    <div className={styles.actions}>
      <Button kind="plain" aria-expanded={isOpen} onClick={props.onOpen}>
        {t('recipients')}
      </Button>
      {state === 'wait' && task.taskType === 'timed' && (
        <Button kind="plain" onClick={() => setIsChanging(true)}>
          {t('change')}
        </Button>
      )}
      {(state === 'wait' || state === 'processing') && (
        <Button kind="plain" disabled={isBusy} onClick={() => void make(stopTask(taskId))}>
          {t('stop')}
        </Button>
      )}
      {state === 'stopped' && (
        <Button kind="plain" disabled={isBusy} onClick={() => void make(continueTask(taskId))}>
          {t('continue')}
        </Button>
      )}
      {canRetry && (
        <Button kind="plain" disabled={isBusy} onClick={() => void make(retryTask(taskId))}>
          {t('retry')}
        </Button>
      )}
      <Button kind="plain" onClick={props.onCopy}>
        {t('copy')}
      </Button>
      <Button kind="plain" onClick={() => void download()}>
        {t('export')}
      </Button>
      <Button kind="plain" disabled={isBusy} onClick={() => setIsAsked(true)}>
        {t('delete')}
      </Button>
      {isChanging && <ChangeDialog task={task} onClose={() => setIsChanging(false)} />}
      {isAsked && (
        <ConfirmDialog
          title={t('delete.title')}
          text={t(state === 'wait' || state === 'processing' ? 'delete.running' : 'delete.text')}
          confirm={t('delete')}
          cancel={t('delete.keep')}
          tone="danger"
          onConfirm={() => void make(deleteTask(taskId))}
          onClose={() => setIsAsked(false)}
        >
          {task.taskName}
        </ConfirmDialog>
      )}
    </div>
  );
}
