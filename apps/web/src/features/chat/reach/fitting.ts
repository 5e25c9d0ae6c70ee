import type { ConversationId, MemberChatSetting, ReachRule, ReachTone } from '@pasar/domain';
import { lookUps } from '../../../base/look-up.ts';
import { TAGS_OF_BUYER } from '../tags/look-ups.ts';

/** Of several buyers, the sound of the one whose rule stands first. */
export function toneOf(told: readonly { readonly rule: ReachRule }[], { rules, tone }: MemberChatSetting): ReachTone {
  const fitting = new Set(told.map(({ rule }) => rule));
  return rules.find((rule) => fitting.has(rule))?.tone ?? tone;
}

/** The first of the rules whose tags the buyer has. When the tags cannot be fetched, the member is told rather than not. */
export async function firstFitting(
  conversationId: ConversationId | null,
  rules: readonly ReachRule[],
): Promise<ReachRule | null> {
  const [first] = rules;
  if (first === undefined || first.tagIds === null || conversationId === null) return first ?? null;
  const found = await lookUps.client
    .fetchQuery(lookUps.queryOf(TAGS_OF_BUYER, { conversationId }, true))
    .catch(() => null);
  if (found === null) return first;
  const has = (tagId: string) => found.relations.some(({ buyerTagId }) => buyerTagId === tagId);
  return rules.find(({ tagIds }) => tagIds === null || tagIds.some(has)) ?? null;
}
