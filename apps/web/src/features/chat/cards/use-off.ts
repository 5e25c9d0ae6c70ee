import { UNKNOWN, type VoucherCard } from '@pasar/domain';
import { useLocale, useTranslation } from '../../../base/texts/i18n.ts';
import { moneyText } from '../../../base/texts/money-text.ts';

/** What a voucher takes off, in words; null where nobody told it. */
export function useOff(): (discount: VoucherCard['discount']) => string | null {
  const { t } = useTranslation('cards');
  const locale = useLocale();
  return (discount) => {
    if (discount === null) return null;
    if (discount.kind === UNKNOWN) return t('card.discountUnknown', { word: discount.wireType });
    return discount.kind === 'amount'
      ? t('card.amountOff', { amount: moneyText(discount.off, locale) })
      : t('card.percentOff', { percent: discount.percent });
  };
}
