import type { ConversationView } from '@pasar/api';
import {
  type ConversationId,
  isRuleQuietAt,
  type MemberChatSetting,
  type ReachRule,
  type ReachTone,
} from '@pasar/domain';
import type { DeskState } from '@pasar/sync';
import { lookUps } from '../../../base/look-up.ts';
import { ruleOfTags, rulesFor } from '../../../base/reached.ts';
import { TAGS_OF_BUYER } from '../tags/look-ups.ts';

/** Of several buyers, the sound of the one whose rule stands first. */
export function toneOf(told: readonly { readonly rule: ReachRule }[], { rules, tone }: MemberChatSetting): ReachTone {
  const fitting = new Set(told.map(({ rule }) => rule));
  return rules.find((rule) => fitting.has(rule))?.tone ?? tone;
}

/**
 * The rule by which the member is told of the buyer now: the first that fits, unless it is quiet. When the buyer's tags cannot be
 * fetched, the member is told rather than not.
 */
export async function firstFitting(
  conversation: Pick<ConversationView, 'shopId' | 'isMuted' | 'assigneeId'> & {
    readonly conversationId: ConversationId | null;
  },
  state: Pick<DeskState, 'chatSetting' | 'arrangement' | 'member'>,
  now: number,
): Promise<ReachRule | null> {
  const { conversationId } = conversation;
  const { chatSetting } = state;
  const rules = rulesFor(conversation, chatSetting, state, now);
  const [first] = rules;
  if (first === undefined || first.tagIds === null || conversationId === null) {
    return first === undefined || isRuleQuietAt(now, first, chatSetting) ? null : first;
  }
  const found = await lookUps.client
    .fetchQuery(lookUps.queryOf(TAGS_OF_BUYER, { conversationId }, true))
    .catch(() => null);
  if (found === null) return rules.find((rule) => !isRuleQuietAt(now, rule, chatSetting)) ?? null;
  const tagIds = found.relations.map(({ buyerTagId }) => buyerTagId);
  return ruleOfTags(rules, tagIds, chatSetting, now);
}
