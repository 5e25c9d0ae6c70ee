import { CALLS, type ResponseRuleEntry } from '@pasar/api';
import type { MemberChatSetting } from '@pasar/domain';
import { callApi } from '../../base/call-api.ts';

type Place = Pick<ResponseRuleEntry, 'marketplace' | 'country'>;

export const saveResponseRule = ({ marketplace, country }: Place, rule: ResponseRuleEntry['rule']) =>
  callApi(CALLS.responseRules.saveResponseRule, { marketplace, country, rule });

export const resetResponseRule = ({ marketplace, country }: Place) =>
  callApi(CALLS.responseRules.resetResponseRule, { marketplace, country });

export const warnMinutesBefore = (warnMinutes: MemberChatSetting['warnMinutes']) =>
  callApi(CALLS.chatSettings.saveChatSetting, { member: { warnMinutes } });
