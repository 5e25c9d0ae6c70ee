import { needShopPickerTexts } from '../base/shops/need-picker-texts.ts';
import { needShopListTexts } from '../features/chat/shops/need-texts.ts';
import { needRoutingTexts } from '../features/routing/need-texts.ts';
import { needShopGroupsTexts } from '../features/shop-groups/need-texts.ts';
import { needShopWorkbookTexts } from '../features/shop-workbook/need-texts.ts';
import { needShopsTexts } from '../features/shops/need-texts.ts';
import { needSignInTexts } from '../features/sign-in/need-texts.ts';

/** The dialogs about shops with their texts. */
export async function loadShopOverlays() {
  const [{ ShopOverlays }] = await Promise.all([
    import('./shop-overlays.tsx'),
    needShopsTexts(),
    needSignInTexts(),
    needRoutingTexts(),
    needShopGroupsTexts(),
    needShopPickerTexts(),
    needShopWorkbookTexts(),
    // The shop list shows this once a shop is hidden, so it is loaded before shop management can hide a shop.
    import('../features/chat/shops/hidden-shops.tsx'),
    needShopListTexts(),
  ]);
  return ShopOverlays;
}
