import type { ProductView, ShopView } from '@pasar/api';
import { useId, useState } from 'react';
import { useTranslation } from '../../../base/texts/i18n.ts';
import { Button } from '../../../ui/button.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import styles from './picker.module.css';
import type { Chosen } from './product-cards.ts';
import { ProductFacts, Variants } from './product-facts.tsx';
import { Thumb } from './thumb.tsx';
import type { Favorites } from './use-favorites.ts';

export interface ProductRowProps {
  readonly product: ProductView;
  readonly shop: ShopView;
  readonly chosen: Chosen;
  readonly onChoose: (chosen: Chosen) => void;
  /** As many products are chosen as may be sent together. */
  readonly isFull: boolean;
  readonly favorites: Favorites;
  readonly onSend: () => void;
}

/** One product: chosen by its box, with its present price, stock and variants. Enter sends what is chosen. */
export function ProductRow({ product, shop, chosen, onChoose, isFull, favorites, onSend }: ProductRowProps) {
  const { t } = useTranslation('pickers');
  const id = useId();
  const { productId, title, status, variants } = product;
  const [isOpen, setIsOpen] = useState(false);
  const isChosen = chosen.has(productId);
  const isFavorite = favorites.ids.includes(productId);
  const choose = () => {
    const next = new Map(chosen);
    if (isChosen) next.delete(productId);
    else next.set(productId, product);
    onChoose(next);
  };
  return (
    <li className={styles.row} data-chosen={isChosen || undefined}>
      <label className={styles.choice} htmlFor={`${id}-box`}>
        <input
          id={`${id}-box`}
          type="checkbox"
          data-row=""
          checked={isChosen}
          disabled={status === 'offline' || (isFull && !isChosen)}
          aria-label={title}
          aria-describedby={`${id}-facts`}
          onChange={choose}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || chosen.size === 0) return;
            event.preventDefault();
            onSend();
          }}
        />
        <Thumb url={product.imageUrl} shop={shop} />
        <span className={styles.lines}>
          <span className={styles.name}>{title}</span>
          <ProductFacts id={`${id}-facts`} product={product} />
        </span>
      </label>
      {variants.length > 1 && (
        <Button kind="link" aria-expanded={isOpen} aria-controls={`${id}-variants`} onClick={() => setIsOpen(!isOpen)}>
          {t('product.variants', { count: variants.length })}
        </Button>
      )}
      <IconButton
        icon="star"
        isOn={isFavorite}
        disabled={!favorites.canChange}
        label={t(isFavorite ? 'product.unfavorite' : 'product.favorite', { name: title })}
        onClick={() => favorites.toggle(productId)}
      />
      {isOpen && <Variants id={`${id}-variants`} product={product} />}
    </li>
  );
}
