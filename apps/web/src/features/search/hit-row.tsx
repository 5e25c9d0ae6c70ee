import type { SearchHit } from '@pasar/api';
import type { SearchKind } from '@pasar/domain';
import type { ReactNode } from 'react';
import { useDeskState } from '../../base/desk.tsx';
import { shopName } from '../../base/shops/health.ts';
import { useLocale, useTranslation } from '../../base/texts/i18n.ts';
import { fullTime, listTime } from '../../base/texts/time-format.ts';
import { Icon, type IconName } from '../../ui/icon.tsx';
import { MarketplaceMark } from '../../ui/marketplace-mark.tsx';
import { useNow } from '../../ui/use-now.ts';
import styles from './search.module.css';

const ICONS: Readonly<Record<SearchKind, IconName>> = {
  message: 'chat',
  buyer: 'person',
  order: 'box',
  product: 'tag',
  note: 'pencil',
  teamNote: 'hidden',
  remark: 'flag',
};

/** One hit: whose it is, where and when, and the piece of text with the words marked. Pressing it opens its place. */
export function HitRow({ hit, onOpen }: { readonly hit: SearchHit; readonly onOpen: (hit: SearchHit) => void }) {
  const { t } = useTranslation('search');
  const locale = useLocale();
  const now = useNow();
  const shop = useDeskState(({ shops }) => shops.get(hit.shopId) ?? null);
  const writer = useWriter(hit);
  return (
    <li>
      <button type="button" className={styles.hit} data-stop="" data-kind={hit.kind} onClick={() => onOpen(hit)}>
        <Icon name={ICONS[hit.kind]} size={18} />
        <span className={styles.body}>
          <span className={styles.head}>
            <strong className={styles.buyer} dir="auto">
              {hit.buyerName === '' ? t('unknownBuyer') : hit.kind === 'buyer' ? <Marked hit={hit} /> : hit.buyerName}
            </strong>
            {hit.kind === 'order' && <span>{t('order', { number: hit.orderNumber })}</span>}
            {shop !== null && (
              <span className={styles.shop}>
                <MarketplaceMark marketplace={shop.marketplace} size={16} />
                <span className={styles.cut}>{shopName(shop)}</span>
              </span>
            )}
            <time className={styles.time} dateTime={new Date(hit.at).toISOString()} title={fullTime(hit.at)}>
              {listTime(hit.at, now, locale)}
            </time>
          </span>
          {hit.kind !== 'buyer' && (
            <span className={styles.said} dir="auto">
              {writer !== null && <span className={styles.writer}>{writer}</span>}
              <Marked hit={hit} />
            </span>
          )}
        </span>
      </button>
    </li>
  );
}

/** Who wrote it, where that is not the buyer whose name stands above. */
function useWriter(hit: SearchHit): string | null {
  const { t } = useTranslation('search');
  switch (hit.kind) {
    case 'message':
    case 'product':
      if (hit.writer === null) return t('by.marketplace');
      return hit.writer === 'buyer' ? t('by.buyer') : (hit.author ?? t('by.team'));
    case 'note':
    case 'teamNote':
    case 'remark':
      return hit.author;
    case 'buyer':
    case 'order':
      return null;
  }
}

function Marked({ hit: { excerpt } }: { readonly hit: SearchHit }): ReactNode {
  const { text, marks } = excerpt;
  const pieces = marks.map(({ from, to }, index) => (
    <span key={from}>
      {text.slice(marks[index - 1]?.to ?? 0, from)}
      <mark>{text.slice(from, to)}</mark>
    </span>
  ));
  return (
    <>
      {pieces}
      {text.slice(marks.at(-1)?.to ?? 0)}
    </>
  );
}
