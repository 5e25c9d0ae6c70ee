import { needPartsTexts } from '../base/parts/need-texts.ts';
import { needShopPickerTexts } from '../base/shops/need-picker-texts.ts';
import { needAlertsTexts } from '../features/alerts/need-texts.ts';
import { needAlertNewsTexts } from '../features/alerts/news/need-texts.ts';
import { needAuditTexts } from '../features/audit/need-texts.ts';
import { needAssignmentTexts } from '../features/chat/assignment-rules/need-texts.ts';
import { needAutoReplyTexts } from '../features/chat/auto-reply/need-texts.ts';
import { needBuyerTagRulesTexts } from '../features/chat/buyer-tag-rules/need-texts.ts';
import { needCardsTexts } from '../features/chat/cards/need-texts.ts';
import { needChatSettingsTexts } from '../features/chat/settings/need-texts.ts';
import { needTagsTexts } from '../features/chat/tags/need-texts.ts';
import { needDataTexts } from '../features/data/need-texts.ts';
import { needResponseRulesTexts } from '../features/response-rules/need-texts.ts';
import { needSecurityTexts } from '../features/security/need-texts.ts';
import { needTeamTexts } from '../features/team/need-texts.ts';
import { needWebhooksTexts } from '../features/webhooks/need-texts.ts';
import { needShellTexts } from './need-texts.ts';

/** The page of settings with its texts. Its sections come with it, so that they open in one frame. */
export async function loadSettingsPage() {
  const [{ SettingsPage }] = await Promise.all([
    import('./settings-page.tsx'),
    needShellTexts(),
    needPartsTexts(),
    needShopPickerTexts(),
    needAlertsTexts(),
    needAlertNewsTexts(),
    needAssignmentTexts(),
    needAuditTexts(),
    needAutoReplyTexts(),
    needBuyerTagRulesTexts(),
    needCardsTexts(),
    needChatSettingsTexts(),
    needDataTexts(),
    needResponseRulesTexts(),
    needSecurityTexts(),
    needTagsTexts(),
    needTeamTexts(),
    needWebhooksTexts(),
  ]);
  return SettingsPage;
}
