import { withTexts } from '../../../../base/lazy-screen.tsx';
import { needTagsTexts } from '../../tags/need-texts.ts';

/** The tags of a buyer with their texts. */
export const loadBuyerTags = () =>
  withTexts(needTagsTexts, () => import('./buyer-tags.tsx').then(({ BuyerTags }) => BuyerTags));
