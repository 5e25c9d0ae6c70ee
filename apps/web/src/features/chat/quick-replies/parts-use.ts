import { quickReplyMediaPath } from '@pasar/api';
import { QUICK_REPLY_LIMITS } from '@pasar/domain';
import type { PartsUse } from '../../../base/parts/parts-use.ts';
import { VARIABLES } from './variables.ts';

export const QUICK_REPLY_PARTS: PartsUse = {
  most: QUICK_REPLY_LIMITS.parts,
  variables: VARIABLES,
  hasVideos: true,
  mediaPath: quickReplyMediaPath,
  noShop: 'goods.noShop',
};
