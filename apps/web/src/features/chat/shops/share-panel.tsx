import type { ShopView } from '@pasar/api';
import { useId } from 'react';
import {
  ShareBar,
  ShareDays,
  type ShopShare,
  useForecast,
  useShareRule,
} from '../../../base/figures/response-share.tsx';
import { useLookUp } from '../../../base/look-up.ts';
import { LookedUpPart } from '../../../base/looked-up.tsx';
import { shopName } from '../../../base/shops/health.ts';
import { useLocale, useTranslation } from '../../../base/texts/i18n.ts';
import { numberText } from '../../../base/texts/number-text.ts';
import { MarketplaceMark } from '../../../ui/marketplace-mark.tsx';
import { type Corner, useCorner } from '../../../ui/use-corner.ts';
import { SHOP_RESPONSE_SHARE } from './look-ups.ts';
import styles from './share-panel.module.css';

export interface SharePanelProps {
  readonly shop: ShopView;
  readonly at: Corner;
  readonly onClose: () => void;
}

/** How a shop stands against the rule of its marketplace: its share, day by day, and how many late answers it can bear. */
export function SharePanel({ shop, at, onClose }: SharePanelProps) {
  const { t } = useTranslation('chat');
  const id = useId();
  const box = useCorner(at, onClose, (held) => held);
  const look = useLookUp(SHOP_RESPONSE_SHARE, { shopId: shop.shopId });
  return (
    <div
      ref={box}
      popover="auto"
      role="dialog"
      tabIndex={-1}
      className={styles.panel}
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-text`}
    >
      <h2 id={`${id}-title`} className={styles.title}>
        {t('shops.share')}
      </h2>
      <p className={styles.shop}>
        <MarketplaceMark marketplace={shop.marketplace} size={14} />
        {shopName(shop)}
      </p>
      <div id={`${id}-text`} className={styles.body} data-look={look.state} aria-live="polite">
        <LookedUpPart look={look} draw={(share) => <Share shop={shop} share={share} />} />
      </div>
    </div>
  );
}

function Share({ shop, share }: { readonly shop: ShopView; readonly share: ShopShare }) {
  const { t } = useTranslation('figures');
  const locale = useLocale();
  const forecast = useForecast();
  const rule = useShareRule()(shop, share.rule);
  const { inTime, late, days } = share;
  const number = (value: number) => numberText(value, locale);
  const ago = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' });
  return (
    <>
      {inTime + late === 0 ? (
        <p>{t('share.none')}</p>
      ) : (
        <>
          <ShareBar share={share} />
          <p className={styles.forecast}>{forecast(share)}</p>
          <ShareDays share={share} isLarge />
          <p className={styles.ends} aria-hidden="true">
            <span>{ago.format(-days.length, 'day')}</span>
            <span>{ago.format(0, 'day')}</span>
          </p>
          <dl className={styles.counts}>
            <dt>{t('share.inTime')}</dt>
            <dd>{number(inTime)}</dd>
            <dt>{t('share.late')}</dt>
            <dd>{number(late)}</dd>
          </dl>
        </>
      )}
      <p className={styles.rule}>{rule.text}</p>
      <p className={styles.rule}>{rule.of}</p>
    </>
  );
}
