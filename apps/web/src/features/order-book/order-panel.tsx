import type { BookedOrder, ShopView } from '@pasar/api';
import { MARKETPLACE_NAMES, offers } from '@pasar/domain';
import { useEffect, useId, useRef, useState } from 'react';
import { useDesk, useDeskState } from '../../base/desk.tsx';
import { useMay } from '../../base/may.tsx';
import { failureText } from '../../base/texts/failure-text.ts';
import { reasonText, useLocale, useTranslation } from '../../base/texts/i18n.ts';
import { fullTime } from '../../base/texts/time-format.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { toast } from '../../ui/toasts.tsx';
import { useReturnFocus } from '../../ui/use-modal.ts';
import { answerCancellation } from './commands.ts';
import styles from './order-book.module.css';
import { ShopCell } from './order-row.tsx';
import type { OrderBookParts } from './parts.ts';
import { useCopy } from './use-copy.ts';

interface OrderPanelProps {
  readonly parts: OrderBookParts;
  readonly order: BookedOrder;
  readonly onClose: () => void;
}

/** Everything about an order, beside the table. Escape closes it, and the focus returns to the row. */
export function OrderPanel({ parts, order, onClose }: OrderPanelProps) {
  const { t } = useTranslation('orderBook');
  const { t: common } = useTranslation('common');
  const id = useId();
  const copy = useCopy();
  const head = useRef<HTMLHeadingElement>(null);
  const shop = useDeskState(({ shops }) => shops.get(order.shopId) ?? null);
  useReturnFocus();
  useEffect(() => head.current?.focus(), []);
  return (
    <section
      className={styles.panel}
      aria-labelledby={id}
      onKeyDown={(event) => {
        // A dialog over the panel closes by itself.
        if (event.key === 'Escape' && !(event.target instanceof Element && event.target.closest('dialog'))) onClose();
      }}
    >
      <header className={styles.panelHead}>
        <h2 id={id} ref={head} tabIndex={-1} className={styles.panelTitle}>
          {t('panel.title', { number: order.orderNumber })}
        </h2>
        <IconButton
          icon="copy"
          label={t('copy', { number: order.orderNumber })}
          onClick={() => copy(order.orderNumber)}
        />
        <IconButton icon="close" label={common('close')} onClick={onClose} />
      </header>
      <div className={styles.panelBody}>
        <div className={styles.panelShop}>
          <ShopCell shop={shop} />
          <span className={styles.cut}>{order.buyerName}</span>
        </div>
        {shop !== null && (
          <parts.Details
            order={order}
            shop={shop}
            actions={
              <>
                <WriteButton parts={parts} order={order} />
                <Cancellation parts={parts} order={order} shop={shop} />
              </>
            }
          >
            <Timeline order={order} />
          </parts.Details>
        )}
      </div>
    </section>
  );
}

/** Opens the conversation with the buyer; where the shop has none yet, the marketplace opens one. */
function WriteButton({ parts: { ReasonedButton, openConversation }, order }: Omit<OrderPanelProps, 'onClose'>) {
  const { t } = useTranslation('orderBook');
  const { t: common } = useTranslation('common');
  const locale = useLocale();
  const desk = useDesk();
  const mayChat = useMay(['chat']);
  const [isOpening, setIsOpening] = useState(false);
  const write = async () => {
    if (order.conversationId !== null) return openConversation(order.conversationId, order);
    if (isOpening) return;
    setIsOpening(true);
    const result = await desk.lists.openForOrder(order.shopId, order.orderNumber);
    setIsOpening(false);
    if (!result.ok) return toast('bad', failureText(result.failure, common));
    if (result.data === null) return toast('bad', t('write.none'));
    openConversation(result.data, order);
  };
  return (
    <ReasonedButton reason={mayChat ? null : reasonText('no_permission', locale)} onClick={() => void write()}>
      {t('write.button')}
    </ReasonedButton>
  );
}

interface CancellationProps extends Omit<OrderPanelProps, 'onClose'> {
  readonly shop: ShopView;
}

/** Accepts or refuses that the order is cancelled, asked once. Nothing for an order that nobody wants to cancel. */
function Cancellation({ parts: { ReasonedButton }, order, shop }: CancellationProps) {
  const { t } = useTranslation('orderBook');
  const { t: common } = useTranslation('common');
  const [asked, setAsked] = useState<'accept' | 'refuse' | null>(null);
  const [isAnswered, setIsAnswered] = useState(false);
  if (order.status !== 'in_cancel') return null;
  const reason = !offers(shop.marketplace, 'orders.answerCancellation')
    ? t('cancel.notHere', { marketplace: MARKETPLACE_NAMES[shop.marketplace] })
    : isAnswered
      ? t('cancel.answered')
      : null;
  const answer = async (isAccepted: boolean) => {
    setIsAnswered(true);
    const result = await answerCancellation(order, isAccepted);
    if (result.ok) return toast('good', t(isAccepted ? 'cancel.accepted' : 'cancel.refused'));
    setIsAnswered(false);
    toast('bad', failureText(result.failure, common));
  };
  return (
    <>
      <ReasonedButton reason={reason} onClick={() => setAsked('accept')}>
        {t('cancel.accept')}
      </ReasonedButton>
      <ReasonedButton reason={reason} onClick={() => setAsked('refuse')}>
        {t('cancel.refuse')}
      </ReasonedButton>
      {reason !== null && <p className={styles.reason}>{reason}</p>}
      {asked !== null && (
        <ConfirmDialog
          title={t(asked === 'accept' ? 'cancel.acceptTitle' : 'cancel.refuseTitle')}
          text={t(asked === 'accept' ? 'cancel.acceptText' : 'cancel.refuseText')}
          confirm={t(asked === 'accept' ? 'cancel.accept' : 'cancel.refuse')}
          cancel={t('cancel.later')}
          {...(asked === 'accept' ? { tone: 'danger' as const } : {})}
          onConfirm={() => void answer(asked === 'accept')}
          onClose={() => setAsked(null)}
        >
          {`${order.orderNumber} · ${order.buyerName}`}
        </ConfirmDialog>
      )}
    </>
  );
}

/** What happened to the order, newest first. */
function Timeline({ order }: { readonly order: BookedOrder }) {
  const { t } = useTranslation('orderBook');
  const { createdAt, changedAt, readAt, cancelReason, carrier, trackingNumber } = order;
  const events = [
    { at: readAt, text: t('event.read') },
    { at: changedAt, text: t('event.changed') },
    { at: createdAt, text: t('event.ordered') },
  ];
  return (
    <section className={styles.events} aria-label={t('event.label')}>
      <h3 className={styles.subtitle}>{t('event.label')}</h3>
      {cancelReason !== null && <p>{t('event.cancelReason', { reason: cancelReason })}</p>}
      {(carrier !== null || trackingNumber !== null) && (
        <p>{[carrier, trackingNumber].filter((word) => word !== null).join(' ')}</p>
      )}
      <ol>
        {events.map(({ at, text }) => (
          <li key={text}>
            <span>{text}</span>
            <time className="numbers" dateTime={new Date(at).toISOString()}>
              {fullTime(at)}
            </time>
          </li>
        ))}
      </ol>
    </section>
  );
}
