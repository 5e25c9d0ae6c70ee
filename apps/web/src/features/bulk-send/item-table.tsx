import type { BulkSendItemView } from '@pasar/api';
import { useDeskState } from '../../base/desk.tsx';
import { useMay } from '../../base/may.tsx';
import { Outcome } from '../../base/send-tasks/outcome.tsx';
import { ShopCell } from '../../base/shops/shop-cell.tsx';
import { useTranslation } from '../../base/texts/i18n.ts';
import { fullTime } from '../../base/texts/time-format.ts';
import { Button } from '../../ui/button.tsx';
import table from '../../ui/table.module.css';
import styles from './bulk-send.module.css';
import type { BulkSendParts } from './parts.ts';

type Shown = BulkSendItemView & { readonly taskName?: string };

/** Recipients, and what became of each. */
export function ItemTable(props: {
  readonly label: string;
  readonly items: readonly Shown[];
  readonly parts: BulkSendParts;
  /** Whether the recipients are those of several tasks. */
  readonly hasTask: boolean;
}) {
  const { t } = useTranslation('bulkSend');
  const { t: tasks } = useTranslation('sendTasks');
  return (
    <div className={styles.scroll}>
      <table className={`${table.table} ${styles.table}`} aria-label={props.label}>
        <thead>
          <tr>
            <th scope="col">{tasks('column.buyer')}</th>
            <th scope="col">{tasks('column.shop')}</th>
            {props.hasTask && <th scope="col">{t('column.task')}</th>}
            <th scope="col">{tasks('result')}</th>
            <th scope="col">{tasks('sentAt')}</th>
          </tr>
        </thead>
        <tbody>
          {props.items.map((item) => (
            <Item key={item.itemId} item={item} parts={props.parts} hasTask={props.hasTask} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Item(props: { readonly item: Shown; readonly parts: BulkSendParts; readonly hasTask: boolean }) {
  const { item, parts } = props;
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
      {props.hasTask && <td dir="auto">{item.taskName}</td>}
      <td>
        <Outcome item={item} />
      </td>
      <td className="numbers">{item.sentAt === null ? '' : fullTime(item.sentAt)}</td>
    </tr>
  );
}
