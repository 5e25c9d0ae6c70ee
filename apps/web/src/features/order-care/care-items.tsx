import type { OrderCareItemView, OrderCareTaskView } from '@pasar/api';
import { type BulkItemState, ORDER_CARE_LIMITS, type OrderCareKind, type ShopId } from '@pasar/domain';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import { useDeskState } from '../../base/desk.tsx';
import { useLookUp } from '../../base/look-up.ts';
import { LookedUpPart } from '../../base/looked-up.tsx';
import { useMay } from '../../base/may.tsx';
import { orderAddress } from '../../base/order-address.ts';
import { Outcome } from '../../base/send-tasks/outcome.tsx';
import { Pager } from '../../base/send-tasks/pager.tsx';
import { ResultSelect } from '../../base/send-tasks/result-select.tsx';
import { ShopSelect } from '../../base/shops/place-selects.tsx';
import { ShopCell } from '../../base/shops/shop-cell.tsx';
import { useTranslation } from '../../base/texts/i18n.ts';
import { fullTime } from '../../base/texts/time-format.ts';
import { Button } from '../../ui/button.tsx';
import { Empty } from '../../ui/empty.tsx';
import { SearchBox } from '../../ui/search-box.tsx';
import table from '../../ui/table.module.css';
import { KindSelect } from './kind-select.tsx';
import { ITEMS } from './look-ups.ts';
import styles from './order-care.module.css';
import type { OrderCareParts } from './parts.ts';
import { KIND_TEXTS } from './texts.ts';

interface CareItemsProps {
  readonly parts: OrderCareParts;
  /** Null: the orders of all tasks. */
  readonly task: OrderCareTaskView | null;
  readonly orderNumber: string;
  /** Null: the page keeps no order number. */
  readonly onOrderNumber: ((orderNumber: string) => void) | null;
}

interface Filter {
  readonly kind: OrderCareKind | null;
  readonly state: BulkItemState | null;
  readonly shopId: ShopId | null;
}

/** The orders of a task or of all: what was sent about each and when, or why not. */
export function CareItems({ parts, task, orderNumber, onOrderNumber }: CareItemsProps) {
  const { t } = useTranslation('orderCare');
  const [filter, setFilter] = useState<Filter>({ kind: null, state: null, shopId: null });
  const [page, setPage] = useState(1);
  const [words, setWords] = useState(orderNumber);
  const { kind, state, shopId } = filter;
  const sought = onOrderNumber === null ? words : orderNumber;
  const look = useLookUp(ITEMS, {
    page,
    ...(task === null ? {} : { taskId: task.taskId }),
    ...(kind === null ? {} : { kind }),
    ...(state === null ? {} : { state }),
    ...(shopId === null ? {} : { shopId }),
    ...(sought === '' ? {} : { orderNumber: sought }),
  });
  const isNarrow = kind !== null || state !== null || shopId !== null || sought !== '';
  return (
    <div className={styles.items}>
      <Filters
        filter={filter}
        hasKind={task === null}
        onChange={(part) => {
          setFilter({ ...filter, ...part });
          setPage(1);
        }}
      >
        <SearchBox
          label={t('items.search')}
          hint={t('items.search')}
          mostLength={64}
          words={sought}
          onWords={(next) => {
            setPage(1);
            (onOrderNumber ?? setWords)(next.trim());
          }}
        />
      </Filters>
      <LookedUpPart
        look={look}
        draw={({ items, totalCount }) => (
          <>
            {items.length === 0 ? (
              <Empty
                icon="box"
                title={t(isNarrow ? 'items.noMatch' : 'items.none')}
                text={t(isNarrow ? 'items.noMatchText' : 'items.noneText')}
              />
            ) : (
              <Table items={items} parts={parts} task={task} />
            )}
            <Pager pageNo={page} pages={Math.ceil(totalCount / ORDER_CARE_LIMITS.pageSize)} onPage={setPage} />
          </>
        )}
      />
    </div>
  );
}

function Filters(props: {
  readonly filter: Filter;
  readonly hasKind: boolean;
  readonly onChange: (part: Partial<Filter>) => void;
  readonly children: ReactNode;
}) {
  const { t } = useTranslation('orderCare');
  const { t: tasks } = useTranslation('sendTasks');
  const { filter, onChange } = props;
  return (
    <div className={styles.filters}>
      {props.children}
      {props.hasKind && <KindSelect kind={filter.kind} onKind={(kind) => onChange({ kind })} />}
      <ResultSelect state={filter.state} all={t('items.allStates')} onState={(state) => onChange({ state })} />
      <ShopSelect
        label={tasks('column.shop')}
        all={t('shops.all')}
        shopId={filter.shopId}
        onShop={(shopId) => onChange({ shopId })}
      />
    </div>
  );
}

function Table(props: Pick<CareItemsProps, 'parts' | 'task'> & { readonly items: readonly OrderCareItemView[] }) {
  const { t } = useTranslation('orderCare');
  const { t: tasks } = useTranslation('sendTasks');
  const { task } = props;
  return (
    <div className={styles.scroll}>
      <table
        className={`${table.table} ${styles.table}`}
        aria-label={task === null ? t('history.orders') : t('items.of', { name: t(KIND_TEXTS[task.kind]) })}
      >
        <thead>
          <tr>
            <th scope="col">{t('column.order')}</th>
            <th scope="col">{tasks('column.shop')}</th>
            <th scope="col">{t('column.message')}</th>
            <th scope="col">{tasks('result')}</th>
            <th scope="col">{tasks('sentAt')}</th>
          </tr>
        </thead>
        <tbody>
          {props.items.map((item) => (
            <Item key={item.itemId} item={item} parts={props.parts} hasKind={task === null} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Item(props: { readonly item: OrderCareItemView; readonly parts: OrderCareParts; readonly hasKind: boolean }) {
  const { t } = useTranslation('orderCare');
  const { item, parts } = props;
  const mayChat = useMay(['chat']);
  const maySeeOrders = useMay(['order']);
  const shop = useDeskState(({ shops }) => shops.get(item.shopId) ?? null);
  const { conversationId, shopId, orderNumber, buyerName, texts } = item;
  return (
    <tr>
      <td>
        {maySeeOrders ? (
          <Link className={styles.link} to={orderAddress(orderNumber)}>
            {orderNumber}
          </Link>
        ) : (
          orderNumber
        )}
        <span className={styles.second} dir="auto">
          {mayChat && conversationId !== null ? (
            <Button
              kind="link"
              aria-label={t('items.open', { buyer: buyerName })}
              onClick={() => parts.openConversation({ conversationId, shopId })}
            >
              {buyerName}
            </Button>
          ) : (
            buyerName
          )}
        </span>
      </td>
      <td>
        <ShopCell shop={shop} />
      </td>
      <td>
        {props.hasKind && t(KIND_TEXTS[item.kind])}
        {texts.length > 0 && <Texts texts={texts} />}
      </td>
      <td>
        <Outcome item={item} />
      </td>
      <td className="numbers">{item.sentAt === null ? '' : fullTime(item.sentAt)}</td>
    </tr>
  );
}

/** What was sent: its first line, and everything once it is opened. */
function Texts({ texts }: Pick<OrderCareItemView, 'texts'>) {
  const [first = '', ...others] = texts;
  return (
    <details className={styles.texts}>
      <summary dir="auto">{first}</summary>
      {others.map((text, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the texts have no other name than their place.
        <p key={index} dir="auto">
          {text}
        </p>
      ))}
    </details>
  );
}
