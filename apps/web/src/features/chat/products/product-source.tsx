import type { CALLS, CallOutput, ShopView } from '@pasar/api';
import type { ShopId } from '@pasar/domain';
import { MARKETPLACE_NAMES } from '@pasar/domain';
import { useId } from 'react';
import { useDeskState } from '../../../base/desk.tsx';
import { useLookUp } from '../../../base/look-up.ts';
import { LookUpProblem } from '../../../base/looked-up.tsx';
import { shopName } from '../../../base/shops/health.ts';
import { useCountryName } from '../../../base/texts/country-name.ts';
import { reasonText, useLocale, useTranslation } from '../../../base/texts/i18n.ts';
import { listText } from '../../../base/texts/list-text.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { MarketplaceMark } from '../../../ui/marketplace-mark.tsx';
import { useCopyNumber } from '../cards/use-copy-number.ts';
import { ProductFacts } from '../pickers/product-facts.tsx';
import { AsOf } from '../tab/as-of.tsx';
import parts from '../tab/tab.module.css';
import { PRODUCT_SOURCE } from './look-ups.ts';
import { linkOf, openAtMarketplace } from './product-link.ts';
import styles from './products.module.css';

type Source = CallOutput<typeof CALLS.products.getProductSourceDetail>;
type Selling = Extract<Source['shops'][number], { state: 'sells' }>;

interface ProductSourceProps {
  readonly productId: string;
  readonly shop: ShopView;
  readonly isWanted: boolean;
}

/** Where a product comes from: its listing, and our other shops that sell the same seller SKU. */
export function ProductSource({ productId, shop, isWanted }: ProductSourceProps) {
  const { t } = useTranslation('products');
  const { t: cards } = useTranslation('cards');
  const countryName = useCountryName();
  const copy = useCopyNumber();
  const id = useId();
  const { platformShopId: userId, marketplace: platform } = shop;
  const look = useLookUp(PRODUCT_SOURCE, { userId, platform, productId }, isWanted);
  const source = look.state === 'found' || look.state === 'stale' ? look.data : null;
  return (
    <section className={parts.section} aria-labelledby={id}>
      <h4 id={id} className={styles.sectionTitle}>
        {t('source.title')}
      </h4>
      <dl className={styles.factList}>
        <div className={parts.fact}>
          <dt>{t('source.listing')}</dt>
          <dd>
            {MARKETPLACE_NAMES[platform]} · {shopName(shop)} · {countryName(shop.country)}
          </dd>
        </div>
        <div className={parts.fact}>
          <dt>{t('source.id')}</dt>
          <dd className={styles.withButton}>
            <span className="numbers">{productId}</span>
            <IconButton
              icon="copy"
              label={cards('number.copy', { number: productId })}
              onClick={() => copy(productId)}
            />
          </dd>
        </div>
        {source !== null && source.sellerSku !== null && (
          <div className={parts.fact}>
            <dt>{t('source.sku')}</dt>
            <dd>
              <code className={styles.sku}>{source.sellerSku}</code>
            </dd>
          </div>
        )}
      </dl>
      <LookUpProblem look={look} />
      {look.state === 'waiting' && <p className={parts.quiet}>{t('source.waiting')}</p>}
      {source !== null && <OtherShops source={source} />}
      <AsOf look={look} />
    </section>
  );
}

function OtherShops({ source: { sellerSku, shops } }: { readonly source: Source }) {
  const { t } = useTranslation('products');
  const locale = useLocale();
  const known = useDeskState((state) => state.shops);
  const nameOf = (shopId: ShopId) => {
    const shop = known.get(shopId);
    return shop === undefined ? '' : shopName(shop);
  };
  const selling = shops.filter((row) => row.state === 'sells');
  const without = shops.filter((row) => row.state === 'none');
  const namesOf = (rows: Source['shops']) => listText(rows.map(({ shopId }) => nameOf(shopId)).filter(Boolean), locale);
  const notAsked = (why: 'not_logged_in' | 'too_many') =>
    shops.filter((row) => row.state === 'notAsked' && row.why === why);
  const unfinished = without.filter(({ isComplete }) => !isComplete);
  if (sellerSku === null) return <p className={parts.quiet}>{t('source.noSku')}</p>;
  if (shops.length === 0) return <p className={parts.quiet}>{t('source.alone')}</p>;
  return (
    <>
      {selling.length > 0 && (
        <>
          <h5 className={styles.subTitle}>{t('source.sells')}</h5>
          <ul className={styles.sellers} aria-label={t('source.sells')}>
            {selling.map((row) => (
              <Seller key={row.shopId} row={row} shop={known.get(row.shopId) ?? null} />
            ))}
          </ul>
        </>
      )}
      {without.length > 0 && <p className={parts.quiet}>{t('source.without', { count: without.length })}</p>}
      {unfinished.length > 0 && <p className={parts.quiet}>{t('source.unfinished', { shops: namesOf(unfinished) })}</p>}
      {notAsked('not_logged_in').length > 0 && (
        <p className={parts.quiet}>{t('source.notLoggedIn', { shops: namesOf(notAsked('not_logged_in')) })}</p>
      )}
      {notAsked('too_many').length > 0 && (
        <p className={parts.quiet}>{t('source.tooMany', { shops: namesOf(notAsked('too_many')) })}</p>
      )}
      {shops.map(
        (row) =>
          row.state === 'failed' && (
            <p key={row.shopId} className={styles.bad}>
              {t('source.failed', { shop: nameOf(row.shopId), why: reasonText(row.refusal.reason, locale) })}
            </p>
          ),
      )}
    </>
  );
}

/** A listing of another shop opens at its marketplace: the panel shows the goods of the conversation's shop. */
function openTwin(address: string | null): void {
  const link = linkOf(address);
  if (link !== null) openAtMarketplace(link);
}

function Seller({ row, shop }: { readonly row: Selling; readonly shop: ShopView | null }) {
  const { t } = useTranslation('products');
  const countryName = useCountryName();
  const id = useId();
  return (
    <li>
      {shop !== null && (
        <span className={styles.seller}>
          <MarketplaceMark marketplace={shop.marketplace} />
          <span>
            {MARKETPLACE_NAMES[shop.marketplace]} · {shopName(shop)} · {countryName(shop.country)}
          </span>
        </span>
      )}
      {row.products.map((product) => (
        <div key={product.productId} className={parts.lines}>
          <span className={styles.withButton}>
            <span className={parts.title}>{product.title}</span>
            {shop !== null && (
              <IconButton
                icon="outside"
                label={t(linkOf(product.actionUrl) === null ? 'row.noLink' : 'row.atMarketplace', {
                  name: product.title,
                  marketplace: MARKETPLACE_NAMES[shop.marketplace],
                })}
                aria-disabled={linkOf(product.actionUrl) === null}
                onClick={() => openTwin(product.actionUrl)}
              />
            )}
          </span>
          <ProductFacts id={`${id}-${product.productId}`} product={product} />
        </div>
      ))}
    </li>
  );
}
