import type { ProductView } from '@pasar/api';
import type { ProductCard } from '@pasar/domain';
import { MARKETPLACE_NAMES } from '@pasar/domain';
import { useId } from 'react';
import { useLookUp } from '../../../base/look-up.ts';
import { LookUpProblem } from '../../../base/looked-up.tsx';
import { useLocale, useTranslation } from '../../../base/texts/i18n.ts';
import { moneyText } from '../../../base/texts/money-text.ts';
import { PRODUCT } from '../pickers/look-ups.ts';
import { ProductFacts } from '../pickers/product-facts.tsx';
import { Thumb } from '../pickers/thumb.tsx';
import { PageHead } from '../tab/page-head.tsx';
import { ReasonedButton } from '../tab/reasoned-button.tsx';
import parts from '../tab/tab.module.css';
import { ProductSource } from './product-source.tsx';
import styles from './products.module.css';
import { type KnownProduct, type ProductPlace, useProductActions } from './use-product-actions.ts';

interface ProductPageProps {
  readonly productId: string;
  /** What a message says of the product. */
  readonly told: ProductCard | null;
  readonly place: ProductPlace;
  readonly onBack: () => void;
}

/** One product: painted from what a message or the list knows, then as the marketplace has it now. */
export function ProductPage({ productId, told, place, onBack }: ProductPageProps) {
  const { t } = useTranslation('products');
  const { t: chat } = useTranslation('chat');
  const { t: pickers } = useTranslation('pickers');
  const locale = useLocale();
  const id = useId();
  const { shop, isWanted } = place;
  const look = useLookUp(PRODUCT, { shopId: shop.shopId, productId }, isWanted);
  const product = look.state === 'found' || look.state === 'stale' ? look.data.product : null;
  const name = product?.title ?? told?.title ?? chat('card.product', { id: productId });
  const known = { productId, product, told };
  return (
    <>
      <PageHead title={name} back={t('page.back')} onBack={onBack} />
      <div className={parts.body} aria-busy={look.state === 'waiting'}>
        <LookUpProblem look={look} />
        <div className={`${styles.top} ${parts.withThumb}`}>
          <Thumb url={product?.imageUrl ?? told?.iconUrl ?? null} shop={shop} />
          <div className={parts.lines}>
            {product !== null && (
              <>
                <ProductFacts id={`${id}-facts`} product={product} />
                {product.status === 'online' && <span className={styles.good}>{t('page.online')}</span>}
              </>
            )}
            {product === null && told?.price != null && (
              <span className={parts.price}>{moneyText(told.price, locale)}</span>
            )}
            {look.state === 'waiting' && <span className={parts.quiet}>{t('page.waiting')}</span>}
          </div>
        </div>
        <PageActions known={known} place={place} />
        {product !== null && product.variants.length > 0 && (
          <section className={parts.section} aria-labelledby={`${id}-variants`}>
            <h4 id={`${id}-variants`} className={styles.sectionTitle}>
              {pickers('product.variants', { count: product.variants.length })}
            </h4>
            <ul className={styles.variants} aria-label={pickers('product.variantsOf', { name })}>
              {product.variants.map((variant) => (
                <VariantLine key={variant.skuId} variant={variant} />
              ))}
            </ul>
          </section>
        )}
        <ProductSource productId={productId} shop={shop} isWanted={isWanted} />
      </div>
    </>
  );
}

function VariantLine({ variant }: { readonly variant: ProductView['variants'][number] }) {
  const { t } = useTranslation('pickers');
  const locale = useLocale();
  const { skuId, name, sellerSku, price, stock } = variant;
  return (
    <li>
      <span className={styles.variantName}>
        {name === '' ? (sellerSku ?? skuId) : name}
        {name !== '' && sellerSku !== null && <code className={styles.sku}>{sellerSku}</code>}
      </span>
      <span className={parts.price}>{moneyText(price, locale)}</span>
      {stock !== null && (
        <span className={stock === 0 ? styles.bad : parts.quiet}>
          {stock === 0 ? t('product.soldOut') : t('product.stock', { count: stock })}
        </span>
      )}
    </li>
  );
}

function PageActions({ known, place }: { readonly known: KnownProduct; readonly place: ProductPlace }) {
  const { t } = useTranslation('products');
  const { productId } = known;
  const { shop, favorites } = place;
  const marketplace = MARKETPLACE_NAMES[shop.marketplace];
  const { send, isOffline, link, copyLink, openLink } = useProductActions(place, known);
  const isFavorite = favorites.ids.includes(productId);
  const noLink = link === null ? t('page.noLink', { marketplace }) : null;
  return (
    <div className={parts.actions}>
      <ReasonedButton
        reason={send !== null ? null : isOffline ? t('page.offlineReason') : t('page.waiting')}
        onClick={() => send?.()}
      >
        {t('page.send')}
      </ReasonedButton>
      <ReasonedButton
        reason={favorites.canChange ? null : t('page.waiting')}
        onClick={() => favorites.toggle(productId)}
      >
        {t(isFavorite ? 'page.unfavorite' : 'page.favorite')}
      </ReasonedButton>
      <ReasonedButton reason={noLink} onClick={copyLink}>
        {t('page.copy')}
      </ReasonedButton>
      <ReasonedButton reason={noLink} onClick={openLink}>
        {t('page.open', { marketplace })}
      </ReasonedButton>
    </div>
  );
}
