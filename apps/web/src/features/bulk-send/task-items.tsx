import type { BulkSendTaskView } from '@pasar/api';
import { BULK_ITEM_STATES, BULK_SEND_LIMITS, type BulkItemState } from '@pasar/domain';
import { useState } from 'react';
import { useLookUp } from '../../base/look-up.ts';
import { LookedUpPart } from '../../base/looked-up.tsx';
import { Pager } from '../../base/send-tasks/pager.tsx';
import { ITEM_TEXTS } from '../../base/send-tasks/texts.ts';
import { useTranslation } from '../../base/texts/i18n.ts';
import { Select } from '../../ui/select.tsx';
import styles from './bulk-send.module.css';
import { ItemTable } from './item-table.tsx';
import { ITEMS } from './look-ups.ts';
import type { BulkSendParts } from './parts.ts';

/** The recipients of a task, and what became of each. */
export function TaskItems({ task, parts }: { readonly task: BulkSendTaskView; readonly parts: BulkSendParts }) {
  const { t } = useTranslation('bulkSend');
  const { t: tasks } = useTranslation('sendTasks');
  const [state, setState] = useState<BulkItemState | null>(null);
  const [pageNo, setPageNo] = useState(1);
  const look = useLookUp(ITEMS, { taskId: task.taskId, pageNo, ...(state === null ? {} : { state }) });
  return (
    <div className={styles.items}>
      <Select
        aria-label={tasks('result')}
        value={state ?? ''}
        onChange={({ currentTarget: { value } }) => {
          setState(BULK_ITEM_STATES.find((one) => one === value) ?? null);
          setPageNo(1);
        }}
      >
        <option value="">{t('items.all')}</option>
        {BULK_ITEM_STATES.map((one) => (
          <option key={one} value={one}>
            {tasks(ITEM_TEXTS[one])}
          </option>
        ))}
      </Select>
      <LookedUpPart
        look={look}
        draw={({ items, totalCount }) => (
          <>
            {items.length === 0 ? (
              <p>{t('items.none')}</p>
            ) : (
              <ItemTable
                label={t('items.label', { name: task.taskName })}
                items={items}
                parts={parts}
                hasTask={false}
              />
            )}
            <Pager pageNo={pageNo} pages={Math.ceil(totalCount / BULK_SEND_LIMITS.pageSize)} onPage={setPageNo} />
          </>
        )}
      />
    </div>
  );
}
