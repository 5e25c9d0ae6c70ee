import type { BulkSendItemView, BulkSendTaskView } from '@pasar/api';
import { BULK_ITEM_STATES, BULK_SEND_LIMITS, type BulkItemState } from '@pasar/domain';
import { useState } from 'react';
import { useDeskState } from '../../base/desk.tsx';
import { useLookUp } from '../../base/look-up.ts';
import { LookedUpPart } from '../../base/looked-up.tsx';
import { useMay } from '../../base/may.tsx';
import { Outcome } from '../../base/send-tasks/outcome.tsx';
import { Pager } from '../../base/send-tasks/pager.tsx';
import { ITEM_TEXTS } from '../../base/send-tasks/texts.ts';
import { ShopCell } from '../../base/shops/shop-cell.tsx';
import { useTranslation } from '../../base/texts/i18n.ts';
import { fullTime } from '../../base/texts/time-format.ts';
import { Button } from '../../ui/button.tsx';
import { Select } from '../../ui/select.tsx';
import table from '../../ui/table.module.css';
import styles from './bulk-send.module.css';
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
              <table className={table.table} aria-label={t('items.label', { name: task.taskName })}>
                <thead>
                  <tr>
                    <th scope="col">{t('column.buyer')}</th>
                    <th scope="col">{tasks('column.shop')}</th>
                    <th scope="col">{tasks('result')}</th>
                    <th scope="col">{tasks('sentAt')}</th>
                  </tr>
                </thead>
                <tbody>
                  {items.map((item) => (
                    <Item key={item.itemId} item={item} parts={parts} />
                  ))}
                </tbody>
              </table>
            )}
            <Pager pageNo={pageNo} pages={Math.ceil(totalCount / BULK_SEND_LIMITS.pageSize)} onPage={setPageNo} />
          </>
        )}
      />
    </div>
  );
}

function Item({ item, parts }: { readonly item: BulkSendItemView; readonly parts: BulkSendParts }) {
  const mayChat = useMay(['chat']);
  const shop = useDeskState(({ shops }) => shops.get(item.shopId) ?? null);
  const { conversationId, shopId } = item;
  return (
    <tr>
      <td dir="auto">
        {mayChat && conversationId !== null ? (
          <Button kind="link" onClick={() => parts.openConversation({ conversationId, shopId })}>
            {item.buyerName}
          </Button>
        ) : (
          item.buyerName
        )}
        {item.orderNumber !== null && <small className={styles.second}>{item.orderNumber}</small>}
      </td>
      <td>
        <ShopCell shop={shop} />
      </td>
      <td>
        <Outcome item={item} />
      </td>
      <td className="numbers">{item.sentAt === null ? '' : fullTime(item.sentAt)}</td>
    </tr>
  );
}
