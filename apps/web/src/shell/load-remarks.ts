import { needRemarksTexts } from '../base/remarks/need-texts.ts';
import { needShopPickerTexts } from '../base/shops/need-picker-texts.ts';
import { needRemarksPageTexts } from '../features/remarks/need-texts.ts';

/** The page of remarks with its texts. */
export async function loadRemarks() {
  const [{ Remarks }] = await Promise.all([
    import('./remarks.tsx'),
    needRemarksTexts(),
    needRemarksPageTexts(),
    needShopPickerTexts(),
  ]);
  return Remarks;
}
