import { withTexts } from '../../../../base/lazy-screen.tsx';
import { needRemarksTexts } from '../../../../base/remarks/need-texts.ts';

/** The remarks about a buyer with their texts. */
export const loadBuyerRemarks = () =>
  withTexts(needRemarksTexts, () => import('./buyer-remarks.tsx').then(({ BuyerRemarks }) => BuyerRemarks));
