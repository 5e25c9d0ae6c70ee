import { CALLS } from '@pasar/api';
import { type LookUp, useLookUp } from '../../../base/look-up.ts';
import { LookedUpPart, LookUpProblem } from '../../../base/looked-up.tsx';
import { useTranslation } from '../../../base/texts/i18n.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import styles from './picker.module.css';
import { ProductRow, type ProductRowProps } from './product-row.tsx';

/** The same as in the list of products (our choice). */
const PRODUCT: LookUp<typeof CALLS.chat.productDetail> = {
  call: CALLS.chat.productDetail,
  freshMs: 30_000,
  staleBy: { change: null, calls: [] },
};
type RowProps = Omit<ProductRowProps, 'product'>;

/** The favourites above the other products, each as the marketplace has it now. */
export function FavoriteProducts(props: RowProps) {
  const { t } = useTranslation('pickers');
  const { look, ids } = props.favorites;
  return (
    <>
      <LookUpProblem look={look} />
      {ids.length > 0 && (
        <>
          <h3 className={styles.heading}>{t('product.favorites')}</h3>
          <ul className={styles.rows} aria-label={t('product.favorites')}>
            {ids.map((productId) => (
              <Favorite key={productId} productId={productId} {...props} />
            ))}
          </ul>
          <h3 className={styles.heading}>{t('product.others')}</h3>
        </>
      )}
    </>
  );
}

/** A favourite that the marketplace no longer has can still be taken away. */
function Favorite({ productId, ...props }: RowProps & { readonly productId: string }) {
  const { t } = useTranslation('pickers');
  const look = useLookUp(PRODUCT, { shopId: props.shop.shopId, productId });
  if (look.state === 'found' || look.state === 'stale') return <ProductRow product={look.data.product} {...props} />;
  return (
    <li className={styles.missing}>
      <LookedUpPart look={look} draw={() => null} />
      {look.state === 'failed' && (
        <IconButton
          icon="star"
          isOn
          disabled={!props.favorites.canChange}
          label={t('product.unfavorite', { name: productId })}
          onClick={() => props.favorites.toggle(productId)}
        />
      )}
    </li>
  );
}
