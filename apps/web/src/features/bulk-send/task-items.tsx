import type { BulkSendTaskView } from '@pasar/api';
import { BULK_SEND_LIMITS, type BulkItemState } from '@pasar/domain';
import { useState } from 'react';
import { useLookUp } from '../../base/look-up.ts';
import { LookedUpPart } from '../../base/looked-up.tsx';
import { Pager } from '../../base/send-tasks/pager.tsx';
import { ResultSelect } from '../../base/send-tasks/result-select.tsx';
import { useTranslation } from '../../base/texts/i18n.ts';
import styles from './bulk-send.module.css';
import { ItemTable } from './item-table.tsx';
import { ITEMS } from './look-ups.ts';
import type { BulkSendParts } from './parts.ts';

/** The recipients of a task, and what became of each. */
export function TaskItems({ task, parts }: { readonly task: BulkSendTaskView; readonly parts: BulkSendParts }) {
  const { t } = useTranslation('bulkSend');
  const [state, setState] = useState<BulkItemState | null>(null);
  const [pageNo, setPageNo] = useState(1);
  const look = useLookUp(ITEMS, { taskId: task.taskId, pageNo, ...(state === null ? {} : { state }) });
  return (
    <div className={styles.items}>
      <ResultSelect
        state={state}
        all={t('items.all')}
        onState={(chosen) => {
          setState(chosen);
          setPageNo(1);
        }}
      />
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
