import { needPartsTexts } from '../../../base/parts/need-texts.ts';
import { needShopPickerTexts } from '../../../base/shops/need-picker-texts.ts';
import { needChatSettingsTexts } from './need-texts.ts';

/** The dialog of the chat settings with its texts. */
export async function loadChatSettingsDialog() {
  const [{ ChatSettingsDialog }] = await Promise.all([
    import('./chat-settings-dialog.tsx'),
    needChatSettingsTexts(),
    needShopPickerTexts(),
    needPartsTexts(),
  ]);
  return ChatSettingsDialog;
}
