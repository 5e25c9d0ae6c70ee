import type { ProductCard } from '@pasar/domain';
import { useLookUp } from '../../../base/look-up.ts';
import { LookUpProblem } from '../../../base/looked-up.tsx';
import { useTranslation } from '../../../base/texts/i18n.ts';
import { CONSULTED, PRODUCTS } from '../pickers/look-ups.ts';
import { moveRow, Pages } from '../pickers/picker-pages.tsx';
import { ProductSearch, useProductSearch } from '../pickers/product-search.tsx';
import parts from '../tab/tab.module.css';
import { NamedLines } from './named-lines.tsx';
import { ProductLine } from './product-line.tsx';
import styles from './products.module.css';
import type { ProductPlace } from './use-product-actions.ts';

/** How many of the products that the buyer asked about stand at the top: the newest (our choice). */
const MOST_CONSULTED = 10;

interface ProductListProps {
  /** The products that messages name, the newest first. */
  readonly named: readonly string[];
  readonly told: ReadonlyMap<string, ProductCard>;
  readonly place: ProductPlace;
}

/** What the buyer asked about, what the messages name, favourites, then the shop's other products; or what is found. */
export function ProductList({ named, told, place }: ProductListProps) {
  const { t } = useTranslation('products');
  const { t: pickers } = useTranslation('pickers');
  const { conversation, shop, favorites, isWanted } = place;
  const search = useProductSearch();
  const { keyword, field } = search;
  const input = {
    userId: shop.platformShopId,
    platform: shop.marketplace,
    buyerId: conversation.buyer.buyerId,
    pageSize: MOST_CONSULTED,
  };
  const look = useLookUp(CONSULTED, input, isWanted);
  const asked = look.state === 'found' || look.state === 'stale' ? look.data.platformItemIds : [];
  const inMessages = named.filter((id) => !asked.includes(id));
  const others = favorites.ids.filter((id) => !asked.includes(id) && !named.includes(id));
  const above = new Set([...asked, ...inMessages, ...others]);
  return (
    <>
      <div className={styles.search}>
        <ProductSearch search={search} isFirst={false} />
      </div>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the keys move between the controls inside. */}
      <div className={parts.body} onKeyDown={moveRow}>
        {keyword === '' && (
          <>
            <LookUpProblem look={look} />
            <LookUpProblem look={favorites.look} />
            <NamedLines
              heading={pickers('product.asked', { name: conversation.buyer.name })}
              ids={asked}
              told={told}
              place={place}
            />
            <NamedLines heading={t('list.told')} ids={inMessages} told={told} place={place} />
            <NamedLines heading={pickers('product.favorites')} ids={others} told={told} place={place} />
          </>
        )}
        <h3 className={parts.heading}>{keyword === '' ? pickers('product.others') : pickers('product.list')}</h3>
        {!isWanted && <p className={parts.none}>{t('list.waiting')}</p>}
        {isWanted && (
          <Pages
            key={`${field} ${keyword}`}
            lookUp={PRODUCTS}
            input={{ shopId: shop.shopId, keyword, field }}
            draw={({ products }) => {
              const shown = products.filter(({ productId }) => keyword !== '' || !above.has(productId));
              return shown.length === 0 ? (
                <p className={parts.none}>{pickers(keyword === '' ? 'product.noMore' : 'product.noneFound')}</p>
              ) : (
                <ul
                  className={parts.rows}
                  aria-label={keyword === '' ? pickers('product.others') : pickers('product.list')}
                >
                  {shown.map((product) => (
                    <ProductLine
                      key={product.productId}
                      known={{ productId: product.productId, product, told: told.get(product.productId) ?? null }}
                      place={place}
                    />
                  ))}
                </ul>
              );
            }}
          />
        )}
      </div>
    </>
  );
}
