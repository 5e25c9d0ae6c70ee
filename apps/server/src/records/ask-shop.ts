import { refusalView } from '@pasar/api';
import type { SessionAnswer, ShopAnswer, ShopArguments } from '@pasar/connector-kit';
import {
  asConnectionId,
  asPlatformShopId,
  type ConnectionId,
  isUnexplained,
  type PlatformShopId,
  type ReasonCode,
  type Refusal,
  refusal,
} from '@pasar/domain';
import type { Scope } from '../storage/database.ts';
import type { Member } from './members.ts';
import type { ShopRow } from './rows.ts';
import type { AskedShopMethod } from './shop-methods.ts';

/**
 * Makes a call by a shop's session, in the process that has the session; null where no process serves the connection.
 */
export type AskShop = <Method extends AskedShopMethod>(
  scope: Scope,
  connectionId: ConnectionId,
  method: Method,
  args: ShopArguments<Method>,
) => Promise<SessionAnswer<ShopAnswer<Method>> | null>;

/** The arguments without the shop; a method that is about a conversation takes the conversation instead. */
type ArgumentsBehindShop<Method extends AskedShopMethod> =
  ShopArguments<Method> extends [PlatformShopId, ...infer Rest] ? Rest : ShopArguments<Method>;

const ABOUT_CONVERSATION: ReadonlySet<AskedShopMethod> = new Set([
  'media.translate',
  'buyers.answerOffer',
  'buyers.closeConversation',
  'buyers.restartConversation',
]);

/**
 * An answer to a call. A refusal also says whether it comes from the marketplace or the marketplace could not be asked,
 * and whether another attempt may succeed without a person.
 */
export type ShopAnswered<Value> =
  | { readonly ok: true; readonly data: Value }
  | { readonly ok: false; readonly refusal: Refusal; readonly isOfMarketplace: boolean; readonly canRetry: boolean };

/**
 * Asks a marketplace about a shop that the member sees. Called outside of transactions, because the answer takes a
 * while.
 */
export async function askShop<Method extends AskedShopMethod>(
  context: { readonly member: Pick<Member, 'scope'>; readonly askShop: AskShop },
  row: ShopRow,
  method: Method,
  ...rest: ArgumentsBehindShop<Method>
): Promise<ShopAnswered<ShopAnswer<Method>>> {
  const shop = asPlatformShopId(row.platform_shop_id);
  const args = (ABOUT_CONVERSATION.has(method) ? rest : [shop, ...rest]) as unknown as ShopArguments<Method>;
  const answer = await context.askShop(context.member.scope, asConnectionId(row.connection_id), method, args);
  if (answer === null || answer === 'no session') {
    return { ok: false, refusal: whyNotAsked(row, answer), isOfMarketplace: false, canRetry: true };
  }
  return answer.ok
    ? { ok: true, data: answer.value }
    : { ok: false, refusal: answer.refusal, isOfMarketplace: true, canRetry: answer.canRetry };
}

/**
 * A refusal of the marketplace that has no code of its own becomes this one, with the marketplace's words (spec 1 §8).
 */
export function refusedAs(
  reason: ReasonCode,
  { refusal: told, isOfMarketplace }: Extract<ShopAnswered<unknown>, { readonly ok: false }>,
): { readonly ok: false; readonly refusal: Refusal } {
  const isOfTheThing = told.reason === 'not_found' || told.reason === 'unexpected_answer' || isUnexplained(told.reason);
  return { ok: false, refusal: isOfMarketplace && isOfTheThing ? refusal(reason, told.detail ?? told.reason) : told };
}

/**
 * Why no process could ask the marketplace about a shop. The stored state of the login may be older than the fact that
 * no process serves the shop any more.
 */
function whyNotAsked({ state, refusal_reason, refusal_detail }: ShopRow, answer: 'no session' | null): Refusal {
  if ((state === 'failed' || state === 'interrupted') && refusal_reason !== null) {
    return refusalView.parse({ reason: refusal_reason, detail: refusal_detail });
  }
  const isServed = state === 'live' || state === 'catching_up';
  return refusal(answer === null && isServed ? 'shop_served_elsewhere' : 'shop_not_logged_in');
}
