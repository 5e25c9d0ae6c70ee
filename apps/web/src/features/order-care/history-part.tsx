import { ORDER_CARE_LIMITS, type OrderCareKind } from '@pasar/domain';
import { useState } from 'react';
import { useLookUp } from '../../base/look-up.ts';
import { LookedUpPart } from '../../base/looked-up.tsx';
import { Pager } from '../../base/send-tasks/pager.tsx';
import { useTranslation } from '../../base/texts/i18n.ts';
import { Button } from '../../ui/button.tsx';
import { Chip, Chips } from '../../ui/chips.tsx';
import { Empty } from '../../ui/empty.tsx';
import { CareItems } from './care-items.tsx';
import { KindSelect } from './kind-select.tsx';
import { TASKS } from './look-ups.ts';
import styles from './order-care.module.css';
import type { OrderCareParts } from './parts.ts';
import { TaskRow } from './task-row.tsx';

interface HistoryPartProps {
  readonly parts: OrderCareParts;
  /** The beginning of an order number, of which the messages are shown. Null: the tasks are shown. */
  readonly orderNumber: string | null;
  readonly onOrderNumber: (orderNumber: string | null) => void;
  /** Shows the way to send a message. */
  readonly onSend: () => void;
}

/** The tasks that were made, or the orders that order care has written about. */
export function HistoryPart({ parts, orderNumber, onOrderNumber, onSend }: HistoryPartProps) {
  const { t } = useTranslation('orderCare');
  return (
    <div className={styles.history}>
      <Chips label={t('history.view')}>
        <Chip isOn={orderNumber === null} onPress={() => onOrderNumber(null)}>
          {t('history.tasks')}
        </Chip>
        <Chip isOn={orderNumber !== null} onPress={() => onOrderNumber(orderNumber ?? '')}>
          {t('history.orders')}
        </Chip>
      </Chips>
      {orderNumber === null ? (
        <Tasks parts={parts} onSend={onSend} />
      ) : (
        <CareItems parts={parts} task={null} orderNumber={orderNumber} onOrderNumber={onOrderNumber} />
      )}
    </div>
  );
}

/** The tasks, the newest first. */
function Tasks({ parts, onSend }: Pick<HistoryPartProps, 'parts' | 'onSend'>) {
  const { t } = useTranslation('orderCare');
  const [kind, setKind] = useState<OrderCareKind | null>(null);
  const [pageNo, setPageNo] = useState(1);
  const look = useLookUp(TASKS, { pageNo, ...(kind === null ? {} : { kind }) });
  return (
    <>
      <div className={styles.filters}>
        <KindSelect
          kind={kind}
          onKind={(next) => {
            setKind(next);
            setPageNo(1);
          }}
        />
      </div>
      <LookedUpPart
        look={look}
        draw={({ tasks, totalCount }) => (
          <>
            {tasks.length === 0 &&
              (kind === null ? (
                <Empty icon="clock" title={t('history.empty')} text={t('history.emptyText')}>
                  <Button kind="primary" onClick={onSend}>
                    {t('tab.send')}
                  </Button>
                </Empty>
              ) : (
                <Empty icon="clock" title={t('history.emptyKind')} />
              ))}
            <ul className={styles.tasks} aria-label={t('history.tasks')}>
              {tasks.map((task) => (
                <TaskRow key={task.taskId} task={task} parts={parts} />
              ))}
            </ul>
            <Pager pageNo={pageNo} pages={Math.ceil(totalCount / ORDER_CARE_LIMITS.taskPageSize)} onPage={setPageNo} />
          </>
        )}
      />
    </>
  );
}
