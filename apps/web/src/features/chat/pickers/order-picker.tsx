import { CALLS } from '@pasar/api';
import { ORDER_STATUSES } from '@pasar/domain';
import type { LookUp } from '../../../base/look-up.ts';
import { useMay } from '../../../base/may.tsx';
import { reasonText, useLocale, useTranslation } from '../../../base/texts/i18n.ts';
import { moneyText } from '../../../base/texts/money-text.ts';
import { fullTime } from '../../../base/texts/time-format.ts';
import { Icon } from '../../../ui/icon.tsx';
import { ORDER_TEXTS } from '../cards/order-texts.ts';
import styles from './picker.module.css';
import { moveRow, Pages } from './picker-pages.tsx';
import type { PickProps } from './props.ts';
import { Thumb } from './thumb.tsx';

const ORDERS: LookUp<typeof CALLS.chat.listBuyerOrders> = {
  call: CALLS.chat.listBuyerOrders,
  // Orders move on (our choice).
  freshMs: 30_000,
  againMs: null,
  staleBy: { change: null, calls: [] },
};

/** The orders of the buyer at this shop; choosing one sends it. */
export function OrderPicker({ conversation, shop, onPick }: PickProps) {
  const { t } = useTranslation('pickers');
  const { t: cards } = useTranslation('cards');
  const locale = useLocale();
  const mayLook = useMay(['order']);
  if (!mayLook) return <p className={styles.none}>{reasonText('no_permission', locale)}</p>;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys move between the controls inside.
    <div className={styles.list} onKeyDown={moveRow}>
      <Pages
        lookUp={ORDERS}
        input={{ conversationId: conversation.conversationId }}
        draw={({ orders }) =>
          orders.length === 0 ? (
            <p className={styles.note}>{t('order.none', { name: conversation.buyer.name })}</p>
          ) : (
            <ul className={styles.rows} aria-label={t('order.list', { name: conversation.buyer.name })}>
              {orders.map(
                ({ orderId, orderNumber, status, wireStatus, total, createdAt, iconUrl, title, itemCount }) => {
                  const known = ORDER_STATUSES.find((one) => one === status);
                  const order = { orderId, orderNumber, status: known ?? wireStatus, total, iconUrl };
                  return (
                    <li key={orderId}>
                      <button
                        type="button"
                        className={styles.sending}
                        data-row=""
                        aria-label={t('order.send', { number: orderNumber })}
                        onClick={() => onPick([{ type: 'order', order }])}
                      >
                        <Thumb url={iconUrl} shop={shop} />
                        <span className={styles.lines}>
                          <span className={styles.name}>{orderNumber}</span>
                          <span className={styles.facts}>
                            {itemCount > 1 && <span>{cards('card.items', { count: itemCount })}</span>}
                            <span className={styles.cut}>{title}</span>
                          </span>
                          <span className={styles.facts}>
                            <span>
                              {known === undefined
                                ? cards('order.unknown', { word: wireStatus })
                                : cards(ORDER_TEXTS[known])}
                            </span>
                            <span className={styles.price}>{moneyText(total, locale)}</span>
                            <span>{fullTime(createdAt).slice(0, -3)}</span>
                          </span>
                        </span>
                        <Icon name="send" size={16} />
                      </button>
                    </li>
                  );
                },
              )}
            </ul>
          )
        }
      />
    </div>
  );
}
