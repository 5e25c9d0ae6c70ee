import { useEffect } from 'react';
import { ColorDot } from '../../../base/colors/color-dot.tsx';
import { type Layout, setLayout } from '../../../base/layout.ts';
import { useLookUp } from '../../../base/look-up.ts';
import { SHOP_GROUPS } from '../../../base/shops/groups.ts';
import { useTranslation } from '../../../base/texts/i18n.ts';
import { Icon } from '../../../ui/icon.tsx';
import styles from './only-group.module.css';

/**
 * The group to which the shop list is narrowed, and the way back to all shops. Keeps the group's shops as they are, and
 * leaves a group that is gone.
 */
export function OnlyGroup({
  held,
  isFolded,
}: {
  readonly held: NonNullable<Layout['shopGroup']>;
  readonly isFolded: boolean;
}) {
  const { t } = useTranslation('shopList');
  const look = useLookUp(SHOP_GROUPS, {});
  const groups = look.state === 'found' || look.state === 'stale' ? look.data.groups : null;
  const group = groups?.find(({ groupId }) => groupId === held.groupId);
  const isGone = groups !== null && group === undefined;
  const isChanged = group !== undefined && group.shopIds.join() !== held.shopIds.join();
  useEffect(() => {
    if (isGone) setLayout({ shopGroup: null });
    else if (isChanged) setLayout({ shopGroup: { groupId: group.groupId, shopIds: group.shopIds } });
  }, [isGone, isChanged, group]);
  if (group === undefined) return null;
  const label = t('onlyGroup', { group: group.name });
  return (
    <button
      type="button"
      className={styles.only}
      aria-label={label}
      data-tip={label}
      onClick={() => setLayout({ shopGroup: null })}
    >
      <ColorDot color={group.color} />
      {!isFolded && <span className={styles.name}>{group.name}</span>}
      <Icon name="close" size={12} />
    </button>
  );
}
