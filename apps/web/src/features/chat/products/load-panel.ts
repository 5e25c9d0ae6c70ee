import { withTexts } from '../../../base/lazy-screen.tsx';
import { needCardsTexts } from '../cards/need-texts.ts';
import { needOrdersTexts } from '../orders/need-texts.ts';
import { needPickersTexts } from '../pickers/need-texts.ts';
import { needProductsTexts } from './need-texts.ts';
import { ProductsPanel } from './products-panel.tsx';

/** The products, with the texts of theirs and of the parts that they share with other rooms. */
export const loadPanel = () =>
  withTexts(
    () => Promise.all([needProductsTexts(), needOrdersTexts(), needPickersTexts(), needCardsTexts()]),
    async () => ProductsPanel,
  );
