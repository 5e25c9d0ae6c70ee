/** Buyers who have ordered and never written. No conversation with them exists until the shop opens it. */
import { PHRASE_BOOKS } from '../phrases/index.ts';
import type { Buyer } from '../types.ts';
import { type ShopPlanOfTrade, times } from './plan.ts';

const SILENT_BUYERS = 2;

/** The same shop has the same silent buyers. They have no picture. */
export function silentBuyersOf(plan: ShopPlanOfTrade): readonly Buyer[] {
  const random = plan.random('silent buyers');
  const { language } = plan.country;
  const { given, family, isFamilyFirst, nameSeparator } = PHRASE_BOOKS[language];
  return times(SILENT_BUYERS, (at) => {
    const [one, other] = [random.pick(given), random.pick(family)];
    return {
      buyerId: plan.id(`silent-buyer/${at}`),
      name: (isFamilyFirst ? [other, one] : [one, other]).join(nameSeparator),
      avatarUrl: null,
      language,
    };
  });
}
