import { automaticMediaPath } from '@pasar/api';
import { AUTO_REPLY_LIMITS } from '@pasar/domain';
import type { PartsUse } from '../../../base/parts/parts-use.ts';

export const AUTO_REPLY_PARTS: PartsUse = {
  most: AUTO_REPLY_LIMITS.parts,
  variables: ['buyer', 'shop'],
  hasVideos: false,
  mediaPath: automaticMediaPath,
  noShop: 'goods.ofOneShop',
};
