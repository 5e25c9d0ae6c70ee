import type { Ability } from '@pasar/domain';
import type { Outcome } from '../outcome.ts';
import type { AffairCalls } from './affairs.ts';
import type { BuyerCalls } from './buyers.ts';
import type { CreatorCalls } from './creators.ts';
import type { GoodsCalls } from './goods.ts';
import type { MediaCalls } from './media.ts';
import type { OrderCalls } from './orders.ts';

/**
 * What the desk asks of a marketplace besides the chat, by topic. A method answers `notOffered` when the table of
 * abilities says no. Reads may be repeated inside a method; calls that would do a thing twice are not. Page sizes are
 * those of spec 2 §9.
 */
export interface ShopCalls {
  readonly goods: GoodsCalls;
  readonly buyers: BuyerCalls;
  readonly orders: OrderCalls;
  readonly affairs: AffairCalls;
  readonly media: MediaCalls;
  readonly creators: CreatorCalls;
}

export type ShopGroup = keyof ShopCalls;
/**
 * A method by its group and its name: `orders.listOrders`. Every method needs a row in the table of abilities to
 * compile.
 */
export type ShopMethod = WithRow<
  {
    [Group in ShopGroup]: `${Group}.${keyof ShopCalls[Group] & string}`;
  }[ShopGroup]
>;
type WithRow<Method extends Ability> = Method;
type ShopFunction<Method extends ShopMethod> = Method extends `${infer Group extends ShopGroup}.${infer Name}`
  ? Name extends keyof ShopCalls[Group]
    ? ShopCalls[Group][Name]
    : never
  : never;
export type ShopArguments<Method extends ShopMethod> =
  ShopFunction<Method> extends (...args: infer Args) => unknown ? Args : never;
/** The value of a method when it is not refused. */
export type ShopAnswer<Method extends ShopMethod> =
  ShopFunction<Method> extends (...args: never) => Promise<Outcome<infer Value>> ? Value : never;
/** What a shop's live session answers; 'no session' when its connection is served and not logged in. */
export type SessionAnswer<Value> = Outcome<Value> | 'no session';

/** Makes a call by its name. */
export function callShop<Method extends ShopMethod>(
  calls: ShopCalls,
  method: Method,
  args: ShopArguments<Method>,
): Promise<Outcome<ShopAnswer<Method>>> {
  // Each method has an outcome of its own type; the compiler does not follow that through a union of methods.
  const [group = '', name = ''] = method.split('.');
  type Call = (...args: ShopArguments<Method>) => Promise<Outcome<ShopAnswer<Method>>>;
  const methods = calls[group as ShopGroup] as unknown as Readonly<Record<string, Call | undefined>>;
  const call = methods[name];
  if (call === undefined) throw new Error(`${method}: no such call of a shop`);
  return call.apply(methods, args);
}
