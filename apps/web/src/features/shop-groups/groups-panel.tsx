import type { ShopGroupView } from '@pasar/api';
import { useState } from 'react';
import { ColorDot } from '../../base/colors/color-dot.tsx';
import { useDeskState } from '../../base/desk.tsx';
import { useLookUp } from '../../base/look-up.ts';
import { LookedUpPart } from '../../base/looked-up.tsx';
import { SHOP_GROUPS } from '../../base/shops/groups.ts';
import { shopNames } from '../../base/shops/health.ts';
import { useLocale, useTranslation } from '../../base/texts/i18n.ts';
import { Button } from '../../ui/button.tsx';
import { Empty } from '../../ui/empty.tsx';
import { Icon } from '../../ui/icon.tsx';
import section from '../../ui/section.module.css';
import { GroupDialog } from './group-dialog.tsx';
import styles from './groups-panel.module.css';

/** The groups of shops, and the ways to add and change them. For the main account alone. */
export function GroupsPanel() {
  const { t } = useTranslation('shopGroups');
  const { t: common } = useTranslation('common');
  const locale = useLocale();
  const look = useLookUp(SHOP_GROUPS, {});
  const shops = useDeskState((state) => state.shops);
  const [open, setOpen] = useState<ShopGroupView | 'new' | null>(null);
  const add = (
    <Button kind="primary" onClick={() => setOpen('new')}>
      <Icon name="plus" size={15} />
      {t('add')}
    </Button>
  );
  return (
    <>
      <LookedUpPart
        look={look}
        draw={({ groups }) =>
          groups.length === 0 ? (
            <Empty icon="flag" title={t('empty')} text={t('text')}>
              {add}
            </Empty>
          ) : (
            <>
              <header className={section.head}>
                <p className={section.hint}>{t('text')}</p>
                {add}
              </header>
              <ul className={styles.groups}>
                {groups.map((group) => (
                  <li key={group.groupId}>
                    <ColorDot color={group.color} />
                    <span className={styles.name}>
                      {group.name}
                      <span className={section.second}>
                        {group.shopIds.length === 0
                          ? t('noShops')
                          : shopNames(
                              group.shopIds.flatMap((shopId) => shops.get(shopId) ?? []),
                              locale,
                              common,
                            )}
                      </span>
                    </span>
                    <Button
                      kind="plain"
                      aria-label={t('changeOf', { group: group.name })}
                      onClick={() => setOpen(group)}
                    >
                      {t('change')}
                    </Button>
                  </li>
                ))}
              </ul>
            </>
          )
        }
      />
      {open !== null && (look.state === 'found' || look.state === 'stale') && (
        <GroupDialog
          group={open === 'new' ? null : open}
          others={look.data.groups.filter((group) => group !== open)}
          onClose={() => setOpen(null)}
        />
      )}
    </>
  );
}
