import type { BulkSendTaskView } from '@pasar/api';
import type { BulkItemState, ShopId } from '@pasar/domain';
import { useState } from 'react';
import { useLookUp } from '../../base/look-up.ts';
import { useLookUpPages } from '../../base/look-up-pages.ts';
import { LookedUpPart } from '../../base/looked-up.tsx';
import { ResultSelect } from '../../base/send-tasks/result-select.tsx';
import { ShopSelect } from '../../base/shops/place-selects.tsx';
import { useTranslation } from '../../base/texts/i18n.ts';
import { Button } from '../../ui/button.tsx';
import { Empty } from '../../ui/empty.tsx';
import { Select } from '../../ui/select.tsx';
import styles from './bulk-send.module.css';
import { ExportButton } from './export-button.tsx';
import { ItemTable } from './item-table.tsx';
import { DISTRIBUTION, TASKS } from './look-ups.ts';
import type { BulkSendParts } from './parts.ts';

/** The tasks that can be chosen: the newest (our choice). The others show their recipients in the list of tasks. */
const CHOSEN_FROM = 100;

interface Filter {
  readonly taskId: string | null;
  readonly shopId: ShopId | null;
  readonly state: BulkItemState | null;
}

/** To whom the tasks write and have written, the newest recipients first. */
export function DistributionList({ parts }: { readonly parts: BulkSendParts }) {
  const { t } = useTranslation('bulkSend');
  const [filter, setFilter] = useState<Filter>({ taskId: null, shopId: null, state: null });
  const { taskId, shopId, state } = filter;
  const { look, more, isMoreComing, isOfBefore } = useLookUpPages({
    lookUp: DISTRIBUTION,
    inputOf: (after) => ({
      ...(taskId === null ? {} : { taskId }),
      ...(shopId === null ? {} : { shopId }),
      ...(state === null ? {} : { state }),
      ...(after === null ? {} : { after }),
    }),
    nextOf: ({ next }) => next,
    isWanted: true,
  });
  const isNarrow = taskId !== null || shopId !== null || state !== null;
  return (
    <div className={styles.items} aria-busy={isOfBefore}>
      <Filters filter={filter} onChange={(part) => setFilter({ ...filter, ...part })} />
      <LookedUpPart
        look={look}
        draw={(pages) => {
          const items = pages.flatMap((page) => page.items);
          if (items.length > 0)
            return <ItemTable label={t('tab.distribution')} items={items} parts={parts} hasTask={taskId === null} />;
          return (
            <Empty
              icon="send"
              title={t(isNarrow ? 'items.none' : 'distribution.empty')}
              {...(isNarrow ? {} : { text: t('distribution.emptyText') })}
            />
          );
        }}
      />
      {more !== null && (
        <Button kind="plain" className={styles.more ?? ''} onClick={more}>
          {t('distribution.more')}
        </Button>
      )}
      {isMoreComing && <p role="status">{t('distribution.coming')}</p>}
    </div>
  );
}

function Filters({
  filter,
  onChange,
}: {
  readonly filter: Filter;
  readonly onChange: (part: Partial<Filter>) => void;
}) {
  const { t } = useTranslation('bulkSend');
  const { t: tasks } = useTranslation('sendTasks');
  const look = useLookUp(TASKS, { pageNo: 1, pageSize: CHOSEN_FROM });
  const known: readonly BulkSendTaskView[] = look.state === 'found' || look.state === 'stale' ? look.data.tasks : [];
  return (
    <div className={styles.filters}>
      <Select
        aria-label={t('column.task')}
        value={filter.taskId ?? ''}
        onChange={({ currentTarget: { value } }) => onChange({ taskId: value === '' ? null : value })}
      >
        <option value="">{t('filter.all')}</option>
        {known.map(({ taskId, taskName }) => (
          <option key={taskId} value={taskId}>
            {taskName}
          </option>
        ))}
      </Select>
      <ShopSelect
        label={tasks('column.shop')}
        all={t('target.allShops')}
        shopId={filter.shopId}
        onShop={(shopId) => onChange({ shopId })}
      />
      <ResultSelect state={filter.state} all={t('items.all')} onState={(state) => onChange({ state })} />
      {filter.taskId !== null && <ExportButton taskId={filter.taskId} />}
    </div>
  );
}
