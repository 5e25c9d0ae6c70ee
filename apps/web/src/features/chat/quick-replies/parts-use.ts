import { quickReplyMediaPath } from '@pasar/api';
import { QUICK_REPLY_LIMITS } from '@pasar/domain';
import { VARIABLES, type Variable } from './variables.ts';

/** What parts are written for: which of them there may be, and what their texts may leave open. */
export interface PartsUse {
  readonly most: number;
  readonly variables: readonly Variable[];
  readonly hasVideos: boolean;
  /** Where the server gives a stored picture. */
  readonly mediaPath: (pictureId: string) => string;
  /** Says why there are no goods to choose from while there is no shop. */
  readonly noShop: 'goods.noShop' | 'goods.ofOneShop';
}

export const QUICK_REPLY_PARTS: PartsUse = {
  most: QUICK_REPLY_LIMITS.parts,
  variables: VARIABLES,
  hasVideos: true,
  mediaPath: quickReplyMediaPath,
  noShop: 'goods.noShop',
};
