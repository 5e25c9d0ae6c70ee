import type { ShopView } from '@pasar/api';
import { useDesk } from '../../../base/desk.tsx';
import { shopName } from '../../../base/shops/health.ts';
import { showShopOverlay } from '../../../base/shops/overlay.ts';
import { tellAsked } from '../../../base/shops/told-expired.ts';
import { wayBackIn } from '../../../base/shops/way-back-in.ts';
import { useLocale, useTranslation } from '../../../base/texts/i18n.ts';
import { refusalText } from '../../../base/texts/refusal-text.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';

/** Spec 2 §2: the authorisation has expired, with a re-login button. */
export function ExpiredShopDialog({ shop }: { readonly shop: ShopView }) {
  const { t } = useTranslation('common');
  const locale = useLocale();
  const desk = useDesk();
  const { connectionId, connection } = shop;
  const closed = t('shopExpired.text', { shops: shopName(shop) });
  return (
    <ConfirmDialog
      title={t('shopExpired.title')}
      text={
        connection.refusal === null
          ? closed
          : t('sentences', { first: refusalText(connection.refusal, locale, t), second: closed })
      }
      confirm={t('shopExpired.again')}
      cancel={t('shopExpired.later')}
      onConfirm={() => showShopOverlay(wayBackIn(connectionId, desk.state.get().signIns.values()))}
      onClose={() => tellAsked(connectionId)}
    >
      {shopName(shop)}
    </ConfirmDialog>
  );
}
