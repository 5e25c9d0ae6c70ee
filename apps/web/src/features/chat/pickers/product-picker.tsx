import { offers, SCREEN_LIMITS } from '@pasar/domain';
import { useState } from 'react';
import { useLookUp } from '../../../base/look-up.ts';
import { LookUpProblem } from '../../../base/looked-up.tsx';
import { useTranslation } from '../../../base/texts/i18n.ts';
import { Button } from '../../../ui/button.tsx';
import { CONSULTED, PRODUCTS } from './look-ups.ts';
import { NamedProducts } from './named-products.tsx';
import styles from './picker.module.css';
import { moveRow, Pages } from './picker-pages.tsx';
import { type Chosen, cardsOf } from './product-cards.ts';
import { ProductRow } from './product-row.tsx';
import { ProductSearch, useProductSearch } from './product-search.tsx';
import type { PickProps } from './props.ts';
import { useFavorites } from './use-favorites.ts';

const MOST_CONSULTED = 5;
/**
 * Favourites, what the buyer asked about, then the products that the search finds. Several are one list where the marketplace has lists, otherwise
 * as many messages.
 */
export function ProductPicker({ conversation, shop, onPick }: PickProps) {
  const { t } = useTranslation('pickers');
  const search = useProductSearch();
  const { keyword, field } = search;
  const [chosen, setChosen] = useState<Chosen>(new Map());
  const favorites = useFavorites(shop);
  const asked = useLookUp(CONSULTED, {
    userId: shop.platformShopId,
    platform: shop.marketplace,
    buyerId: conversation.buyer.buyerId,
    pageSize: MOST_CONSULTED,
  });
  const askedIds = asked.state === 'found' || asked.state === 'stale' ? asked.data.platformItemIds : [];
  const consulted = askedIds.filter((id) => !favorites.ids.includes(id));
  const named = new Set([...favorites.ids, ...consulted]);
  const isList = offers(shop.marketplace, 'productList');
  const send = () => onPick(cardsOf([...chosen.values()], isList));
  const isFull = chosen.size >= SCREEN_LIMITS.productsAtOnce;
  const row = { shop, chosen, onChoose: setChosen, isFull, favorites, onSend: send };
  const { shopId } = shop;
  return (
    <div className={styles.picker}>
      <ProductSearch search={search} isFirst />
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the keys move between the controls inside. */}
      <div className={styles.list} onKeyDown={moveRow}>
        {keyword === '' && (
          <>
            <LookUpProblem look={favorites.look} />
            <NamedProducts heading={t('product.favorites')} ids={favorites.ids} {...row} />
            <NamedProducts heading={t('product.asked', { name: conversation.buyer.name })} ids={consulted} {...row} />
            {named.size > 0 && <h3 className={styles.heading}>{t('product.others')}</h3>}
          </>
        )}
        <Pages
          key={`${field} ${keyword}`}
          lookUp={PRODUCTS}
          input={{ shopId, keyword, field }}
          draw={({ products }) => {
            const shown = products.filter(({ productId }) => keyword !== '' || !named.has(productId));
            return shown.length === 0 ? (
              <p className={styles.note}>{t(keyword === '' ? 'product.noMore' : 'product.noneFound')}</p>
            ) : (
              <ul className={styles.rows} aria-label={t('product.list')}>
                {shown.map((product) => (
                  <ProductRow key={product.productId} product={product} {...row} />
                ))}
              </ul>
            );
          }}
        />
      </div>
      <div className={styles.foot}>
        <span role="status">
          {isFull
            ? t('product.full', { max: SCREEN_LIMITS.productsAtOnce })
            : chosen.size > 1 && !isList
              ? t('product.eachAlone')
              : ''}
        </span>
        <Button kind="primary" disabled={chosen.size === 0} onClick={send}>
          {t('product.send', { count: chosen.size })}
        </Button>
      </div>
    </div>
  );
}
