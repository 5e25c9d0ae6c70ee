import { withTexts } from '../../../../base/lazy-screen.tsx';
import { needCardsTexts } from '../../cards/need-texts.ts';
import { BuyerPanel } from './buyer-panel.tsx';
import { needBuyerTexts } from './need-texts.ts';

/** The buyer, with the texts of the tab and of the cards. */
export const loadPanel = () =>
  withTexts(
    () => Promise.all([needBuyerTexts(), needCardsTexts()]),
    async () => BuyerPanel,
  );
