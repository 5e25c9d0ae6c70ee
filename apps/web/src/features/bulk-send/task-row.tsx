import type { BulkSendTaskView } from '@pasar/api';
import { useId, useState } from 'react';
import { useDeskState } from '../../base/desk.tsx';
import { TaskProgress, TaskState } from '../../base/send-tasks/progress.tsx';
import { SteeringButtons, useSteering } from '../../base/send-tasks/steering.tsx';
import { shopName } from '../../base/shops/health.ts';
import { reasonText, useLocale, useTranslation } from '../../base/texts/i18n.ts';
import { listText } from '../../base/texts/list-text.ts';
import { fullTime } from '../../base/texts/time-format.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import styles from './bulk-send.module.css';
import { ChangeDialog } from './change-dialog.tsx';
import { continueTask, deleteTask, retryTask, stopTask } from './commands.ts';
import { shopsOf } from './draft.ts';
import { ExportButton } from './export-button.tsx';
import type { BulkSendParts } from './parts.ts';
import { TaskItems } from './task-items.tsx';
import { KIND_TEXTS } from './texts.ts';

/** So many shops are named in the row; of more the row says how many. */
const NAMED = 3;

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
  const shops = useDeskState((state) => state.shops);
  const where = shopsOf(task.buyerListJson).flatMap((shopId) => {
    const shop = shops.get(shopId);
    return shop === undefined ? [] : [shopName(shop)];
  });
  const words = task.content.parts.find((part) => part.kind === 'text')?.text;
  return (
    <li className={styles.task} aria-labelledby={id}>
      <div className={styles.head}>
        <h2 id={id} className={styles.name}>
          {task.taskName}
        </h2>
        <TaskState state={task.state} />
      </div>
      <p className={styles.facts}>
        {[
          t(KIND_TEXTS[task.targetKind]),
          where.length > 0 && (where.length > NAMED ? t('ofShops', { count: where.length }) : listText(where, locale)),
          task.author,
          t('madeAt', { time: fullTime(task.createTime) }),
          task.sendTime !== null && t('startsAt', { time: fullTime(task.sendTime) }),
          t('every', { count: task.interval }),
        ]
          .filter((fact) => fact !== false)
          .join(' · ')}
      </p>
      {words !== undefined && (
        <p className={styles.said} dir="auto" title={words}>
          {words}
        </p>
      )}
      {task.reason !== null && <p className={styles.bad}>{reasonText(task.reason, locale)}</p>}
      <TaskProgress name={task.taskName} of="buyers" task={task} />
      <Actions task={task} isOpen={isOpen} onOpen={() => setIsOpen(!isOpen)} onCopy={onCopy} />
      {isOpen && <TaskItems task={task} parts={parts} />}
    </li>
  );
}

function Actions(props: {
  readonly task: BulkSendTaskView;
  readonly isOpen: boolean;
  readonly onOpen: () => void;
  readonly onCopy: () => void;
}) {
  const { t } = useTranslation('bulkSend');
  const { task, isOpen } = props;
  const { taskId, state } = task;
  const [isAsked, setIsAsked] = useState(false);
  const [isChanging, setIsChanging] = useState(false);
  const { isBusy, steer } = useSteering();
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
      <SteeringButtons
        task={task}
        isBusy={isBusy}
        onStop={() => void steer(stopTask(taskId))}
        onContinue={() => void steer(continueTask(taskId))}
        onRetry={() => void steer(retryTask(taskId))}
      />
      <Button kind="plain" onClick={props.onCopy}>
        {t('copy')}
      </Button>
      <ExportButton taskId={taskId} />
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
          onConfirm={() => void steer(deleteTask(taskId))}
          onClose={() => setIsAsked(false)}
        >
          {task.taskName}
        </ConfirmDialog>
      )}
    </div>
  );
}
