import type { OrderCareTaskView } from '@pasar/api';
import { useId, useState } from 'react';
import { TaskProgress, TaskState } from '../../base/send-tasks/progress.tsx';
import { SteeringButtons, useSteering } from '../../base/send-tasks/steering.tsx';
import { useTranslation } from '../../base/texts/i18n.ts';
import { fullTime } from '../../base/texts/time-format.ts';
import { Button } from '../../ui/button.tsx';
import { CareItems } from './care-items.tsx';
import { continueTask, retryTask, stopTask } from './commands.ts';
import styles from './order-care.module.css';
import type { OrderCareParts } from './parts.ts';
import { KIND_TEXTS } from './texts.ts';

/** A task: what it sends, how far it has come, why it waits, and what can be done with it. */
export function TaskRow({ task, parts }: { readonly task: OrderCareTaskView; readonly parts: OrderCareParts }) {
  const { t } = useTranslation('orderCare');
  const id = useId();
  const [isOpen, setIsOpen] = useState(false);
  const { isBusy, steer } = useSteering();
  const { taskId } = task;
  const name = t(KIND_TEXTS[task.kind]);
  return (
    <li className={styles.task} aria-labelledby={id}>
      <div className={styles.head}>
        <h2 id={id} className={styles.name}>
          {name}
        </h2>
        <TaskState state={task.state} />
      </div>
      <p className={styles.hint}>
        {t(task.isAutomatic ? 'task.automatic' : 'task.by', { name: task.author })} ·{' '}
        {t('task.madeAt', { time: fullTime(task.createTime) })}
      </p>
      <TaskProgress name={name} of="orders" task={task} />
      <div className={styles.buttons}>
        <Button kind="plain" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
          {t('task.orders')}
        </Button>
        <SteeringButtons
          task={task}
          isBusy={isBusy}
          onStop={() => void steer(stopTask(taskId))}
          onContinue={() => void steer(continueTask(taskId))}
          onRetry={() => void steer(retryTask(taskId))}
        />
      </div>
      {isOpen && <CareItems parts={parts} task={task} orderNumber="" onOrderNumber={null} />}
    </li>
  );
}
