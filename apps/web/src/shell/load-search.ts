import { needShopPickerTexts } from '../base/shops/need-picker-texts.ts';
import { needSearchTexts } from '../features/search/need-texts.ts';

/** The search over everything with its texts. */
export async function loadSearch() {
  const [{ Search }] = await Promise.all([import('./search.tsx'), needSearchTexts(), needShopPickerTexts()]);
  return Search;
}
