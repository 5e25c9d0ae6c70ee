/** The input of a JSON call of the chat pages. */
import type { Login, Shop } from '../world/types.ts';
import type { TiktokContext } from './context.ts';

export interface ChatCall {
  readonly context: TiktokContext;
  readonly login: Login;
  /** The shop of oec_seller_id, else the login's first shop. */
  readonly shop: Shop;
  readonly query: Readonly<Record<string, string>>;
  readonly body: unknown;
}
