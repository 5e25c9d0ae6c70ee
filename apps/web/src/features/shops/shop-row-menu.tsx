import type { ShopView } from '@pasar/api';
import { backOfficeHost, offers } from '@pasar/domain';
import { useState } from 'react';
import { useDesk } from '../../base/desk.tsx';
import { useMay } from '../../base/may.tsx';
import { shopName } from '../../base/shops/health.ts';
import { showShopOverlay } from '../../base/shops/overlay.ts';
import { wayBackIn } from '../../base/shops/way-back-in.ts';
import { failureText } from '../../base/texts/failure-text.ts';
import { reasonText, useLocale, useTranslation } from '../../base/texts/i18n.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Icon, type IconName } from '../../ui/icon.tsx';
import { MenuButton, type MenuItem } from '../../ui/menu.tsx';
import { toast } from '../../ui/toasts.tsx';
import { checkStatus } from './commands.ts';

const STATUS_TEXTS = { normal: 'status.normal', frozen: 'status.frozen' } as const;
const STATUS_TONES = { normal: 'good', frozen: 'bad' } as const;

type Asking = 'nothing' | 'office' | 'crossBorder' | 'unbind';
interface OfShop {
  readonly shop: ShopView;
  readonly isHidden: boolean;
  readonly onTop: () => void;
}

/** The actions on a shop. */
export function ShopRowMenu(props: OfShop) {
  const { t } = useTranslation('shops');
  const { t: common } = useTranslation('common');
  const desk = useDesk();
  const [asking, setAsking] = useState<Asking>('nothing');
  const items = useItems(props, setAsking);
  const { shop } = props;
  const unbind = async () => {
    const result = await desk.shops.unbind(shop);
    if (!result.ok) toast('bad', failureText(result.failure, common));
  };
  const setCrossBorder = async () => {
    const result = await desk.shops.setCrossBorder(shop, !shop.isCb);
    if (!result.ok) toast('bad', failureText(result.failure, common));
  };
  const host = backOfficeHost(shop);
  return (
    <>
      <MenuButton label={t('row.actions', { shop: shopName(shop) })} items={items}>
        <Icon name="more" />
      </MenuButton>
      {asking === 'office' && (
        <ConfirmDialog
          title={t('office.title')}
          text={t('office.text')}
          confirm={t('office.open')}
          cancel={t('office.cancel')}
          onConfirm={() => void window.open(`https://${host}/`, '_blank', 'noopener,noreferrer')}
          onClose={() => setAsking('nothing')}
        >
          {`${shopName(shop)}\n${host}`}
        </ConfirmDialog>
      )}
      {asking === 'crossBorder' && (
        <ConfirmDialog
          title={t(shop.isCb ? 'crossBorder.titleOff' : 'crossBorder.titleOn')}
          text={t('crossBorder.text')}
          confirm={t('crossBorder.confirm')}
          cancel={t('office.cancel')}
          onConfirm={() => void setCrossBorder()}
          onClose={() => setAsking('nothing')}
        >
          {shopName(shop)}
        </ConfirmDialog>
      )}
      {asking === 'unbind' && (
        <ConfirmDialog
          title={t('unbind.title')}
          text={t('unbind.text')}
          confirm={t('unbind.confirm')}
          tone="danger"
          cancel={t('unbind.cancel')}
          onConfirm={() => void unbind()}
          onClose={() => setAsking('nothing')}
        >
          {shopName(shop)}
        </ConfirmDialog>
      )}
    </>
  );
}

function useItems({ shop, isHidden, onTop }: OfShop, ask: (what: Asking) => void): readonly MenuItem[] {
  const { t } = useTranslation('shops');
  const { t: common } = useTranslation('common');
  const locale = useLocale();
  const desk = useDesk();
  const canOpenOffice = useMay(['sellerCenter']);
  const check = async () => {
    const result = await checkStatus(shop);
    const name = shopName(shop);
    if (result.ok) toast(STATUS_TONES[result.data.status], t(STATUS_TEXTS[result.data.status], { shop: name }));
    else toast('bad', t('status.refused', { shop: name, why: failureText(result.failure, common) }));
  };
  const action = (key: string, label: string, icon: IconName, onChoose: () => void): MenuItem => ({
    kind: 'action',
    key,
    label,
    icon,
    onChoose,
  });
  return [
    action('again', t('row.again'), 'retry', () =>
      showShopOverlay(wayBackIn(shop.connectionId, desk.state.get().signIns.values())),
    ),
    ...(offers(shop.marketplace, 'affairs.shopStatus')
      ? [action('status', t('row.checkStatus'), 'question', () => void check())]
      : []),
    action('office', t('row.backOffice'), 'shop', () =>
      canOpenOffice ? ask('office') : toast('bad', reasonText('no_permission', locale)),
    ),
    action('top', t('row.toTop'), 'up', onTop),
    action('hide', t(isHidden ? 'row.show' : 'row.hide'), isHidden ? 'shown' : 'hidden', () =>
      desk.shops.hide(shop.shopId, !isHidden),
    ),
    action('crossBorder', t(shop.isCb ? 'crossBorder.off' : 'crossBorder.on'), 'plug', () => ask('crossBorder')),
    {
      kind: 'action',
      key: 'unbind',
      label: t('row.unbind'),
      icon: 'bin',
      isDanger: true,
      onChoose: () => ask('unbind'),
    },
  ];
}
