import { MARKETPLACE_NAMES } from '@pasar/domain';
import { urgencyIn } from '@pasar/sync';
import { useDeskState } from '../../../base/desk.tsx';
import { useCountryName } from '../../../base/texts/country-name.ts';
import { useTranslation } from '../../../base/texts/i18n.ts';
import { WaitingBadge } from '../../../ui/count-badge.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { MarketplaceMark } from '../../../ui/marketplace-mark.tsx';
import { useNow } from '../../../ui/use-now.ts';
import { urgencyFacts } from '../texts/due-texts.ts';
import { type ListedGroup, sumOfWaiting } from './listed-shops.ts';
import styles from './shop-list.module.css';
import { siteCode } from './site-code.ts';

/**
 * The heading of a group: its name, the number of its shops, and the buyers who wait in them. A press collapses the
 * group; the left and right arrow keys do the same for the chosen shop's group.
 */
export function GroupHeading(props: {
  readonly id: string;
  readonly heading: NonNullable<ListedGroup['heading']>;
  readonly group: ListedGroup;
  readonly isFolded: boolean;
  readonly onToggle: () => void;
}) {
  const { t } = useTranslation('chat');
  const countryName = useCountryName();
  const { heading, group, isFolded } = props;
  const { isCollapsed, shops } = group;
  const isMarketplace = heading.kind === 'marketplace';
  const name = isMarketplace ? MARKETPLACE_NAMES[heading.marketplace] : countryName(heading.country);
  const waiting = sumOfWaiting(shops);
  const now = useNow();
  const shopIds = shops.map(({ shopId }) => shopId);
  const urgency = useDeskState((state) => urgencyIn(state, shopIds, now));
  const facts = [
    t('shops.groupOf', { name, count: shops.length }),
    ...(waiting > 0 ? [t('shops.waiting', { count: waiting })] : []),
    ...urgencyFacts(urgency, t),
    t(isCollapsed ? 'shops.expandGroup' : 'shops.collapseGroup'),
  ];
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a listbox holds no buttons.
    // biome-ignore lint/a11y/useKeyWithClickEvents: the list takes the keys.
    <div
      className={styles.heading}
      data-collapsed={isCollapsed}
      data-heading={group.key}
      data-tip={facts.join('\n')}
      onClick={props.onToggle}
    >
      <span className={isCollapsed ? styles.chevronShut : styles.chevron}>
        <Icon name="down" size={12} />
      </span>
      {isMarketplace && <MarketplaceMark marketplace={heading.marketplace} size={isFolded ? 16 : 14} />}
      {isFolded && !isMarketplace && <span aria-hidden="true">{siteCode(heading.country)}</span>}
      <span id={props.id} className={isFolded ? 'visually-hidden' : styles.headingName}>
        {name}
      </span>
      {!isFolded && <span className={styles.size}>{shops.length}</span>}
      {isCollapsed && (
        <span id={`${props.id}-state`} className="visually-hidden">
          {t('shops.collapsed')}
        </span>
      )}
      {(isCollapsed || !isFolded) && (
        <span className={styles.sum}>
          <WaitingBadge count={waiting} urgency={urgency} />
        </span>
      )}
    </div>
  );
}
