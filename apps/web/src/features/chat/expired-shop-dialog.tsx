import type { ShopView } from '@pasar/api';
import { useDesk } from '../../shell/desk.tsx';
import { useLocale, useTranslation } from '../../shell/i18n.ts';
import { wayBackIn } from '../../shell/open-sign-ins.ts';
import { refusalText } from '../../shell/refusal-text.ts';
import { shopName } from '../../shell/shop-health.ts';
import { showShopOverlay } from '../../shell/shop-overlay.ts';
import { tellAsked } from '../../shell/told-expired.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';

/** Spec 2 §2: the authorisation has expired, with a re-login button. */
export function ExpiredShopDialog({ shop }: { readonly shop: ShopView }) {
  const { t } = useTranslation('shell');
  const locale = useLocale();
  const desk = useDesk();
  const { connectionId, connection } = shop;
  return (
    <ConfirmDialog
      title={t('shopExpired.title')}
      text={
        connection.refusal === null
          ? t('shopExpired.text')
          : t('sentences', { first: refusalText(connection.refusal, locale, t), second: t('shopExpired.text') })
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
