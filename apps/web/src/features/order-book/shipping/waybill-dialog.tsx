import type { BookedOrder } from '@pasar/api';
import { MARKETPLACE_NAMES, type PrintFormat } from '@pasar/domain';
import { type FormEvent, useId, useState } from 'react';
import { useDeskState } from '../../../base/desk.tsx';
import { shopName } from '../../../base/shops/health.ts';
import { failureText } from '../../../base/texts/failure-text.ts';
import { useLocale, useTranslation } from '../../../base/texts/i18n.ts';
import { Button } from '../../../ui/button.tsx';
import form from '../../../ui/form-dialog.module.css';
import page from '../../../ui/list-page.module.css';
import { onOwnCancel, useModal } from '../../../ui/use-modal.ts';
import { createWaybills } from '../commands.ts';
import styles from '../order-book.module.css';
import type { OrderBookParts } from '../parts.ts';
import { orderWaybills, requestsOf, type WaybillOutcome, withoutParcel } from './waybills.ts';

const FORMATS = {
  waybill: 'waybill.format.waybill',
  packing_list: 'waybill.format.packingList',
  declaration: 'waybill.format.declaration',
} as const satisfies Record<PrintFormat, string>;

interface WaybillDialogProps extends Pick<OrderBookParts, 'OfficeButton'> {
  readonly orders: readonly BookedOrder[];
  /** Of the ticked orders, how many are left out. */
  readonly left: number;
  readonly onClose: () => void;
}

/** Asks once, has the marketplaces make the documents shop by shop, and leads to where they are printed. */
export function WaybillDialog({ OfficeButton, orders, left, onClose }: WaybillDialogProps) {
  const { t } = useTranslation('orderBook');
  const { t: common } = useTranslation('common');
  const id = useId();
  const dialog = useModal();
  const shops = useDeskState((state) => state.shops);
  const [requests] = useState(() => requestsOf(orders));
  const [outcomes, setOutcomes] = useState<readonly WaybillOutcome[] | null>(null);
  const again = orders.filter(({ waybill }) => waybill !== null).length;
  const marketplaces = [...new Set(orders.flatMap(({ shopId }) => shops.get(shopId)?.marketplace ?? []))];
  const begin = (event: FormEvent) => {
    event.preventDefault();
    void orderWaybills(requests, createWaybills, setOutcomes);
  };
  return (
    <dialog ref={dialog} className={form.small} aria-labelledby={id} onCancel={onOwnCancel(onClose)}>
      <form className={form.form} onSubmit={begin}>
        <h2 id={id} className={form.title}>
          {outcomes === null ? t('waybill.title', { count: orders.length }) : t('waybill.results')}
        </h2>
        {left > 0 && <p className={page.unknown}>{t('waybill.left', { count: left })}</p>}
        {again > 0 && outcomes === null && <p className={page.unknown}>{t('waybill.again', { count: again })}</p>}
        {outcomes === null ? (
          marketplaces.map((one) => (
            <p key={one} className={form.hint}>
              {t('waybill.text', { marketplace: MARKETPLACE_NAMES[one] })}
            </p>
          ))
        ) : (
          <>
            {outcomes.length < requests.length && (
              <p role="status">{t('waybill.running', { done: outcomes.length, count: requests.length })}</p>
            )}
            <ul className={styles.why} aria-label={t('waybill.results')}>
              {outcomes.map((outcome) => (
                <Result
                  key={`${outcome.shopId} ${outcome.orders[0]?.orderId}`}
                  outcome={outcome}
                  OfficeButton={OfficeButton}
                />
              ))}
            </ul>
          </>
        )}
        <div className={form.actions}>
          <Button kind="plain" onClick={onClose}>
            {outcomes === null ? t('cancel') : common('close')}
          </Button>
          {outcomes === null && orders.length > 0 && (
            <Button kind="primary" type="submit">
              {t('waybill.confirm')}
            </Button>
          )}
        </div>
      </form>
    </dialog>
  );
}

interface ResultProps extends Pick<OrderBookParts, 'OfficeButton'> {
  readonly outcome: WaybillOutcome;
}

function Result({ outcome: { shopId, orders, result }, OfficeButton }: ResultProps) {
  const { t } = useTranslation('orderBook');
  const { t: common } = useTranslation('common');
  const locale = useLocale();
  const shop = useDeskState((state) => state.shops.get(shopId) ?? null);
  const name = shop === null ? '' : shopName(shop);
  if ('kind' in result) {
    return (
      <li>
        <strong>{name}</strong> {failureText(result, common)}
      </li>
    );
  }
  const without = withoutParcel(orders, result);
  const formats = new Intl.ListFormat(locale).format(result.formats.map((format) => t(FORMATS[format])));
  const printed = orders.find(({ orderId }) => result.orderIds.includes(orderId));
  return (
    <li className={styles.made}>
      <div>
        <strong>{name}</strong> {t('waybill.made', { count: result.orderIds.length })}
        {printed !== undefined && `: ${formats}`}
        {without.length > 0 && (
          <p className={page.reason}>
            {t('waybill.without', { numbers: without.map(({ orderNumber }) => orderNumber).join(', ') })}
          </p>
        )}
      </div>
      {printed !== undefined && shop !== null && <OfficeButton shop={shop} orderNumber={printed.orderNumber} />}
    </li>
  );
}
