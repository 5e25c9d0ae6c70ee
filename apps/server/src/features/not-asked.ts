import { refusalView } from '@pasar/api';
import type { ShopRow } from '../records/rows.ts';
import { type Answer, fail } from './answer.ts';

/**
 * Why no process could ask the marketplace about a shop. The process that serves a shop stores the state of its login;
 * that no process serves the shop any more can be newer than the stored state.
 */
export function whyNotAsked(
  { state, refusal_reason, refusal_detail }: ShopRow,
  status: 'no session' | null,
): Answer<never> {
  if ((state === 'failed' || state === 'interrupted') && refusal_reason !== null) {
    return { ok: false, refusal: refusalView.parse({ reason: refusal_reason, detail: refusal_detail }) };
  }
  const isServed = state === 'live' || state === 'catching_up';
  return fail(status === null && isServed ? 'shop_served_elsewhere' : 'shop_not_logged_in');
}
