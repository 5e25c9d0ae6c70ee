import type { ProductView } from '@pasar/api';
import { discountPercent } from '@pasar/domain';
import { useLocale, useTranslation } from '../../../base/texts/i18n.ts';
import { moneyText } from '../../../base/texts/money-text.ts';
import styles from './picker.module.css';

/** Price, discount, state, stock and seller SKU of a product, as its marketplace has them now. */
export function ProductFacts({ id, product }: { readonly id: string; readonly product: ProductView }) {
  const { t } = useTranslation('pickers');
  const locale = useLocale();
  const { salePrice, price, stock, status, sellerSku } = product;
  const percent = discountPercent(salePrice, price);
  return (
    <span id={id} className={styles.facts}>
      <span className={styles.price}>{moneyText(salePrice, locale)}</span>
      {percent !== null && (
        <>
          <s>
            <span className="visually-hidden">{t('product.before')} </span>
            {moneyText(price, locale)}
          </s>
          <span className={styles.off}>{t('product.off', { percent })}</span>
        </>
      )}
      {status === 'offline' && <span className={styles.bad}>{t('product.offline')}</span>}
      {stock !== null && (
        <span className={stock === 0 ? styles.bad : undefined}>
          {stock === 0 ? t('product.soldOut') : t('product.stock', { count: stock })}
        </span>
      )}
      {sellerSku !== null && <code className={styles.sku}>{sellerSku}</code>}
    </span>
  );
}

export function Variants({ id, product }: { readonly id: string; readonly product: ProductView }) {
  const { t } = useTranslation('pickers');
  const locale = useLocale();
  return (
    <ul id={id} className={styles.variants} aria-label={t('product.variantsOf', { name: product.title })}>
      {product.variants.map(({ skuId, name, sellerSku, price, stock }) => (
        <li key={skuId}>
          <span className={styles.name}>{name === '' ? (sellerSku ?? skuId) : name}</span>
          <span className={styles.price}>{moneyText(price, locale)}</span>
          {stock !== null && (
            <span className={stock === 0 ? styles.bad : undefined}>
              {stock === 0 ? t('product.soldOut') : t('product.stock', { count: stock })}
            </span>
          )}
        </li>
      ))}
    </ul>
  );
}
