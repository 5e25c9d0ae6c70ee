import { useLookUp } from '../../../base/look-up.ts';
import { LookedUpPart } from '../../../base/looked-up.tsx';
import { useTranslation } from '../../../base/texts/i18n.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { PRODUCT } from './look-ups.ts';
import styles from './picker.module.css';
import { ProductRow, type ProductRowProps } from './product-row.tsx';

type RowProps = Omit<ProductRowProps, 'product'>;

interface NamedProps extends RowProps {
  readonly heading: string;
  readonly ids: readonly string[];
}

/** Products that are known by their ids, each as the marketplace has it now; nothing where there are none. */
export function NamedProducts({ heading, ids, ...row }: NamedProps) {
  if (ids.length === 0) return null;
  return (
    <>
      <h3 className={styles.heading}>{heading}</h3>
      <ul className={styles.rows} aria-label={heading}>
        {ids.map((productId) => (
          <Named key={productId} productId={productId} {...row} />
        ))}
      </ul>
    </>
  );
}

/** A favourite that the marketplace no longer has can still be taken away. */
function Named({ productId, ...row }: RowProps & { readonly productId: string }) {
  const { t } = useTranslation('pickers');
  const { shop, favorites } = row;
  const look = useLookUp(PRODUCT, { shopId: shop.shopId, productId });
  if (look.state === 'found' || look.state === 'stale') return <ProductRow product={look.data.product} {...row} />;
  return (
    <li className={styles.missing}>
      <LookedUpPart look={look} draw={() => null} />
      {look.state === 'failed' && favorites.ids.includes(productId) && (
        <IconButton
          icon="star"
          isOn
          disabled={!favorites.canChange}
          label={t('product.unfavorite', { name: productId })}
          onClick={() => favorites.toggle(productId)}
        />
      )}
    </li>
  );
}
