import type { ShopView } from '@pasar/api';
import { backOfficeHost } from '@pasar/domain';
import { useState } from 'react';
import { useMay } from '../../../base/may.tsx';
import { reasonText, useLocale, useTranslation } from '../../../base/texts/i18n.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { useCopyNumber } from '../cards/use-copy-number.ts';
import { ReasonedButton } from '../tab/reasoned-button.tsx';

interface OfficeButtonProps {
  readonly shop: ShopView;
  readonly orderNumber: string;
}

/** Opens the seller centre of a shop, with the number of an order copied to search for there. */
export function OfficeButton({ shop, orderNumber }: OfficeButtonProps) {
  const { t } = useTranslation('orders');
  const locale = useLocale();
  const copy = useCopyNumber();
  const mayOpen = useMay(['sellerCenter']);
  const [isAsking, setIsAsking] = useState(false);
  const host = backOfficeHost(shop);
  return (
    <>
      <ReasonedButton
        reason={mayOpen ? null : reasonText('no_permission', locale)}
        hasPopup
        onClick={() => setIsAsking(true)}
      >
        {t('office.button')}
      </ReasonedButton>
      {isAsking && (
        <ConfirmDialog
          title={t('office.title')}
          text={t('office.text')}
          confirm={t('office.open')}
          cancel={t('office.cancel')}
          onConfirm={() => {
            copy(orderNumber);
            window.open(`https://${host}/`, '_blank', 'noopener,noreferrer');
          }}
          onClose={() => setIsAsking(false)}
        >
          {`${orderNumber}\n${host}`}
        </ConfirmDialog>
      )}
    </>
  );
}
