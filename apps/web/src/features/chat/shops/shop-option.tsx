import type { ShopView } from '@pasar/api';
import { MARKETPLACE_NAMES, type ShopId, type Urgency } from '@pasar/domain';
import { urgencyIn } from '@pasar/sync';
import { type MouseEvent, memo, type ReactNode, useMemo } from 'react';
import { unreadIn, useDeskState } from '../../../base/desk.tsx';
import { shopName } from '../../../base/shops/health.ts';
import { useHealth } from '../../../base/shops/use-health.ts';
import { useCountryName } from '../../../base/texts/country-name.ts';
import { useTranslation } from '../../../base/texts/i18n.ts';
import { allUndelivered, countsOf, UNDELIVERED_ICONS, type UndeliveredCount } from '../../../base/undelivered.ts';
import { UndeliveredBadge, WaitingBadge } from '../../../ui/count-badge.tsx';
import { HealthDot } from '../../../ui/health-dot.tsx';
import { CROSS_BORDER_MARK, MarketplaceMark } from '../../../ui/marketplace-mark.tsx';
import { openAtPointer } from '../../../ui/menu.tsx';
import type { Corner } from '../../../ui/use-corner.ts';
import { useNow } from '../../../ui/use-now.ts';
import { urgencyFacts } from '../texts/due-texts.ts';
import { undeliveredCount } from '../texts/undelivered-text.ts';
import styles from './shop-list.module.css';
import { siteCode } from './site-code.ts';

export interface ShopOptionProps {
  readonly shop: ShopView;
  readonly isChosen: boolean;
  readonly isFolded: boolean;
  /** The row shows what its heading does not name: the marketplace, the site. */
  readonly hasMark: boolean;
  readonly hasCode: boolean;
  readonly onChoose: (shopId: ShopId) => void;
  readonly onWaiting: (shopId: ShopId) => void;
  readonly onMenu: (shopId: ShopId, at: Corner) => void;
}

/**
 * A shop in one line; folded, a tile with its site and the beginning of its name. Its name is strong while messages are
 * unread. Drawn again only when this shop changes.
 */
export const ShopOption = memo(function ShopOption(props: ShopOptionProps) {
  const { t } = useTranslation('chat');
  const countryName = useCountryName();
  const { shop, isFolded, onMenu } = props;
  const { shopId, waitingCount } = shop;
  const now = useNow();
  const urgency = useDeskState((state) => urgencyIn(state, [shopId], now));
  const unread = useDeskState((state) => unreadIn(state).byShop.get(shopId) ?? 0);
  const undelivered = useUndelivered(shopId);
  const { tone, text } = useHealth(shop);
  const name = shopName(shop);
  const place = `${MARKETPLACE_NAMES[shop.marketplace]} · ${countryName(shop.country)}`;
  const states = [...(shop.isCb ? [t('shops.crossBorder')] : []), ...(shop.isOnVacation ? [t('shops.vacation')] : [])];
  const waits = [
    ...(unread > 0 ? [t('unread', { count: unread })] : []),
    ...(waitingCount > 0 ? [t('shops.waiting', { count: waitingCount })] : []),
    ...urgencyFacts(urgency, t),
    ...(undelivered.length > 0 ? [undeliveredCount(undelivered, t)] : []),
  ];
  const dot = <HealthDot tone={tone} />;
  const mark = props.hasMark && <MarketplaceMark marketplace={shop.marketplace} size={isFolded ? 12 : 14} />;
  const code = (props.hasCode || isFolded) && <span className={styles.code}>{siteCode(shop.country)}</span>;
  const tags = (
    <>
      {shop.isOnVacation && <span className={styles.tag}>{t('shops.vacationMark')}</span>}
      {shop.isCb && <span className={styles.tag}>{CROSS_BORDER_MARK}</span>}
    </>
  );
  const counts = (
    <>
      {undelivered.map(({ kind, count }) => (
        <UndeliveredBadge key={kind} kind={kind} icon={UNDELIVERED_ICONS[kind]} count={count} />
      ))}
      <Waiting count={waitingCount} urgency={urgency} onShow={() => props.onWaiting(shopId)} />
    </>
  );
  const nameClass = unread > 0 ? styles.strongName : styles.name;
  return (
    <Option
      id={shopOptionId(shopId)}
      name={name}
      description={`${[place, ...states].join('. ')}. ${text} ${waits.join('\n')}`}
      tip={[name, [place, ...states].join(' · '), text, ...waits].join('\n')}
      isChosen={props.isChosen}
      onChoose={() => props.onChoose(shopId)}
      onMenu={(event) => openAtPointer(event, (at) => onMenu(shopId, at))}
    >
      {isFolded ? (
        <>
          <span className={styles.tileHead}>
            {(tone === 'wait' || tone === 'bad') && dot}
            {mark}
            {code}
            {counts}
          </span>
          <span className={nameClass}>{name}</span>
        </>
      ) : (
        <>
          {dot}
          {mark}
          <span className={nameClass}>{name}</span>
          {code}
          {tags}
          {counts}
        </>
      )}
    </Option>
  );
});

/** How many answers of the shop did not arrive, by kind. */
function useUndelivered(shopId: ShopId): readonly UndeliveredCount[] {
  const all = useDeskState(allUndelivered);
  return useMemo(() => countsOf(all.filter((item) => item.shopId === shopId)), [all, shopId]);
}

interface WaitingProps {
  readonly count: number;
  readonly urgency?: Urgency;
  readonly onShow: () => void;
}

/** The number of buyers who wait; a press shows them. Larger than the number, so that it is easy to hit. */
export function Waiting({ count, urgency = 'calm', onShow }: WaitingProps) {
  const { t } = useTranslation('chat');
  if (count === 0) return null;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a shortcut of the pointer.
    // biome-ignore lint/a11y/useKeyWithClickEvents: the list takes the keys; Enter does the same.
    <span
      className={styles.waiting}
      data-tip={[...urgencyFacts(urgency, t), t('shops.showWaiting', { count })].join('\n')}
      onClick={(event) => {
        event.stopPropagation();
        onShow();
      }}
    >
      <WaitingBadge count={count} urgency={urgency} />
    </span>
  );
}

export function Option(props: {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly tip: string;
  readonly isChosen: boolean;
  readonly onChoose: () => void;
  readonly onMenu?: (event: MouseEvent) => void;
  readonly children: ReactNode;
}) {
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: the list holds the focus and names its active option.
    // biome-ignore lint/a11y/useKeyWithClickEvents: the list takes the keys.
    <div
      role="option"
      id={props.id}
      className={styles.option}
      aria-selected={props.isChosen}
      aria-label={props.name}
      aria-description={props.description}
      data-tip={props.tip}
      onClick={props.onChoose}
      onContextMenu={props.onMenu}
    >
      {props.children}
    </div>
  );
}

export const shopOptionId = (id: ShopId | null): string => `shop-${id ?? 'all'}`;
