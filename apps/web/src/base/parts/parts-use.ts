import type { Variable } from './texts.ts';

/** What parts are written for: which of them there may be, and what their texts may leave open. Texts and pictures always may. */
export interface PartsUse {
  readonly most: number;
  readonly variables: readonly Variable[];
  readonly hasVideos: boolean;
  /** Where the server gives a stored picture. */
  readonly mediaPath: (pictureId: string) => string;
  /** Says why there are no goods to choose from while there is no shop. Null: products and vouchers are not offered. */
  readonly noShop: 'goods.noShop' | 'goods.ofOneShop' | 'goods.ofTarget' | null;
}
