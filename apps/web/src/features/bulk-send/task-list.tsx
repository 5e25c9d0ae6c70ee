import type { BulkSendTaskView } from '@pasar/api';
import { BULK_SEND_LIMITS, TASK_STATUSES, type TaskStatus } from '@pasar/domain';
import { useState } from 'react';
import { useLookUp } from '../../base/look-up.ts';
import { LookedUpPart } from '../../base/looked-up.tsx';
import { Pager } from '../../base/send-tasks/pager.tsx';
import { useTranslation } from '../../base/texts/i18n.ts';
import { Empty } from '../../ui/empty.tsx';
import { Select } from '../../ui/select.tsx';
import styles from './bulk-send.module.css';
import { TASKS } from './look-ups.ts';
import type { BulkSendParts } from './parts.ts';
import { TaskRow } from './task-row.tsx';

const STATUS_TEXTS = {
  wait: 'status.wait',
  processing: 'status.processing',
  success: 'status.success',
  fail: 'status.fail',
  finish: 'status.finish',
  cancel: 'status.cancel',
} as const;

/** The tasks, the newest first. */
export function TaskList(props: { readonly parts: BulkSendParts; readonly onCopy: (task: BulkSendTaskView) => void }) {
  const { t } = useTranslation('bulkSend');
  const [status, setStatus] = useState<TaskStatus | null>(null);
  const [pageNo, setPageNo] = useState(1);
  const look = useLookUp(TASKS, { pageNo, ...(status === null ? {} : { status }) });
  return (
    <>
      <div className={styles.filters}>
        <Select
          aria-label={t('filter')}
          value={status ?? ''}
          onChange={({ currentTarget: { value } }) => {
            setStatus(TASK_STATUSES.find((one) => one === value) ?? null);
            setPageNo(1);
          }}
        >
          <option value="">{t('filter.all')}</option>
          {TASK_STATUSES.map((one) => (
            <option key={one} value={one}>
              {t(STATUS_TEXTS[one])}
            </option>
          ))}
        </Select>
      </div>
      <LookedUpPart
        look={look}
        draw={({ tasks, totalCount }) => (
          <>
            {tasks.length === 0 && (
              <Empty
                icon="send"
                title={t(status === null ? 'empty' : 'empty.filter')}
                {...(status === null ? { text: t('empty.text') } : {})}
              />
            )}
            <ul className={styles.tasks} aria-label={t('list')}>
              {tasks.map((task) => (
                <TaskRow key={task.taskId} task={task} parts={props.parts} onCopy={() => props.onCopy(task)} />
              ))}
            </ul>
            <Pager pageNo={pageNo} pages={Math.ceil(totalCount / BULK_SEND_LIMITS.pageSize)} onPage={setPageNo} />
          </>
        )}
      />
    </>
  );
}
