import { CALLS } from '@pasar/api';
import { type LookUp, useLookUp } from '../../../base/look-up.ts';
import { LookedUpPart } from '../../../base/looked-up.tsx';
import { useTranslation } from '../../../base/texts/i18n.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import styles from './picker.module.css';
import { ProductRow, type ProductRowProps } from './product-row.tsx';

/** The same as in the list of products (our choice). */
const PRODUCT: LookUp<typeof CALLS.chat.productDetail> = {
  call: CALLS.chat.productDetail,
  freshMs: 30_000,
  againMs: null,
  staleBy: { change: null, calls: [] },
};
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
