import type { ParcelView, ShopView } from '@pasar/api';
import { useId } from 'react';
import { type LookedUp, useLookUp } from '../../../base/look-up.ts';
import { LookUpProblem } from '../../../base/looked-up.tsx';
import { useMay } from '../../../base/may.tsx';
import { useTranslation } from '../../../base/texts/i18n.ts';
import { fullTime } from '../../../base/texts/time-format.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { onOwnCancel, useModal } from '../../../ui/use-modal.ts';
import { useCopyNumber } from '../cards/use-copy-number.ts';
import { AsOf } from '../tab/as-of.tsx';
import styles from './logistics-dialog.module.css';
import { ORDER_LOGISTICS } from './look-ups.ts';

interface LogisticsDialogProps {
  readonly shop: ShopView;
  readonly number: string;
  /** Null until the order is known: a card may name it by its number only. */
  readonly orderId: string | null;
  /** The parcels that the order's own answer has. */
  readonly known: readonly ParcelView[] | null;
  /** Why the order is not known. */
  readonly orderLook: LookedUp<unknown>;
  readonly onClose: () => void;
}

/** The packages of an order, each with what happened to it, newest first. */
export function LogisticsDialog({ shop, number, orderId, known, orderLook, onClose }: LogisticsDialogProps) {
  const { t } = useTranslation('orders');
  const { t: common } = useTranslation('common');
  const id = useId();
  const dialog = useModal();
  const mayLook = useMay(['order']);
  const input = { shopId: shop.shopId, orderId: orderId ?? '' };
  const look = useLookUp(ORDER_LOGISTICS, input, mayLook && orderId !== null);
  const parcels = look.state === 'found' || look.state === 'stale' ? look.data.parcels : known;
  return (
    <dialog ref={dialog} className={styles.dialog} aria-labelledby={id} onCancel={onOwnCancel(onClose)}>
      <header className={styles.head}>
        <h2 id={id} className={styles.title}>
          {t('parcels.of', { number })}
        </h2>
        <IconButton icon="close" label={common('close')} data-first="" onClick={onClose} />
      </header>
      {parcels !== null && (
        <p className={styles.count}>
          {parcels.length === 0 ? t('parcels.none') : t('parcels.count', { count: parcels.length })}
        </p>
      )}
      <div className={styles.age}>
        <AsOf look={look} />
      </div>
      <LookUpProblem look={look} />
      {orderId === null && <LookUpProblem look={orderLook} />}
      <div className={styles.body}>
        {parcels === null && look.state === 'waiting' && orderLook.state !== 'failed' && (
          <p className={styles.count}>{common('lookUp.waiting')}</p>
        )}
        {parcels?.map((parcel, index) => (
          <Parcel key={parcel.parcelId} parcel={parcel} place={index + 1} />
        ))}
      </div>
    </dialog>
  );
}

function Parcel({ parcel, place }: { readonly parcel: ParcelView; readonly place: number }) {
  const { t } = useTranslation('orders');
  const { t: cards } = useTranslation('cards');
  const copy = useCopyNumber();
  const { carrier, trackingNumber, events } = parcel;
  const name = t('parcels.one', { place });
  return (
    <section className={styles.parcel} aria-label={name}>
      <h3 className={styles.name}>
        {name}
        {carrier !== null && <span className={styles.carrier}>{carrier}</span>}
        {trackingNumber !== null && (
          <span className={styles.tracking}>
            <span className="numbers">{trackingNumber}</span>
            <IconButton
              icon="copy"
              label={cards('number.copy', { number: trackingNumber })}
              onClick={() => copy(trackingNumber)}
            />
          </span>
        )}
      </h3>
      {events.length === 0 ? (
        <p className={styles.count}>{t('parcels.noEvents')}</p>
      ) : (
        <ol className={styles.events} aria-label={t('parcels.events', { name })}>
          {events.map(({ at, text }) => (
            <li key={`${at} ${text}`} className={styles.event}>
              <span>{text}</span>
              <time className={styles.time} dateTime={new Date(at).toISOString()}>
                {fullTime(at).slice(0, -3)}
              </time>
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}
