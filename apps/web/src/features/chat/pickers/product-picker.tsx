import { CALLS } from '@pasar/api';
import { offers, PRODUCT_SEARCH_FIELDS, SCREEN_LIMITS } from '@pasar/domain';
import { useEffect, useState } from 'react';
import { type LookUp, useLookUp } from '../../../base/look-up.ts';
import { LookUpProblem } from '../../../base/looked-up.tsx';
import { useTranslation } from '../../../base/texts/i18n.ts';
import { Button } from '../../../ui/button.tsx';
import { Select } from '../../../ui/select.tsx';
import { NamedProducts } from './named-products.tsx';
import styles from './picker.module.css';
import { moveRow, Pages } from './picker-pages.tsx';
import { type Chosen, cardsOf } from './product-cards.ts';
import { ProductRow } from './product-row.tsx';
import type { PickProps } from './props.ts';
import { useFavorites } from './use-favorites.ts';

/** Prices and stock are those of the marketplace, and are asked for again after this time (our choice). */
export const GOODS_FRESH_MS = 30_000;
const PRODUCTS: LookUp<typeof CALLS.chat.searchProducts> = {
  call: CALLS.chat.searchProducts,
  freshMs: GOODS_FRESH_MS,
  againMs: null,
  staleBy: { change: null, calls: [] },
};
/** What the buyer asked about. The list above the others shows the newest (our choice). */
const CONSULTED: LookUp<typeof CALLS.chat.searchConsultPlatformItemIds> = {
  call: CALLS.chat.searchConsultPlatformItemIds,
  freshMs: 0,
  againMs: null,
  staleBy: { change: null, calls: [] },
};
const MOST_CONSULTED = 5;
/** The search begins when this time has passed without another letter (our choice). */
const TYPING_MS = 300;
const FIELD_TEXTS = { name: 'product.byName', sellerSku: 'product.bySku' } as const;

/**
 * Favourites, what the buyer asked about, then the products that the search finds. Several are one list where the marketplace has lists, otherwise
 * as many messages.
 */
export function ProductPicker({ conversation, shop, onPick }: PickProps) {
  const { t } = useTranslation('pickers');
  const [words, setWords] = useState('');
  const [field, setField] = useState<(typeof PRODUCT_SEARCH_FIELDS)[number]>('name');
  const keyword = useRested(words.trim());
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
      <div className={styles.search}>
        <input
          type="search"
          className={styles.words}
          value={words}
          maxLength={200}
          data-first=""
          aria-label={t('product.search')}
          placeholder={t('product.search')}
          onChange={({ currentTarget }) => setWords(currentTarget.value)}
        />
        <Select
          aria-label={t('product.field')}
          value={field}
          onChange={({ currentTarget }) => setField(currentTarget.value === 'sellerSku' ? 'sellerSku' : 'name')}
        >
          {PRODUCT_SEARCH_FIELDS.map((option) => (
            <option key={option} value={option}>
              {t(FIELD_TEXTS[option])}
            </option>
          ))}
        </Select>
      </div>
      {field === 'sellerSku' && /\s/.test(words.trim()) && <p className={styles.note}>{t('product.firstWord')}</p>}
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

/** The words once they rest, so that not every letter is a question to the marketplace. */
function useRested(words: string): string {
  const [rested, setRested] = useState(words);
  useEffect(() => {
    const timer = setTimeout(() => setRested(words), TYPING_MS);
    return () => clearTimeout(timer);
  }, [words]);
  return rested;
}
