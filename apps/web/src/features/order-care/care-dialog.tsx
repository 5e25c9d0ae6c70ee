import type { BookedOrder } from '@pasar/api';
import { ORDER_CARE_KINDS, ORDER_CARE_LIMITS, type OrderCareKind } from '@pasar/domain';
import { type FormEvent, useId, useState } from 'react';
import { Link } from 'react-router';
import { useDesk } from '../../base/desk.tsx';
import { failureText } from '../../base/texts/failure-text.ts';
import { useTranslation } from '../../base/texts/i18n.ts';
import { Button } from '../../ui/button.tsx';
import form from '../../ui/form-dialog.module.css';
import { onOwnCancel, useModal } from '../../ui/use-modal.ts';
import { sendToOrders } from './commands.ts';
import { DelayedHint } from './delayed-hint.tsx';
import styles from './order-care.module.css';
import { ParcelHint } from './parcel-hint.tsx';
import { addressOf } from './place.ts';
import { isAtStage } from './stage.ts';
import { KIND_TEXTS, STAGE_TEXTS } from './texts.ts';

export interface CareDialogProps {
  readonly orders: readonly BookedOrder[];
  readonly onClose: () => void;
}

/** Sends the message of a kind to the buyers of chosen orders. Those that are not at its stage are left out. */
export function CareDialog({ orders, onClose }: CareDialogProps) {
  const { t } = useTranslation('orderCare');
  const { t: common } = useTranslation('common');
  const id = useId();
  const dialog = useModal();
  const desk = useDesk();
  const [due] = useState(() => {
    const { shops } = desk.state.get();
    const now = Date.now();
    const of = (kind: OrderCareKind) =>
      orders.filter((order) =>
        isAtStage(order, kind, { marketplace: shops.get(order.shopId)?.marketplace ?? null, now }),
      );
    return new Map(ORDER_CARE_KINDS.map((kind) => [kind, of(kind)]));
  });
  const dueAt = (kind: OrderCareKind) => due.get(kind) ?? [];
  const [kind, setKind] = useState<OrderCareKind>(() =>
    ORDER_CARE_KINDS.reduce((most, one) => (dueAt(one).length > dueAt(most).length ? one : most)),
  );
  const [problem, setProblem] = useState<{ readonly text: string; readonly isContent: boolean } | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const [added, setAdded] = useState<number | null>(null);
  const chosen = dueAt(kind).slice(0, ORDER_CARE_LIMITS.orders);
  const left = orders.length - chosen.length;
  const send = async (event: FormEvent) => {
    event.preventDefault();
    setIsBusy(true);
    setProblem(null);
    const result = await sendToOrders({ kind, orders: chosen.map(({ shopId, orderId }) => ({ shopId, orderId })) });
    setIsBusy(false);
    if (result.ok) return setAdded(result.data.addedCount);
    const { failure } = result;
    const isContent = failure.kind === 'refused' && failure.code === 'content_empty';
    setProblem({ isContent, text: isContent ? t('preview.noContent') : failureText(failure, common) });
  };
  return (
    <dialog ref={dialog} className={form.small} aria-labelledby={id} onCancel={onOwnCancel(onClose)}>
      <form className={form.form} onSubmit={(event) => void send(event)}>
        <h2 id={id} className={form.title}>
          {t('dialog.title', { count: orders.length })}
        </h2>
        {added === null ? (
          <>
            <fieldset className={styles.kinds}>
              <legend>{t('send.kind')}</legend>
              {ORDER_CARE_KINDS.map((one) => (
                <label key={one} className={styles.kind}>
                  <input
                    type="radio"
                    name={`${id}-kind`}
                    checked={one === kind}
                    onChange={() => {
                      setKind(one);
                      setProblem(null);
                    }}
                  />
                  <span>
                    {t(KIND_TEXTS[one])}
                    <small className={styles.second}>{t(STAGE_TEXTS[one])}</small>
                  </span>
                  <span className={styles.due}>{t('dialog.due', { count: dueAt(one).length })}</span>
                </label>
              ))}
            </fieldset>
            {left > 0 && (
              <p className={form.hint}>{t(chosen.length === 0 ? 'dialog.nobody' : 'dialog.left', { count: left })}</p>
            )}
            <DelayedHint kind={kind} shopIds={chosen.map(({ shopId }) => shopId)} className={form.hint} />
            <ParcelHint kind={kind} shopIds={orders.map(({ shopId }) => shopId)} className={form.hint} />
            <p className={form.hint}>{t('dialog.once')}</p>
            {problem !== null && (
              <p className={form.bad} role="alert">
                {problem.text}{' '}
                {problem.isContent && (
                  <Link className={styles.link} to={addressOf({ tab: 'content', kind })}>
                    {t('preview.showIt')}
                  </Link>
                )}
              </p>
            )}
          </>
        ) : (
          <p role="status">
            {t('dialog.added', { count: added })}{' '}
            <Link className={styles.link} to={addressOf({ tab: 'history' })}>
              {t('dialog.history')}
            </Link>
          </p>
        )}
        <div className={form.actions}>
          <Button kind="plain" onClick={onClose}>
            {added === null ? t('cancel') : common('close')}
          </Button>
          {added === null && (
            <Button kind="primary" type="submit" disabled={isBusy || chosen.length === 0} aria-busy={isBusy}>
              {t('send.start', { count: chosen.length })}
            </Button>
          )}
        </div>
      </form>
    </dialog>
  );
}
