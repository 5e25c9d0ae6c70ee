import { withTexts } from '../../../../base/lazy-screen.tsx';
import { needCardsTexts } from '../../cards/need-texts.ts';
import { BuyerDetails } from './buyer-details.tsx';
import { needBuyerTexts } from './need-texts.ts';

/** The facts about a buyer, with their texts and those of the cards. */
export const loadDetails = () =>
  withTexts(
    () => Promise.all([needBuyerTexts(), needCardsTexts()]),
    async () => BuyerDetails,
  );
