import { MARKETPLACE_NAMES } from '@pasar/domain';
import { useId, useState } from 'react';
import { useLocale, useTranslation } from '../../../base/texts/i18n.ts';
import { moneyText } from '../../../base/texts/money-text.ts';
import { Button } from '../../../ui/button.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { ProductFacts, Variants } from '../pickers/product-facts.tsx';
import { Thumb } from '../pickers/thumb.tsx';
import parts from '../tab/tab.module.css';
import styles from './products.module.css';
import { type KnownProduct, type ProductPlace, useProductActions } from './use-product-actions.ts';

/** One product of a list, with its present price, stock and variants, and what can be done with it. */
export function ProductLine({ known, place }: { readonly known: KnownProduct; readonly place: ProductPlace }) {
  const { t } = useTranslation('products');
  const { t: chat } = useTranslation('chat');
  const { t: pickers } = useTranslation('pickers');
  const locale = useLocale();
  const id = useId();
  const [isOpen, setIsOpen] = useState(false);
  const { productId, product, told } = known;
  const { shop, favorites, onOpen } = place;
  const name = product?.title ?? told?.title ?? chat('card.product', { id: productId });
  const marketplace = MARKETPLACE_NAMES[shop.marketplace];
  const { send, isOffline, link, copyLink, openLink } = useProductActions(place, known);
  const isFavorite = favorites.ids.includes(productId);
  const noLink = t('row.noLink', { name, marketplace });
  const variants = product?.variants ?? [];
  return (
    <li className={`${parts.row} ${parts.withThumb}`}>
      <Thumb url={product?.imageUrl ?? told?.iconUrl ?? null} shop={shop} />
      <div className={parts.lines}>
        <button
          type="button"
          className={parts.open}
          aria-label={t('list.open', { name })}
          data-focus={productId}
          data-row=""
          onClick={() => onOpen(productId)}
        >
          {name}
        </button>
        {product !== null && <ProductFacts id={`${id}-facts`} product={product} />}
        {product === null && told?.price != null && (
          <span className={parts.price}>{moneyText(told.price, locale)}</span>
        )}
        <div className={styles.buttons}>
          <IconButton
            icon="send"
            label={t(isOffline ? 'row.sendOffline' : 'row.send', { name })}
            aria-disabled={send === null}
            onClick={() => send?.()}
          />
          <IconButton
            icon="star"
            isOn={isFavorite}
            disabled={!favorites.canChange}
            label={pickers(isFavorite ? 'product.unfavorite' : 'product.favorite', { name })}
            onClick={() => favorites.toggle(productId)}
          />
          <IconButton
            icon="copy"
            label={link === null ? noLink : t('row.copy', { name })}
            aria-disabled={link === null}
            onClick={copyLink}
          />
          <IconButton
            icon="outside"
            label={link === null ? noLink : t('row.atMarketplace', { name, marketplace })}
            aria-disabled={link === null}
            onClick={openLink}
          />
          {variants.length > 1 && (
            <Button
              kind="link"
              className={styles.variantsButton ?? ''}
              aria-expanded={isOpen}
              aria-controls={`${id}-variants`}
              onClick={() => setIsOpen(!isOpen)}
            >
              {pickers('product.variants', { count: variants.length })}
            </Button>
          )}
        </div>
        {isOpen && product !== null && <Variants id={`${id}-variants`} product={product} />}
      </div>
    </li>
  );
}
