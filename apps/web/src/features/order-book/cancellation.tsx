import type { BookedOrder, ShopView } from '@pasar/api';
import { MARKETPLACE_NAMES, offers } from '@pasar/domain';
import { useState } from 'react';
import { failureText } from '../../base/texts/failure-text.ts';
import { useTranslation } from '../../base/texts/i18n.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import page from '../../ui/list-page.module.css';
import { toast } from '../../ui/toasts.tsx';
import { answerCancellation } from './commands.ts';
import type { OrderBookParts } from './parts.ts';

interface CancellationProps extends Pick<OrderBookParts, 'ReasonedButton'> {
  readonly order: Pick<BookedOrder, 'shopId' | 'orderId' | 'orderNumber' | 'buyerName'>;
  readonly shop: ShopView;
}

/** Accepts or refuses that the order is cancelled, asked once. */
export function Cancellation({ ReasonedButton, order, shop }: CancellationProps) {
  const { t } = useTranslation('orderBook');
  const { t: common } = useTranslation('common');
  const [asked, setAsked] = useState<'accept' | 'refuse' | null>(null);
  const [isAnswered, setIsAnswered] = useState(false);
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
      {reason !== null && <p className={page.reason}>{reason}</p>}
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
