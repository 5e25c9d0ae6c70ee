import type { OrderCarePreview } from '@pasar/api';
import type { OrderCareKind, OrderCareRange, ShopId } from '@pasar/domain';
import type { CallFailure } from '@pasar/sync';
import { type ReactNode, useRef, useState } from 'react';
import { useLookUp } from '../../base/look-up.ts';
import { LookUpProblem } from '../../base/looked-up.tsx';
import { useMay } from '../../base/may.tsx';
import { useReadNow } from '../../base/readings/reading-line.tsx';
import { ByShop, HowMany } from '../../base/send-tasks/previewed.tsx';
import { Recipients } from '../../base/send-tasks/recipients.tsx';
import { failureText } from '../../base/texts/failure-text.ts';
import { useTranslation } from '../../base/texts/i18n.ts';
import { Button } from '../../ui/button.tsx';
import { Empty } from '../../ui/empty.tsx';
import { createTask } from './commands.ts';
import { DelayedHint } from './delayed-hint.tsx';
import { PREVIEW, RECIPIENTS } from './look-ups.ts';
import styles from './order-care.module.css';
import { ParcelHint } from './parcel-hint.tsx';

interface SendPreviewProps {
  readonly kind: OrderCareKind;
  readonly range: OrderCareRange;
  readonly shopIds: readonly ShopId[];
  /** Whether the shops are those that are chosen now; nothing is sent to others. */
  readonly isSettled: boolean;
  /** What is shown where there is nothing to send. */
  readonly noContent: ReactNode;
  readonly onSent: () => void;
}

const isOf = (failure: CallFailure | null, code: string): boolean =>
  failure?.kind === 'refused' && failure.code === code;

/** Who would get the message, who is left out and why, and the button that sends it. */
export function SendPreview({ kind, range, shopIds, isSettled, noContent, onSent }: SendPreviewProps) {
  const { t } = useTranslation('orderCare');
  const { t: common } = useTranslation('common');
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  const target = { kind, range, timeZone, shopIds: [...shopIds] };
  const look = useLookUp(PREVIEW, target);
  const [isBusy, setIsBusy] = useState(false);
  const [refusal, setRefusal] = useState<{ readonly of: string; readonly failure: CallFailure } | null>(null);
  // Another choice shows what was known before until its own answer is here, so that nothing jumps.
  const before = useRef<OrderCarePreview | null>(null);
  const current = look.state === 'found' || look.state === 'stale' ? look.data : null;
  if (current !== null) before.current = current;
  const preview = current ?? (look.state === 'waiting' ? before.current : null);
  const asked = look.state === 'failed' ? look.failure : null;
  const failure = refusal?.of === JSON.stringify(target) ? refusal.failure : asked;
  const send = async () => {
    setIsBusy(true);
    setRefusal(null);
    const result = await createTask(target);
    setIsBusy(false);
    if (result.ok) onSent();
    else setRefusal({ of: JSON.stringify(target), failure: result.failure });
  };
  if (isOf(failure, 'content_empty')) return noContent;
  const isNobody = isOf(failure, 'no_shops_to_urge') || preview?.sendCount === 0;
  const unread = preview === null ? null : unreadOnly(preview, shopIds);
  const isCurrent = isSettled && current !== null;
  const canSend = isCurrent && current.sendCount > 0;
  return (
    <div className={styles.previewed} aria-busy={!isCurrent}>
      {preview === null && look.state === 'waiting' && <p className={styles.hint}>{common('lookUp.waiting')}</p>}
      {preview !== null && preview.unreadShopIds.length > 0 && unread !== 'orders' && (
        <p className={styles.wait}>{t('preview.partlyUnread', { count: preview.unreadShopIds.length })}</p>
      )}
      {preview !== null && preview.unreadReviewShopIds.length > 0 && unread === null && (
        <p className={styles.wait}>{t('preview.partlyUnreadReviews', { count: preview.unreadReviewShopIds.length })}</p>
      )}
      {unread !== null && <Unread subject={unread} />}
      {isNobody && unread === null && <Empty icon="check" title={t('preview.nobody')} text={t('preview.nobodyText')} />}
      {preview !== null && preview.sendCount > 0 && <HowMany of="orders" preview={preview} />}
      <DelayedHint kind={kind} shopIds={shopIds} className={styles.wait} />
      {preview !== null && (
        <ParcelHint kind={kind} shopIds={shopIds} unread={preview.unreadParcels} className={styles.wait} />
      )}
      {!isOf(asked, 'no_shops_to_urge') && <LookUpProblem look={look} />}
      {refusal !== null && failure === refusal.failure && !isNobody && (
        <p className={styles.bad} role="alert">
          {failureText(failure, common)}
        </p>
      )}
      {preview !== null && preview.sendCount > 0 && (
        <Button
          kind="primary"
          className={styles.start ?? ''}
          disabled={isBusy || !canSend}
          aria-busy={isBusy}
          onClick={() => void send()}
        >
          {t('send.start', { count: preview.sendCount })}
        </Button>
      )}
      {preview !== null && preview.totalCount > 0 && (
        <ByShop shops={preview.shops.filter((shop) => shop.sendCount > 0 || shop.skipped.length > 0)} />
      )}
      {preview !== null && preview.totalCount > 0 && (
        <Recipients shops={preview.shops} lookUp={RECIPIENTS} inputOf={(slice) => ({ ...target, ...slice })} />
      )}
    </div>
  );
}

/** The list that was read of none of the shops, so that nothing can be said of their orders; null: something is known. */
function unreadOnly(
  { totalCount, unreadShopIds, unreadReviewShopIds }: OrderCarePreview,
  shopIds: readonly ShopId[],
): 'orders' | 'reviews' | null {
  const isAll = (unread: readonly ShopId[]) =>
    totalCount === 0 && unread.length > 0 && unread.length === shopIds.length;
  return isAll(unreadShopIds) ? 'orders' : isAll(unreadReviewShopIds) ? 'reviews' : null;
}

/** A member with the key of orders has the list read. */
function Unread({ subject }: { readonly subject: 'orders' | 'reviews' }) {
  const { t } = useTranslation('orderCare');
  const mayRead = useMay(['order']);
  const readNow = useReadNow(subject);
  const words = (
    {
      orders: ['preview.unread', 'preview.unreadText', 'preview.unreadAsk', 'preview.readNow'],
      reviews: [
        'preview.unreadReviews',
        'preview.unreadReviewsText',
        'preview.unreadReviewsAsk',
        'preview.readReviewsNow',
      ],
    } as const
  )[subject];
  return (
    <Empty icon="box" title={t(words[0])} text={t(mayRead ? words[1] : words[2])}>
      {mayRead && (
        <Button kind="primary" onClick={() => void readNow()}>
          {t(words[3])}
        </Button>
      )}
    </Empty>
  );
}
