import { automaticMediaPath } from '@pasar/api';
import { AUTO_REPLY_LIMITS, type Marketplace, offers } from '@pasar/domain';
import type { PartsUse } from '../../../base/parts/parts-use.ts';

/** A video is offered in the rules of a marketplace that takes one. */
export const answerUse = (platform: Marketplace): PartsUse => ({
  most: AUTO_REPLY_LIMITS.parts,
  variables: ['buyer', 'shop', 'order', 'tracking', 'product'],
  hasVideos: offers(platform, 'video'),
  mediaPath: automaticMediaPath,
  noShop: 'goods.ofOneShop',
});
