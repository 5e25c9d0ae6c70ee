/** Chat calls about one shop's trade: they use the seller centre's desk and answer with pages of bare rows. */
import type { ChatCaller, ChatRoute, ShopeeContext } from './context.ts';
import { type Answer, answer, type CallInput } from './context.ts';
import { BAD_PARAMETER } from './conversations.ts';
import { type Desk, openDesk } from './seller-desk.ts';

/** Null when the call names no shop. */
function deskOf(context: ShopeeContext, { login, shopId }: ChatCaller): Desk | null {
  const shop = shopId === null ? null : context.world.shop('shopee', shopId);
  if (shop === null) return null;
  return openDesk(context, login, shop);
}
export const atDesk =
  (act: (desk: Desk, input: CallInput, context: ShopeeContext) => Answer): ChatRoute['handle'] =>
  (context, caller, input) => {
    const desk = deskOf(context, caller);
    return desk === null ? BAD_PARAMETER : act(desk, input, context);
  };

/** `{error_code, message}` is the body that was seen. */
export const refuse = (code: string, status = 400): Answer =>
  answer({ error_code: code, message: code.replaceAll('_', ' ') }, status);
export const NOT_THERE = refuse('not_found', 404);

/** One page of the rows; pages count from 1. Null for an invalid page. */
export function pageOf<Item>(all: readonly Item[], { query }: CallInput): readonly Item[] | null {
  const [page, size] = [Number(query.page ?? '1'), Number(query.per_page ?? '20')];
  if (!Number.isInteger(page) || page < 1 || !Number.isInteger(size) || size < 1 || size > 100) return null;
  return all.slice((page - 1) * size, page * size);
}
export const rows = <Item>(all: readonly Item[], input: CallInput, view: (item: Item) => unknown): Answer => {
  const page = pageOf(all, input);
  return page === null ? BAD_PARAMETER : answer(page.map(view));
};
