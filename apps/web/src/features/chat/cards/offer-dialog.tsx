import { CALLS, type OfferView } from '@pasar/api';
import type { ConversationId } from '@pasar/domain';
import { type LookUp, useLookUp } from '../../../base/look-up.ts';
import { useLocale, useTranslation } from '../../../base/texts/i18n.ts';
import { moneyText } from '../../../base/texts/money-text.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { useShopOf } from '../pictures/picture-source.ts';
import styles from './offer-dialog.module.css';

/** The same as in the list of products (our choice). */
const PRODUCT: LookUp<typeof CALLS.chat.productDetail> = {
  call: CALLS.chat.productDetail,
  freshMs: 30_000,
  againMs: null,
  staleBy: { change: null, calls: [] },
};

/** Asks before an offer is accepted, with what the product costs otherwise. */
export function OfferDialog(props: {
  readonly offer: OfferView;
  readonly conversationId: ConversationId | null;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation('cards');
  const locale = useLocale();
  const { productId, productName, price, quantity } = props.offer;
  const shopId = useShopOf(props.conversationId)?.shopId;
  const looked = useLookUp(PRODUCT, { shopId: shopId ?? '', productId }, shopId !== undefined);
  const product = looked.state === 'found' || looked.state === 'stale' ? looked.data.product : null;
  const listPrice =
    product !== null
      ? moneyText(product.salePrice, locale)
      : t(looked.state === 'failed' ? 'offer.listPriceUnknown' : 'card.loading');
  return (
    <ConfirmDialog
      title={t('offer.acceptTitle')}
      text={t('offer.acceptText')}
      confirm={t('offer.acceptConfirm')}
      cancel={t('offer.acceptCancel')}
      onConfirm={props.onConfirm}
      onClose={props.onClose}
    >
      <dl className={styles.facts}>
        <dt>{t('offer.product')}</dt>
        <dd>{productName}</dd>
        <dt>{t('offer.listPrice')}</dt>
        <dd aria-busy={looked.state === 'waiting'}>{listPrice}</dd>
        <dt>{t('offer.price')}</dt>
        <dd className={styles.price}>{moneyText(price, locale)}</dd>
        <dt>{t('offer.quantity')}</dt>
        <dd>{quantity}</dd>
      </dl>
    </ConfirmDialog>
  );
}
