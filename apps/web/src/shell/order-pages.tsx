import type { BookedOrder } from '@pasar/api';
import type { ConversationId } from '@pasar/domain';
import { type ComponentProps, useCallback, useMemo } from 'react';
import { Navigate, Route, Routes, useNavigate } from 'react-router';
import { needFiguresTexts } from '../base/figures/need-texts.ts';
import { failedDialog, lazyScreen, withTexts } from '../base/lazy-screen.tsx';
import { AfterSalesPage } from '../features/after-sales/after-sales-page.tsx';
import { BookedOrderDetails } from '../features/chat/orders/booked-order.tsx';
import { CancelReason } from '../features/chat/orders/cancel-reason.tsx';
import { OfficeButton } from '../features/chat/orders/office-button.tsx';
import { OrderStatusWord } from '../features/chat/orders/order-status.tsx';
import { Thumb } from '../features/chat/pickers/thumb.tsx';
import { reveal } from '../features/chat/place/selection.ts';
import { ReasonedButton } from '../features/chat/tab/reasoned-button.tsx';
import { NotificationsPage } from '../features/notifications/notifications-page.tsx';
import { Cancellation } from '../features/order-book/cancellation.tsx';
import { OrderBookPage } from '../features/order-book/order-book-page.tsx';
import { WriteButton } from '../features/order-book/write-button.tsx';
import type { CareDialogProps } from '../features/order-care/care-dialog.tsx';
import { needOrderCareTexts } from '../features/order-care/need-texts.ts';
import { ReviewsPage } from '../features/reviews/reviews-page.tsx';
import { needStatisticsTexts } from '../features/statistics/need-texts.ts';
import { needTeamFiguresTexts } from '../features/team-figures/need-texts.ts';
import { OrderNav } from './order-nav.tsx';
import styles from './order-pages.module.css';

const Statistics = lazyScreen(() =>
  withTexts(
    () => Promise.all([needFiguresTexts(), needStatisticsTexts()]),
    () => import('../features/statistics/statistics-page.tsx').then(({ StatisticsPage }) => StatisticsPage),
  ),
);
const TeamFigures = lazyScreen(() =>
  withTexts(
    () => Promise.all([needFiguresTexts(), needTeamFiguresTexts()]),
    () => import('../features/team-figures/team-figures-page.tsx').then(({ TeamFiguresPage }) => TeamFiguresPage),
  ),
);

const CareDialog = lazyScreen<CareDialogProps>(
  () =>
    withTexts(needOrderCareTexts, () =>
      import('../features/order-care/care-dialog.tsx').then(({ CareDialog }) => CareDialog),
    ),
  { failed: failedDialog(({ onClose }) => onClose()) },
);
/** It is not what the order is looked at for, so its failure says nothing. */
const Cared = lazyScreen(
  () => withTexts(needOrderCareTexts, () => import('../features/order-care/cared.tsx').then(({ Cared }) => Cared)),
  { failed: () => null },
);

/** The pages about orders and what follows them, with what the chat shows of an order, and the way into the chat. */
function useParts() {
  const navigate = useNavigate();
  const openConversation = useCallback(
    (conversationId: ConversationId, { shopId }: Pick<BookedOrder, 'shopId'>) => {
      reveal('all', { conversationId, shopId });
      void navigate('/chat/all');
    },
    [navigate],
  );
  return useMemo(() => {
    const Write = (props: Pick<ComponentProps<typeof WriteButton>, 'order'>) => (
      <WriteButton ReasonedButton={ReasonedButton} openConversation={openConversation} {...props} />
    );
    const Cancel = (props: Pick<ComponentProps<typeof Cancellation>, 'order' | 'shop'>) => (
      <Cancellation ReasonedButton={ReasonedButton} {...props} />
    );
    return {
      book: {
        Status: OrderStatusWord,
        CancelReason,
        Thumb,
        Details: BookedOrderDetails,
        ReasonedButton,
        OfficeButton,
        CareDialog,
        Cared,
        openConversation,
      },
      others: { Thumb, CancelReason, Write, Cancellation: Cancel, OfficeButton },
    };
  }, [openConversation]);
}

/** The orders of all shops, and beside them what follows a sale. */
export function OrderPages() {
  const { book, others } = useParts();
  return (
    <div className={styles.area}>
      <OrderNav />
      <Routes>
        <Route index element={<OrderBookPage parts={book} />} />
        <Route path="after-sales" element={<AfterSalesPage parts={others} />} />
        <Route path="reviews" element={<ReviewsPage parts={others} />} />
        <Route path="notifications" element={<NotificationsPage />} />
        <Route path="statistics" element={<Statistics />} />
        <Route path="team" element={<TeamFigures parts={book} />} />
        <Route path="*" element={<Navigate to="/orders" replace />} />
      </Routes>
    </div>
  );
}
