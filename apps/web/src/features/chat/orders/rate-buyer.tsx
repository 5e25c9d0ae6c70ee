import { ORDER_LIMITS, type OrderDetailView, type ShopView } from '@pasar/api';
import { MARKETPLACE_NAMES, offers } from '@pasar/domain';
import { type FormEvent, type KeyboardEvent, useId, useState } from 'react';
import { failureText } from '../../../base/texts/failure-text.ts';
import { reasonText, useLocale, useTranslation } from '../../../base/texts/i18n.ts';
import { Button } from '../../../ui/button.tsx';
import { toast } from '../../../ui/toasts.tsx';
import { ReasonedButton } from '../tab/reasoned-button.tsx';
import parts from '../tab/tab.module.css';
import { rateBuyer } from './commands.ts';
import styles from './orders.module.css';

const SCORES = [1, 2, 3, 4, 5] as const;

interface RateBuyerProps {
  readonly detail: Pick<OrderDetailView, 'orderId' | 'buyerName' | 'isRatable'>;
  readonly shop: ShopView;
}

/** Rates the buyer of a finished order, once. */
export function RateBuyer({ detail, shop }: RateBuyerProps) {
  const { t } = useTranslation('orders');
  const locale = useLocale();
  const [isOpen, setIsOpen] = useState(false);
  const [isRated, setIsRated] = useState(false);
  const marketplace = MARKETPLACE_NAMES[shop.marketplace];
  const canRate = offers(shop.marketplace, 'orders.rateBuyer');
  const isRatable = detail.isRatable && !isRated;
  const whyNot = !canRate
    ? t('rate.notHere', { marketplace })
    : isRatable
      ? null
      : reasonText('order_not_ratable', locale);
  return (
    <section className={parts.section} aria-label={t('rate.title')}>
      <h4 className={styles.sectionHead}>
        <span>{t('rate.title')}</span>
        {!isOpen && (
          <ReasonedButton reason={whyNot} onClick={() => setIsOpen(true)}>
            {t('rate.button')}
          </ReasonedButton>
        )}
      </h4>
      {!isOpen && whyNot !== null && <p className={parts.quiet}>{whyNot}</p>}
      {isOpen && (
        <RateForm
          detail={detail}
          shop={shop}
          onDone={(isSent) => {
            setIsRated(isSent);
            setIsOpen(false);
          }}
        />
      )}
    </section>
  );
}

function RateForm({ detail, shop, onDone }: RateBuyerProps & { readonly onDone: (isSent: boolean) => void }) {
  const { t } = useTranslation('orders');
  const { t: common } = useTranslation('common');
  const name = useId();
  const [stars, setStars] = useState<number | null>(null);
  const [comment, setComment] = useState('');
  const [isSending, setIsSending] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const send = async (event: FormEvent) => {
    event.preventDefault();
    if (stars === null) return setProblem(t('rate.choose'));
    setIsSending(true);
    const result = await rateBuyer(shop, detail.orderId, stars, comment);
    setIsSending(false);
    if (!result.ok) return setProblem(failureText(result.failure, common));
    toast('good', t('rate.done', { name: detail.buyerName }));
    onDone(true);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return;
    event.stopPropagation();
    onDone(false);
  };
  return (
    <form className={styles.form} onSubmit={(event) => void send(event)} onKeyDown={onKeyDown}>
      <fieldset className={styles.stars}>
        <legend className="visually-hidden">{t('rate.score')}</legend>
        {SCORES.map((score) => (
          <label key={score} className={styles.star} data-on={stars !== null && score <= stars}>
            <input
              type="radio"
              name={name}
              className="visually-hidden"
              checked={score === stars}
              aria-label={t('rate.stars', { count: score })}
              onChange={() => {
                setStars(score);
                setProblem(null);
              }}
            />
            <span aria-hidden="true">{stars !== null && score <= stars ? '★' : '☆'}</span>
          </label>
        ))}
      </fieldset>
      <textarea
        className={styles.area}
        aria-label={t('rate.comment')}
        placeholder={t('rate.comment')}
        value={comment}
        rows={2}
        maxLength={ORDER_LIMITS.ratingComment}
        onChange={(event) => setComment(event.currentTarget.value)}
      />
      {problem !== null && (
        <p className={styles.problem} role="alert">
          {problem}
        </p>
      )}
      <span className={styles.formActions}>
        <span className={parts.quiet}>{t('rate.once')}</span>
        <Button kind="plain" onClick={() => onDone(false)}>
          {t('cancel')}
        </Button>
        <Button kind="primary" type="submit" disabled={isSending}>
          {t('rate.send')}
        </Button>
      </span>
    </form>
  );
}
