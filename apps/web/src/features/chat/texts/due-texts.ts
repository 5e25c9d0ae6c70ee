import type { ShopView } from '@pasar/api';
import { dueIn, MARKETPLACE_NAMES, type ResponseRule, responseRuleOf, type Urgency } from '@pasar/domain';
import type { Translate } from '../../../base/texts/i18n.ts';
import { ageText } from './texts.ts';

type T = Translate<'chat'>;
interface Due {
  readonly leftMs: number;
  readonly urgency: Urgency;
  readonly rule: ResponseRule;
  readonly marketplace: ShopView['marketplace'];
}

/** What is left of a waiting buyer's time by the rule of the shop's marketplace. */
export function dueOf(waitingSince: number, now: number, { marketplace, country }: ShopView): Due {
  const rule = responseRuleOf(marketplace, country);
  return { ...dueIn(waitingSince, now, rule), rule, marketplace };
}

const lengthText = (ms: number, t: T): string => ageText(0, Math.abs(ms), t);

/** How long the buyer has waited; when the time runs out, what is left of it, or by how much it is over. */
export function waitText(waitingSince: number, now: number, { urgency, leftMs }: Due, t: T): string {
  if (urgency === 'soon') return t('due.soon', { left: lengthText(leftMs, t) });
  return urgency === 'overdue' ? t('due.overdue', { over: lengthText(leftMs, t) }) : ageText(waitingSince, now, t);
}

/** What the marketplace wants, and where the buyer's wait stands. */
export function dueTip({ leftMs, rule, marketplace }: Due, t: T): string {
  const facts = { marketplace: MARKETPLACE_NAMES[marketplace], within: lengthText(rule.withinMs, t) };
  return leftMs <= 0
    ? t('due.tipOver', { ...facts, over: lengthText(leftMs, t) })
    : t('due.tip', { ...facts, left: lengthText(leftMs, t) });
}
