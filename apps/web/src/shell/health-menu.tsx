import type { ShopView } from '@pasar/api';
import { MARKETPLACE_NAMES } from '@pasar/domain';
import { useNavigate } from 'react-router';
import { useMay } from '../base/may.tsx';
import { healthText, shopNames } from '../base/shops/health.ts';
import { useRemedies } from '../base/shops/remedies.ts';
import { useLocale, useTranslation } from '../base/texts/i18n.ts';
import { select } from '../features/chat/place/selection.ts';
import { Menu, type MenuItem } from '../ui/menu.tsx';
import type { Corner } from '../ui/use-corner.ts';

export interface HealthMenuProps {
  readonly label: string;
  /** The shops that are not connected. */
  readonly troubled: readonly ShopView[];
  readonly at: Corner;
  readonly onClose: () => void;
}

/** The logins that are not connected, each with the reason and what can be done about it. */
export function HealthMenu({ label, troubled, at, onClose }: HealthMenuProps) {
  return <Menu label={label} items={useItems(troubled)} at={at} onClose={onClose} />;
}

function useItems(troubled: readonly ShopView[]): readonly MenuItem[] {
  const { t } = useTranslation('common');
  const { t: shell } = useTranslation('shell');
  const locale = useLocale();
  const navigate = useNavigate();
  const remedies = useRemedies();
  const logins = Map.groupBy(troubled, (shop) => shop.connectionId);
  const canManage = useMay(['shopManager']);
  const page: readonly MenuItem[] = canManage
    ? [
        {
          kind: 'action',
          key: 'accounts',
          label: shell('health.accounts'),
          icon: 'plug',
          onChoose: () => void navigate('/accounts'),
        },
      ]
    : [];
  const found = [...logins].flatMap(([connectionId, [shop, ...others]]): readonly MenuItem[] => {
    if (shop === undefined) return [];
    const names = shopNames([shop, ...others], locale, t);
    const open = shell('health.open');
    return [
      {
        kind: 'heading',
        key: connectionId,
        label: `${MARKETPLACE_NAMES[shop.marketplace]} · ${names}`,
        detail: healthText(shop, locale, t),
      },
      ...remedies([shop, ...others]).map((remedy) => ({
        kind: 'action' as const,
        ...remedy,
        key: `${remedy.key} ${connectionId}`,
      })),
      {
        kind: 'action',
        key: `open ${connectionId}`,
        label: open,
        name: t('health.remedyOf', { remedy: open, shops: names }),
        icon: 'shop',
        onChoose: () => {
          // The open conversation of another shop is closed, so that nobody answers it under the name of this shop.
          select('all', { shopId: shop.shopId, conversationId: null });
          void navigate('/chat/all');
        },
      },
    ];
  });
  return [...page, ...found];
}
