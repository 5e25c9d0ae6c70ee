import type { ProductCard } from '@pasar/domain';
import { useLookUp } from '../../../base/look-up.ts';
import { LookUpProblem } from '../../../base/looked-up.tsx';
import { PRODUCT } from '../pickers/look-ups.ts';
import parts from '../tab/tab.module.css';
import { ProductLine } from './product-line.tsx';
import styles from './products.module.css';
import type { ProductPlace } from './use-product-actions.ts';

interface NamedLinesProps {
  readonly heading: string;
  readonly ids: readonly string[];
  readonly told: ReadonlyMap<string, ProductCard>;
  readonly place: ProductPlace;
}

/** Products that are known by their ids; nothing where there are none. */
export function NamedLines({ heading, ids, told, place }: NamedLinesProps) {
  if (ids.length === 0) return null;
  return (
    <>
      <h3 className={parts.heading}>{heading}</h3>
      <ul className={parts.rows} aria-label={heading}>
        {ids.map((productId) => (
          <Named key={productId} productId={productId} told={told.get(productId) ?? null} place={place} />
        ))}
      </ul>
    </>
  );
}

interface NamedProps {
  readonly productId: string;
  readonly told: ProductCard | null;
  readonly place: ProductPlace;
}

/** Shown as a message tells it until the marketplace has answered. */
function Named({ productId, told, place }: NamedProps) {
  const look = useLookUp(PRODUCT, { shopId: place.shop.shopId, productId }, place.isWanted);
  const product = look.state === 'found' || look.state === 'stale' ? look.data.product : null;
  return (
    <>
      <ProductLine known={{ productId, product, told }} place={place} />
      {look.state === 'failed' && (
        <li className={styles.problem}>
          <LookUpProblem look={look} />
        </li>
      )}
    </>
  );
}
