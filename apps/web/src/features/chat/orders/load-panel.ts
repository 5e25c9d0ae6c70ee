import { withTexts } from '../../../base/lazy-screen.tsx';
import { needCardsTexts } from '../cards/need-texts.ts';
import { needOrdersTexts } from './need-texts.ts';
import { OrdersPanel } from './orders-panel.tsx';

/** The orders, with the texts of theirs and of the cards. */
export const loadPanel = () =>
  withTexts(
    () => Promise.all([needOrdersTexts(), needCardsTexts()]),
    async () => OrdersPanel,
  );
