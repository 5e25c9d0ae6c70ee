import type { ShopView } from '@pasar/api';
import { useTranslation } from '../../../base/texts/i18n.ts';
import { cancelReasonText } from './texts.ts';

/** Why an order of a shop is cancelled, in the language of the screen where the code is known. */
export function CancelReason({ word, shop }: { readonly word: string; readonly shop: ShopView }) {
  const { t } = useTranslation('orders');
  return cancelReasonText(word, shop.marketplace, t);
}
