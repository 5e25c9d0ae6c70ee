import { type BookedOrder, ORDER_LIMITS } from '@pasar/api';
import { type FormEvent, useId, useState } from 'react';
import { useDeskState } from '../../base/desk.tsx';
import { shopName } from '../../base/shops/health.ts';
import { failureText } from '../../base/texts/failure-text.ts';
import { useLocale, useTranslation } from '../../base/texts/i18n.ts';
import { moneyText } from '../../base/texts/money-text.ts';
import { Button } from '../../ui/button.tsx';
import form from '../../ui/form-dialog.module.css';
import page from '../../ui/list-page.module.css';
import { onOwnCancel, useModal } from '../../ui/use-modal.ts';
import { changeAll, type Outcomes } from './bulk.ts';
import { answerCancellation, rateBuyerOf } from './commands.ts';
import styles from './order-book.module.css';
import { keyOf } from './parts.ts';

export interface BulkAction {
  readonly kind: 'rate' | 'accept' | 'refuse';
  readonly orders: readonly BookedOrder[];
  /** Of the ticked ones, how many the action leaves out. */
  readonly left: number;
}

const TITLES = { rate: 'bulk.rateTitle', accept: 'bulk.acceptTitle', refuse: 'bulk.refuseTitle' } as const;
const TEXTS = { rate: 'bulk.rateText', accept: 'bulk.acceptText', refuse: 'bulk.refuseText' } as const;
const CONFIRMS = { rate: 'bulk.rateConfirm', accept: 'cancel.accept', refuse: 'cancel.refuse' } as const;
const LEFT = { rate: 'bulk.notEvaluable', accept: 'bulk.notAnswerable', refuse: 'bulk.notAnswerable' } as const;
const SCORES = [1, 2, 3, 4, 5] as const;

/** Asks once, then changes the orders one after the other, and lists those that could not be changed. */
export function BulkDialog({ action, onClose }: { readonly action: BulkAction; readonly onClose: () => void }) {
  const { t } = useTranslation('orderBook');
  const { t: common } = useTranslation('common');
  const id = useId();
  const dialog = useModal();
  const { kind, orders, left } = action;
  const [stars, setStars] = useState<number | null>(null);
  const [comment, setComment] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const [outcomes, setOutcomes] = useState<Outcomes | null>(null);
  const begin = (event: FormEvent) => {
    event.preventDefault();
    if (kind === 'rate' && stars === null) return setProblem(t('bulk.choose'));
    const change = (order: BookedOrder) =>
      kind === 'rate' ? rateBuyerOf(order, stars ?? 0, comment) : answerCancellation(order, kind === 'accept');
    void changeAll(orders, change, setOutcomes);
  };
  return (
    <dialog ref={dialog} className={form.small} aria-labelledby={id} onCancel={onOwnCancel(onClose)}>
      <form className={form.form} onSubmit={begin}>
        <h2 id={id} className={form.title}>
          {t(TITLES[kind], { count: orders.length })}
        </h2>
        {left > 0 && <p className={page.unknown}>{t(LEFT[kind], { count: left })}</p>}
        {outcomes === null ? (
          <>
            {orders.length > 0 && <Concerned orders={orders} />}
            <p className={form.hint}>{t(TEXTS[kind])}</p>
            {kind === 'rate' && orders.length > 0 && (
              <>
                <fieldset className={form.part}>
                  <legend>{t('bulk.score')}</legend>
                  <div className={form.choices}>
                    {SCORES.map((score) => (
                      <label key={score}>
                        <input
                          type="radio"
                          name={`${id}-score`}
                          checked={score === stars}
                          onChange={() => {
                            setStars(score);
                            setProblem(null);
                          }}
                        />
                        {t('bulk.stars', { count: score })}
                      </label>
                    ))}
                  </div>
                </fieldset>
                <label className={form.field}>
                  <span>{t('bulk.comment')}</span>
                  <textarea
                    rows={2}
                    maxLength={ORDER_LIMITS.ratingComment}
                    value={comment}
                    onChange={({ currentTarget }) => setComment(currentTarget.value)}
                  />
                </label>
              </>
            )}
            {problem !== null && (
              <p className={form.bad} role="alert">
                {problem}
              </p>
            )}
          </>
        ) : (
          <Results {...outcomes} />
        )}
        <div className={form.actions}>
          <Button kind="plain" onClick={onClose}>
            {outcomes === null ? t('cancel') : common('close')}
          </Button>
          {outcomes === null && orders.length > 0 && (
            <Button kind={kind === 'accept' ? 'danger' : 'primary'} type="submit">
              {t(CONFIRMS[kind])}
            </Button>
          )}
        </div>
      </form>
    </dialog>
  );
}

/** Which orders are changed, before anything leaves. */
function Concerned({ orders }: { readonly orders: readonly BookedOrder[] }) {
  const { t } = useTranslation('orderBook');
  const locale = useLocale();
  const shops = useDeskState((state) => state.shops);
  return (
    <ul
      className={styles.concerned}
      aria-label={t('bulk.label')}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a list that scrolls must be reachable to be scrolled by the keyboard.
      tabIndex={0}
    >
      {orders.map((order) => {
        const shop = shops.get(order.shopId);
        return (
          <li key={keyOf(order)}>
            <span className={page.cut}>
              <strong>{order.orderNumber}</strong> {order.buyerName}
              {shop !== undefined && <span className={styles.quiet}> · {shopName(shop)}</span>}
            </span>
            <span className="numbers">{moneyText(order.total, locale)}</span>
          </li>
        );
      })}
    </ul>
  );
}

function Results({ orders, outcomes }: Outcomes) {
  const { t } = useTranslation('orderBook');
  const { t: common } = useTranslation('common');
  const failures = outcomes.flatMap((outcome, index) => {
    const order = orders[index];
    return outcome === 'done' || order === undefined ? [] : [{ order, failure: outcome }];
  });
  const done = outcomes.length - failures.length;
  return (
    <>
      <p role="status">
        {outcomes.length < orders.length
          ? t('bulk.running', { done: outcomes.length, count: orders.length })
          : t('bulk.done', { done, count: orders.length })}
      </p>
      {failures.length > 0 && (
        <ul className={styles.why} aria-label={t('bulk.failures')}>
          {failures.map(({ order, failure }) => (
            <li key={keyOf(order)}>
              <strong>{order.orderNumber}</strong> {failureText(failure, common)}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
